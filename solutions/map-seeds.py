"""The difference of two losses has a standard deviation of {seed} points from seed to seed, and a
standard error of {pairs} points from the test pairs. Let `needed` be the fewest seeds that show a
true difference of {difference} points in four runs of five, by `Estimate(...).detectable()`.
"""

HANDS_IN = "needed"
IMPORTS = "from stsutils.statistics import Estimate"
PAGE = {"seed": 0.8, "pairs": 0.4, "difference": 1.5}
HINTS = (
    (
        "The squared error is seed² / n + pairs². Try n = 2, 3, … until detectable() is small "
        "enough; give se_pairs."
    ),
)


def given(random):
    return {
        "seed": random.choice([0.6, 0.7, 0.9]),
        "pairs": random.choice([0.25, 0.3, 0.35]),
        "difference": random.choice([1.3, 1.4, 1.6]),
    }


def answers(seed, pairs, difference):
    from stsutils.statistics import Estimate

    def smallest(seeds):
        se = (seed**2 / seeds + pairs**2) ** 0.5
        return Estimate(0, se, seeds - 1, se_pairs=pairs).detectable()

    return {"needed": next(n for n in range(2, 1000) if smallest(n) <= difference)}
