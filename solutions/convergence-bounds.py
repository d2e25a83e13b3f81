"""Two curves are looked at every {every} steps. The first reaches the goal at the look of step
{first}, the second at that of step {second}. The true share lies between `low` and `high`.
"""

HANDS_IN = "low\nhigh"
TOLERANCE = {"low": 1e-3, "high": 1e-3}


def given(random):
    every = random.choice([100, 200, 250])
    first = random.randint(2, 5)
    return {
        "every": every,
        "first": first * every,
        "second": (first + random.randint(1, 4)) * every,
    }


def answers(every, first, second):
    return {"low": (first - every) / second, "high": first / (second - every)}
