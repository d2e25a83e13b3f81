"""Let `ceiling` be the tie ceiling of {m} classes of equal size, and `classes` the least number
of classes whose ceiling exceeds {goal}.
"""

HANDS_IN = "ceiling\nclasses"
TOLERANCE = {"ceiling": 5e-4}


def given(random):
    return {"m": random.randint(4, 9), "goal": random.choice([0.97, 0.98, 0.985, 0.995])}


def answers(m, goal):
    classes = next(k for k in range(2, 1000) if (1 - k**-2) ** 0.5 > goal)
    return {"ceiling": (1 - m**-2) ** 0.5, "classes": classes}
