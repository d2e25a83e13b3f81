"""The targets have the standard deviation {spread}, and cosines and targets the Pearson
correlation {r}. Let `least` be the smallest mean squared error that a free scale and shift leave.
"""

HANDS_IN = "least"
HINTS = (
    (
        "This is a straight line fitted to the targets: what it leaves is the part that the "
        "correlation does not explain."
    ),
)


def given(random):
    return {"spread": random.choice([0.2, 0.25, 0.35]), "r": random.choice([0.6, 0.7, 0.85])}


def answers(spread, r):
    return {"least": spread**2 * (1 - r**2)}


def mistakes(spread, r):
    return {
        "least": {
            "with 1 − r in place of 1 − r²": spread**2 * (1 - r),
            "the deviation that is left: its square is asked for": spread * (1 - r**2) ** 0.5,
            "spread² (1 − r)²: that is the price of the spread alone": spread**2 * (1 - r) ** 2,
        }
    }
