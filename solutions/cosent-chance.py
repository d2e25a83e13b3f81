"""A batch has {size} pairs, half of them positive. Let `level` be its chance level, and `largest`
the largest even number of pairs, half positive, whose chance level does not exceed {most}.
"""

HANDS_IN = "level\nlargest"
TOLERANCE = {"level": 5e-3}


def given(random):
    return {"size": 2 * random.randint(6, 40), "most": random.choice([4.5, 5.0, 5.5, 6.5, 7.0])}


def answers(size, most):
    import math

    def level(pairs):
        return math.log(1 + pairs**2 / 4)

    return {
        "level": level(size),
        "largest": max(pairs for pairs in range(2, 400, 2) if level(pairs) <= most),
    }
