"""A collection has {n} sentences; the best {best} of each are sorted again. A bi-encoder's pass
costs 1, an interaction model's 2. Each order of a pair is a pass. Let `everything` be the cost of
all pairs, `found_first` that of the two stages, and `factor` their ratio.
"""

HANDS_IN = "everything\nfound_first\nfactor"


def given(random):
    return {"n": random.choice([2000, 5000, 20000, 50000]), "best": random.choice([10, 30, 50])}


def answers(n, best):
    everything, found_first = 2 * n * (n - 1), n + 2 * n * best
    return {
        "everything": everything,
        "found_first": found_first,
        "factor": everything / found_first,
    }
