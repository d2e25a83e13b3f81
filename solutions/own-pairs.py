"""A comparison with {seeds} seeds and {pairs} test pairs has a standard error of {error}. Let
`by_pairs` be the smallest difference it would show in four runs of five if all of that error
comes from the test pairs, `by_seeds` the same if it comes from the seeds, and `more_pairs` how
many test pairs would show a difference of half of `by_pairs`.
"""

HANDS_IN = "by_pairs\nby_seeds\nmore_pairs"


def given(random):
    return {
        "seeds": random.choice([3, 4, 5]),
        "pairs": random.choice([200, 400, 500]),
        "error": random.choice([0.008, 0.01, 0.015]),
    }


def answers(seeds, pairs, error):
    from stsutils.statistics import Estimate

    return {
        "by_pairs": Estimate(0, error, df=seeds - 1, se_pairs=error).detectable(),
        "by_seeds": Estimate(0, error, seeds - 1).detectable(),
        "more_pairs": 4.0 * pairs,
    }
