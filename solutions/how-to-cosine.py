"""Let `v` be a vector of length above 1 whose cosine with u = ({a}, {b}) is 0, as a list of two."""

HANDS_IN = "v"
REFERENCE = "v = [-b, a]"
WRONG = ["v = [0.0, 0.0]", "v = [3.0, 1.0]", "v = [-1.0, -3.0]"]


def given(random):
    return {"a": random.randint(2, 9), "b": random.randint(2, 9)}


def check_right_angle(hand, random, a, b):
    x, y = (float(value) for value in hand.v)
    assert (x * x + y * y) ** 0.5 > 1, "v is too short to have a direction"
    assert abs(a * x + b * y) < 1e-9, "the cosine is not 0"
