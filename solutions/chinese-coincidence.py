"""Over seeds a score has a standard deviation of {spread} points. Let `once` be the probability
that two trainings agree to the second decimal: by a formula, or from a million draws.
"""

HANDS_IN = "once"
PAGE = {"spread": 0.5}
HINTS = (
    (
        "The difference of two scores has the deviation √2 · spread. Take the height of its "
        "density at 0, times the width of one hundredth."
    ),
)


TOLERANCE = {"once": 3e-4}


def given(random):
    return {"spread": random.choice([0.3, 0.4, 0.7, 0.9])}


def answers(spread):
    import math

    return {"once": 0.01 / (spread * math.sqrt(2) * math.sqrt(2 * math.pi))}


def mistakes(spread):
    return {
        "once": {
            "the density of one score: the difference of two is √2 times as wide": 0.3989423
            / spread
            / 100
        }
    }
