"""A difference of {delta} of two accuracies, and the share {q} of rows on which exactly one
encoder is right. Let `two_errors` be how many rows make it two standard errors, and `power` how
many it takes to see it in four studies of five at the level of 95 %.
"""

HANDS_IN = "two_errors\npower"


def given(random):
    return {"delta": random.choice([0.004, 0.008, 0.01]), "q": random.choice([0.04, 0.06, 0.1])}


def answers(delta, q):
    once = (q - delta**2) / delta**2
    return {"two_errors": 4.0 * once, "power": (1.96 + 0.8416) ** 2 * once}
