"""Hand in `symmetric(score, first, second)`: it calls `score(a, b)`, any model's, and gives a
number that does not depend on the order of the sentences, and is the model's own where it has
none.
"""

HANDS_IN = "symmetric(score, first, second)"
EXAMPLES = """\
assert symmetric(lambda a, b: len(a), "abc", "d") == symmetric(lambda a, b: len(a), "d", "abc")
assert symmetric(lambda a, b: 7.0, "abc", "d") == 7.0, "a symmetric score stays"
"""
HINTS = (
    "Call score(first, second) and score(second, first).",
    "Their mean has no order, and is the model's own number where both agree.",
)
REFERENCE = """\
def symmetric(score, first, second):
    return (score(first, second) + score(second, first)) / 2
"""
WRONG = {
    "the score as it is": ("def symmetric(score, first, second): return score(first, second)"),
    "0 always": "def symmetric(score, first, second): return 0.0",
    "the sum of both orders, which changes a symmetric score": (
        "def symmetric(score, first, second): return score(first, second) + score(second, first)"
    ),
}
PAIRS = [("a cat", "dogs"), ("two men play", "a man sleeps"), ("rain", "rain falls")]


def check_no_order(hand, random):
    lean = random.uniform(0.2, 0.8)

    def score(a, b):
        return len(a) - lean * len(b)

    for a, b in PAIRS:
        there, back = hand.symmetric(score, a, b), hand.symmetric(score, b, a)
        assert abs(there - back) < 1e-9, "the order of the sentences still counts"


def check_the_models_own(hand, random):
    check_no_order(hand, random)
    grow = random.uniform(1, 3)
    for a, b in PAIRS:
        seen = hand.symmetric(lambda x, y: grow * (len(x) + len(y)), a, b)
        assert abs(seen - grow * (len(a) + len(b))) < 1e-9, "a symmetric model's score was changed"
