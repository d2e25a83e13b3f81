"""Let `degrees` be the angle, to a whole degree, at which the push on the vector is largest for
the target y = {target}, and `push` its length there.
"""

HANDS_IN = "degrees\npush"
TOLERANCE = {"degrees": 1.0, "push": 0.01}


def given(random):
    return {"target": random.choice([0.2, 0.5, 0.8, 1.0])}


def answers(target):
    import math

    def push(degrees):
        angle = math.radians(degrees)
        return abs(2 * (math.cos(angle) - target) * math.sin(angle))

    degrees = max(range(1, 180), key=push)
    return {"degrees": degrees, "push": push(degrees)}
