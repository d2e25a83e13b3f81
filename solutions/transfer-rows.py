"""A difference of {delta} of two accuracies, and the share {q} of rows on which exactly one
encoder is right. Let `two_errors` be how many rows make it two standard errors, and `power` how
many it takes to see it in four studies of five at the level of 95 %.
"""

HANDS_IN = "two_errors\npower"
PAGE = {"delta": 0.005, "q": 0.05}
HINTS = (
    (
        "The error of the difference is √((q − δ²) / n). Solve δ = 2 errors, then δ = (1.96 + "
        "0.84) errors."
    ),
)


TOLERANCE = {"power": 60.0}  # 1.96 + 0.84 is 2.8016 with more digits


def given(random):
    return {"delta": random.choice([0.004, 0.008, 0.01]), "q": random.choice([0.04, 0.06, 0.1])}


def answers(delta, q):
    once = (q - delta**2) / delta**2
    return {"two_errors": 4.0 * once, "power": (1.96 + 0.84) ** 2 * once}


def mistakes(delta, q):
    return {
        "two_errors": {
            "without the square of 2": 2 * (q - delta**2) / delta**2,
            "one standard error": (q - delta**2) / delta**2,
        },
        "power": {"1.96² alone: the power of one half": 1.96**2 * (q - delta**2) / delta**2},
    }
