"""Let `least` be the smallest InfoNCE loss of one row with one negative at the temperature
{temperature}.
"""

HANDS_IN = "least"


def given(random):
    return {"temperature": random.choice([0.4, 0.5, 0.7, 0.8])}


def answers(temperature):
    import math

    return {"least": math.log1p(math.exp(-2 / temperature))}
