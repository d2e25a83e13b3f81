"""Let `ceiling` be the tie ceiling of {m} classes of equal size, for very many pairs, and
`classes` the least number of classes whose ceiling exceeds {goal}.
"""

HANDS_IN = "ceiling\nclasses"
PAGE = {"m": 3, "goal": 0.99}
HINTS = ("For large n the ceiling is √(1 − m⁻²): each class is n / m of the pairs.",)


def given(random):
    return {"m": random.randint(4, 9), "goal": random.choice([0.97, 0.98, 0.985, 0.995])}


def answers(m, goal):
    classes = next(k for k in range(2, 1000) if (1 - k**-2) ** 0.5 > goal)
    return {"ceiling": (1 - m**-2) ** 0.5, "classes": classes}


def mistakes(m, goal):
    right = answers(m, goal)
    return {
        "ceiling": {
            "1 − m⁻²: the root is missing": 1 - m**-2,
            "√(1 − 1/m): m is squared": (1 - 1 / m) ** 0.5,
        },
        "classes": {"one too few: its ceiling does not exceed the goal": right["classes"] - 1},
    }
