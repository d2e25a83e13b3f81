"""The targets have the standard deviation {spread}, and cosines and targets the Pearson
correlation {r}. Let `least` be the smallest mean squared error that a free scale and shift leave.
"""

HANDS_IN = "least"
TOLERANCE = {"least": 1e-4}


def given(random):
    return {"spread": random.choice([0.2, 0.25, 0.35]), "r": random.choice([0.6, 0.7, 0.85])}


def answers(spread, r):
    return {"least": spread**2 * (1 - r**2)}
