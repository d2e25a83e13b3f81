"""Poolings with the same true quality are measured with a standard error of {error} points each,
and the errors of any two correlate with {r}. Let `too_good` be by how much the best of four is
too good, on average.
"""

HANDS_IN = "too_good"
PAGE = {"error": 1.0, "r": 0.5}
HINTS = (
    ("Write each error as √r a + √(1 − r) bᵢ with one a for all: the maximum sees the bᵢ alone."),
)
TOLERANCE = {"too_good": 0.04}


def given(random):
    return {"error": random.choice([0.8, 1.2, 1.5, 2.0]), "r": random.choice([0.2, 0.3, 0.7, 0.8])}


def answers(error, r):
    return {"too_good": 1.02938 * error * (1 - r) ** 0.5}


def mistakes(error, r):
    return {
        "too_good": {
            "the luck of four independent errors": 1.02938 * error,
            "with 1 − r in place of its root": 1.02938 * error * (1 - r),
        }
    }
