"""A test set has {pairs} pairs, half of them positive, and the cosines are random. Let `usual` be
the standard deviation of Spearman × 100.
"""

HANDS_IN = "usual"
PAGE = {"pairs": 1000}
HINTS = ("Draw random cosines many times and look at the deviation, or use about 1 / √(n − 1).",)


def given(random):
    return {"pairs": random.choice([400, 600, 1500, 2500])}


TOLERANCE = {"usual": 0.35}


def answers(pairs):
    return {"usual": 100 / (pairs - 1) ** 0.5}


def mistakes(pairs):
    return {"usual": {"on the scale of ρ: ρ × 100 is asked for": 1 / (pairs - 1) ** 0.5}}
