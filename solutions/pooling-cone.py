"""Hand in vectors `a1`, `b1`, `a2`, `b2` and `m` with cos(a1, b1) above cos(a2, b2) by {gap} or
more, and below it once m is added to all four.
"""

HANDS_IN = "a1\nb1\na2\nb2\nm"
EXAMPLES = """\
assert len({len(x) for x in (a1, b1, a2, b2, m)}) == 1, "five vectors of one length"
"""
HINTS = (
    ("A long vector is hardly turned by what is added; a short one takes the direction of m."),
    (
        "Let the first two be long and near each other, the last two short and at right "
        "angles; m of middle length."
    ),
)
WRONG = {
    "m is zero": ("a1, b1, a2, b2, m = [5, 0, 0], [3, 4, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0]"),
    "a first cosine that is not above the second": (
        "a1, b1, a2, b2, m = [1, 0], [0, 1], [1, 0], [1, 0.1], [3, 3]"
    ),
}


def given(random):
    return {"gap": random.choice([0.3, 0.4, 0.5])}


def check_order_turns(hand, random, gap):
    import numpy as np

    def cosine(a, b):
        return a @ b / np.linalg.norm(a) / np.linalg.norm(b)

    a1, b1, a2, b2, m = (np.asarray(x, float) for x in (hand.a1, hand.b1, hand.a2, hand.b2, hand.m))
    before = cosine(a1, b1) - cosine(a2, b2)
    assert before >= gap, f"without m the first cosine is larger by {before:.2f} only"
    assert cosine(a1 + m, b1 + m) < cosine(a2 + m, b2 + m), "with m the order is the same"
