"""{losses} losses are equally good; their measured means differ by chance with a standard
deviation of {spread} points. Let `ahead_of_truth` and `ahead_of_second` be how far the best one
is ahead of the truth and of the second, on average: over 100,000 draws, say.
"""

HANDS_IN = "ahead_of_truth\nahead_of_second"
PAGE = {"losses": 8, "spread": 1.0}
HINTS = (
    ("Draw many rows of normal numbers, sort each row, and look at the last and the last but one."),
)
TOLERANCE = {"ahead_of_truth": 0.08, "ahead_of_second": 0.06}


def given(random):
    return {"losses": random.choice([5, 12, 20]), "spread": random.choice([0.5, 1.5, 2.0])}


def answers(losses, spread):
    import numpy as np

    drawn = np.sort(np.random.default_rng(0).normal(0, spread, (100_000, losses)), axis=1)
    return {
        "ahead_of_truth": drawn[:, -1].mean(),
        "ahead_of_second": (drawn[:, -1] - drawn[:, -2]).mean(),
    }
