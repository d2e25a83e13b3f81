"""Over seeds the difference of two losses has the deviation {seed} points, and the test pairs add
{pairs}. Let `needed` be the fewest seeds that show a true difference of {difference} points in
four runs of five, and `least` the difference that no number of seeds gets below, to 0.03.
"""

HANDS_IN = "needed\nleast"
TOLERANCE = {"least": 0.03}


def given(random):
    return {
        "seed": random.choice([0.7, 0.9, 1.0]),
        "pairs": random.choice([0.2, 0.25]),
        "difference": random.choice([0.9, 1.1, 1.2]),
    }


def answers(seed, pairs, difference):
    from stsutils.statistics import Estimate

    def smallest(seeds):
        se = (pairs**2 + seed**2 / seeds) ** 0.5
        return Estimate(0, se, seeds - 1, se_pairs=pairs).detectable()

    needed = next(n for n in range(2, 1000) if smallest(n) <= difference)
    return {"needed": needed, "least": smallest(1_000_000)}
