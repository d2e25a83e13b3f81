"""A batch has {size} pairs, half of them positive. Let `level` be its chance level, and `largest`
the largest even number of pairs, half positive, whose chance level does not exceed {most}.
"""

HANDS_IN = "level\nlargest"
PAGE = {"size": 8, "most": 6}
HINTS = (
    (
        "At equal cosines every exponential is 1. How many comparisons are there if half of "
        "the pairs are above the other half?"
    ),
)


def given(random):
    return {"size": 2 * random.randint(3, 8), "most": random.choice([2.25, 2.8, 3.24, 3.6, 3.9])}


def answers(size, most):
    import math

    def level(pairs):
        return math.log(1 + pairs**2 / 4)

    return {
        "level": level(size),
        "largest": max(pairs for pairs in range(2, 400, 2) if level(pairs) <= most),
    }


def mistakes(size, most):
    import math

    pairs = size**2 / 4
    return {
        "level": {
            "log P in place of log(1 + P): the 1 + is missing": math.log(pairs),
            "the level of all pairs compared with all": math.log(1 + size**2),
            "the level of size / 2 comparisons": math.log(1 + size / 2),
        },
        "largest": {
            "what log P gives: the 1 + is missing": 2 * math.floor(math.exp(most / 2)),
            "one step too many: its level exceeds the bound": answers(size, most)["largest"] + 2,
        },
    }
