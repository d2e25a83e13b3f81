"""Over seeds the difference of two losses has the deviation {seed} points, and the test pairs add
{pairs}. Let `needed` be the fewest seeds that show a true difference of {difference} points in
four runs of five, and `least` the difference that no number of seeds gets below, to 0.03.
"""

HANDS_IN = "needed\nleast"
IMPORTS = "from stsutils.statistics import Estimate"
PAGE = {"seed": 0.8, "pairs": 0.3, "difference": 1.0}
HINTS = (
    (
        "The squared error is pairs² + seed² / n. Try n = 2, 3, … until Estimate(0, se, n − "
        "1, se_pairs=pairs).detectable() is small enough."
    ),
)
TOLERANCE = {"least": 0.03}


def given(random):
    return {
        "seed": random.choice([0.7, 0.9, 1.0]),
        "pairs": random.choice([0.25, 0.28]),
        "difference": random.choice([0.9, 1.1, 1.2]),
    }


def answers(seed, pairs, difference):
    from stsutils.statistics import Estimate

    def smallest(seeds):
        se = (pairs**2 + seed**2 / seeds) ** 0.5
        return Estimate(0, se, seeds - 1, se_pairs=pairs).detectable()

    needed = next(n for n in range(2, 1000) if smallest(n) <= difference)
    return {"needed": needed, "least": smallest(1_000_000)}


def mistakes(seed, pairs, difference):
    from stsutils.statistics import Estimate

    def smallest(seeds):
        return Estimate(0, (pairs**2 + seed**2 / seeds) ** 0.5, seeds - 1).detectable()

    alone = next((n for n in range(2, 1000) if smallest(n) <= difference), 0)
    return {
        "needed": {"what comes out if all of the error is the seeds': give se_pairs": alone},
        "least": {"the standard error of the pairs: a difference that is seen is larger": pairs},
    }
