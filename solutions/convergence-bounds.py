"""Two curves are looked at every {every} steps. The first reaches the goal at the look of step
{first}, the second at that of step {second}. The steps that the first
takes to the goal, divided by those of the second, lie between `low` and `high`.
"""

HANDS_IN = "low\nhigh"
PAGE = {"every": 500, "first": 1000, "second": 1500}
HINTS = (
    (
        "A crossing lies after the look before, and not after its own. Divide the smallest by "
        "the largest, and the other way round."
    ),
)


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


def mistakes(every, first, second):
    return {part: {"the looks divided as they are": first / second} for part in ("low", "high")}
