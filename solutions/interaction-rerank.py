"""A collection has {n} sentences; the best {best} of each are sorted again. A bi-encoder's pass
costs 1, an interaction model's 2. Each order of a pair is a pass. Let `everything` be the cost of
all pairs, `found_first` that of the two stages, and `factor` their ratio.
"""

HANDS_IN = "everything\nfound_first\nfactor"
PAGE = {"n": 10000, "best": 20}
HINTS = (
    (
        "n sentences have n (n − 1) ordered pairs; each costs 2. The bi-encoder passes once "
        "over each sentence."
    ),
)


def given(random):
    return {"n": random.choice([2000, 5000, 20000, 50000]), "best": random.choice([10, 30, 50])}


def answers(n, best):
    everything, found_first = 2 * n * (n - 1), n + 2 * n * best
    return {
        "everything": everything,
        "found_first": found_first,
        "factor": everything / found_first,
    }


def mistakes(n, best):
    return {
        "everything": {
            "each pair once: each order is a pass": n * (n - 1),
            "each pass at a cost of 1: it costs 2": n * (n - 1) / 2,
            "n² pairs: no sentence is compared with itself": 2 * n * n,
        },
        "found_first": {
            "without the bi-encoder's passes": 2 * n * best,
            "passes of the second stage at a cost of 1": n + n * best,
        },
    }
