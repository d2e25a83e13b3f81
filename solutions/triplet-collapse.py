"""Let `collapsed` be the loss at the margin {margin} where all vectors are equal. Hand in
`anchor`, `positive` and `negative`, lists of unit vectors, that cost more than that.
"""

HANDS_IN = "collapsed\nanchor\npositive\nnegative"
EXAMPLES = """\
assert len(anchor) == len(positive) == len(negative)
"""
HINTS = (
    "With equal vectors both distances are 0. What is left of max(0, 0 − 0 + m)?",
    "It costs more if the negative is nearer to the anchor than the positive is.",
)
REFERENCE = """\
collapsed = margin
anchor, positive, negative = [[1.0, 0.0]], [[0.0, 1.0]], [[1.0, 0.0]]
"""
WRONG = {
    "0 as the loss of equal vectors": (
        "collapsed, anchor, positive, negative = 0.0, [[1.0, 0]], [[0, 1.0]], [[1.0, 0]]"
    ),
    "a negative that is further away than the positive": (
        "collapsed, anchor, positive, negative = 1.0, [[1.0, 0]], [[1.0, 0]], [[0, 1.0]]"
    ),
}


def given(random):
    return {"margin": random.choice([0.3, 0.4, 0.6, 0.8])}


def check_collapsed(hand, random, margin):
    assert abs(float(hand.collapsed) - margin) < 1e-6, "this is not the loss of equal vectors"


def check_worse(hand, random, margin):
    import torch

    from stsutils.losses import triplet

    rows = [
        torch.tensor(x, dtype=torch.float64) for x in (hand.anchor, hand.positive, hand.negative)
    ]
    for x in rows:
        assert torch.allclose(x.norm(dim=1), x.new_ones(len(x))), "unit vectors are wanted"
    assert triplet(*rows, margin=margin) > margin + 0.01, "this costs no more than a collapse"
