"""Hand in `ordered` and `mixed`, cosines for the targets {targets}: the first in perfect order,
the second not, and cosine-MSE prefers the second by {gap} or more.
"""

HANDS_IN = "ordered\nmixed"
EXAMPLES = """\
assert len(ordered) == len(mixed) == 3 and max(map(abs, [*ordered, *mixed])) <= 1
"""
PAGE = {"targets": [0.0, 0.5, 1.0], "gap": 0.05}
HINTS = (
    (
        "Perfect order at the wrong level or without spread is dear: three parts of the "
        "error, and only one is about order."
    ),
    (
        "Put the ordered cosines close together near 1, and the mixed ones near the middle of "
        "the targets."
    ),
)
REFERENCE = "ordered, mixed = [0.85, 0.9, 0.95], [0.5, 0.55, 0.45]"
WRONG = {
    "a second order that costs more": "ordered, mixed = [0.1, 0.5, 0.9], [0.9, 0.5, 0.1]",
    "a second that is in order, too": "ordered, mixed = [0.8, 0.85, 0.9], [0.4, 0.5, 0.6]",
}


def given(random):
    low = random.choice([0.0, 0.1])
    return {"targets": [low, 0.5, 1 - low], "gap": random.choice([0.05, 0.08])}


def check_price(hand, random, targets, gap):
    ordered, mixed = [float(c) for c in hand.ordered], [float(c) for c in hand.mixed]
    assert len(ordered) == len(mixed) == 3, "three cosines each"
    assert max(map(abs, ordered + mixed)) <= 1, "a cosine lies between −1 and 1"

    def price(cosines):
        return sum((c - y) ** 2 for c, y in zip(cosines, targets, strict=True)) / 3

    assert ordered[0] < ordered[1] < ordered[2], "the first are not in perfect order"
    assert sorted(mixed) != mixed, "the second are in order"
    assert price(ordered) - price(mixed) >= gap, "cosine-MSE does not prefer the second by so much"
