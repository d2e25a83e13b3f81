"""All cosines are equal, the batch has {rows} rows. Let `alone` be InfoNCE's loss without hard
negatives, and `hard` with one for each row.
"""

HANDS_IN = "alone\nhard"
HINTS = (
    ("Each candidate has the same exponential, so the loss is the log of how many there are."),
)


def given(random):
    return {"rows": random.choice([6, 12, 20, 24, 48])}


def answers(rows):
    import math

    return {"alone": math.log(rows), "hard": math.log(2 * rows)}


def mistakes(rows):
    import math

    return {
        "alone": {
            "the log of the negatives alone: the positive is a candidate, too": math.log(rows - 1)
        },
        "hard": {
            "one hard negative more: each row sees those of all rows": math.log(rows + 1),
            "the loss without hard negatives": math.log(rows),
        },
    }
