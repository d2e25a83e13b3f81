"""A comparison with {seeds} seeds and {pairs} test pairs has a standard error of {error}. Let
`by_pairs` be the smallest difference it would show in four runs of five if all of that error
comes from the test pairs, `by_seeds` the same if it comes from the seeds, and `more_pairs` how
many test pairs, at least, would show a difference of {goal}.
"""

import math

HANDS_IN = "by_pairs\nby_seeds\nmore_pairs"
IMPORTS = "from stsutils.statistics import Estimate"
PAGE = {"seeds": 3, "pairs": 300, "error": 0.012, "goal": 0.02}
HINTS = (
    (
        "Estimate(0, se, df, se_pairs=…).detectable(): once with se_pairs=error, once "
        "without. An error from pairs shrinks as 1 / √pairs."
    ),
)


def given(random):
    return {
        "seeds": random.choice([3, 4, 5]),
        "pairs": random.choice([200, 400, 500]),
        "error": random.choice([0.008, 0.01, 0.015]),
        "goal": random.choice([0.011, 0.013, 0.018]),
    }


def answers(seeds, pairs, error, goal):
    from stsutils.statistics import Estimate

    by_pairs = Estimate(0, error, df=seeds - 1, se_pairs=error).detectable()
    return {
        "by_pairs": by_pairs,
        "by_seeds": Estimate(0, error, seeds - 1).detectable(),
        "more_pairs": math.ceil(pairs * (by_pairs / goal) ** 2),
    }


def mistakes(seeds, pairs, error, goal):
    right = answers(seeds, pairs, error, goal)
    return {
        "by_pairs": {"what comes out if all is the seeds'": right["by_seeds"]},
        "by_seeds": {"what comes out if all is the pairs'": right["by_pairs"]},
        "more_pairs": {
            "without the square: errors shrink with the root": math.ceil(
                pairs * right["by_pairs"] / goal
            )
        },
    }
