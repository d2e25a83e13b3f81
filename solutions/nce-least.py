"""Let `least` be the smallest InfoNCE loss of one row with one negative at the temperature
{temperature}.
"""

HANDS_IN = "least"
PAGE = {"temperature": 1.0}
HINTS = ("Put the positive at the cosine 1 and the negative at −1.",)


def given(random):
    return {"temperature": random.choice([0.4, 0.5, 0.7, 0.8])}


def answers(temperature):
    import math

    return {"least": math.log1p(math.exp(-2 / temperature))}


def mistakes(temperature):
    import math

    return {
        "least": {
            "with the negative at a cosine of 0: it can go down to −1": math.log1p(
                math.exp(-1 / temperature)
            ),
            "without the temperature": math.log1p(math.exp(-2)),
            "without the 1 +": -2 / temperature,
        }
    }
