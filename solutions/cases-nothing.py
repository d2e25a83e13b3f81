"""Random cosines meet pairs of which {share} are equivalent. Let `f1` be the F1 of the best
threshold, for many pairs, and `right` the expected number right of {n} such pairs with that
threshold.
"""

HANDS_IN = "f1\nright"
PAGE = {"share": 0.5, "n": 10}
HINTS = (
    (
        "With random cosines the best threshold calls all pairs positive. What are precision "
        "and recall then?"
    ),
)
TOLERANCE = {"f1": 0.01, "right": 0.3}


def given(random):
    return {"share": random.choice([0.2, 0.3, 0.4, 0.6]), "n": random.choice([20, 30, 40])}


def answers(share, n):
    return {"f1": 2 * share / (1 + share), "right": share * n}
