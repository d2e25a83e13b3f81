"""A pair of unit vectors stands at the angle θ, and cosine-MSE pulls it to the target
y = {target}. Let `degrees` be the smallest angle, to a whole degree, at which the push on the
vector is largest, and `push` its length there.
"""

HANDS_IN = "degrees\npush"
PAGE = {"target": 0.0}
HINTS = ("The push is |2 (c − y) sin θ| with c = cos θ. Compute it for each whole degree.",)
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


def mistakes(target):
    import math

    at = answers(target)
    return {
        "degrees": {
            "the angle in radians": math.radians(at["degrees"]),
            "where the push on the cosine is largest: sin θ is missing": 180 if target > 0 else 0,
        },
        "push": {"half of it: the square's 2 is missing": at["push"] / 2},
    }
