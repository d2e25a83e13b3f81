"""Let `v` be a vector, not of zeros, whose cosine with u = ({a}, {b}) is 0, as a list of two."""

HANDS_IN = "v"
EXAMPLES = """\
assert len(v) == 2, "two numbers"
"""
PAGE = {"a": 3, "b": 1}
HINTS = (
    "The cosine is 0 where a·x + b·y = 0.",
    "Swap the two numbers and change one sign.",
)
REFERENCE = "v = [-b, a]"
WRONG = {
    "the zero vector, which has no direction": "v = [0.0, 0.0]",
    "another vector": "v = [3.0, 1.0]",
    "a vector that points the other way": "v = [-1.0, -3.0]",
}


def given(random):
    return {"a": random.randint(2, 9), "b": random.randint(2, 9)}


def check_right_angle(hand, random, a, b):
    x, y = (float(value) for value in hand.v)
    assert (x * x + y * y) ** 0.5 > 1e-6, "the zero vector has no direction"
    assert abs(a * x + b * y) < 1e-9, "the cosine is not 0"
