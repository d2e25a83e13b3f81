"""Two losses have the same flat curve with noise. One is looked at {few} times, the other {many}
times. Let `better` be by how many deviations the second has the better *best* score, on average.
"""

HANDS_IN = "better"
PAGE = {"few": 8, "many": 80}
HINTS = (
    ("Draw many rows of normal numbers, take the maximum of each row, and compare the means."),
)
TOLERANCE = {"better": 0.06}


def given(random):
    return {"few": random.choice([4, 6, 10]), "many": random.choice([40, 60, 100])}


def answers(few, many):
    import numpy as np

    chance = np.random.default_rng(0)
    best = [chance.normal(size=(40_000, looks)).max(axis=1).mean() for looks in (few, many)]
    return {"better": best[1] - best[0]}


def mistakes(few, many):
    import math

    rule = math.sqrt(2 * math.log(many)) - math.sqrt(2 * math.log(few))
    return {"better": {"the rule √(2 log n), which is good for huge n only": rule}}
