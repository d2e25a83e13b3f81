"""A test set has {pairs} pairs, half of them positive, and the cosines are random. Let `usual` be
the standard deviation of Spearman × 100.
"""

HANDS_IN = "usual"


def given(random):
    return {"pairs": random.choice([400, 600, 1500, 2500])}


TOLERANCE = {"usual": 0.35}


def answers(pairs):
    return {"usual": 100 / (pairs - 1) ** 0.5}
