"""All cosines are equal, the batch has {rows} rows. Let `alone` be InfoNCE's loss without hard
negatives, and `hard` with one for each row.
"""

HANDS_IN = "alone\nhard"
TOLERANCE = {"alone": 5e-3, "hard": 5e-3}


def given(random):
    return {"rows": random.choice([6, 12, 20, 24, 48])}


def answers(rows):
    import math

    return {"alone": math.log(rows), "hard": math.log(2 * rows)}
