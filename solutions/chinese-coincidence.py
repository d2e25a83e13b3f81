"""Over seeds a score has a standard deviation of {spread} points. Let `once` be the probability
that two trainings agree to the second decimal.
"""

HANDS_IN = "once"
TOLERANCE = {"once": 4e-4}


def given(random):
    return {"spread": random.choice([0.3, 0.4, 0.7, 0.9])}


def answers(spread):
    import math

    return {"once": 0.01 / (spread * math.sqrt(2) * math.sqrt(2 * math.pi))}
