"""Two losses have the same flat curve with noise. One is looked at {few} times, the other {many}
times. Let `better` be by how many deviations the second has the better *best* score, on average.
"""

HANDS_IN = "better"
TOLERANCE = {"better": 0.06}


def given(random):
    return {"few": random.choice([4, 6, 10]), "many": random.choice([40, 60, 100])}


def answers(few, many):
    import numpy as np

    chance = np.random.default_rng(0)
    best = [chance.normal(size=(40_000, looks)).max(axis=1).mean() for looks in (few, many)]
    return {"better": best[1] - best[0]}
