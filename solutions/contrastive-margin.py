"""A library's contrastive loss takes a margin m on the distance d = 1 − c:
½ y d² + ½ (1 − y) max(0, m − d)². Let `margins` be the margins that belong to the thresholds ε of
the list, in order.
"""

HANDS_IN = "margins"
PAGE = {"thresholds": [-1, -0.5, 0, 0.5, 0.9]}
HINTS = ("Write m − d with d = 1 − c, and compare it with c − ε.",)
TOLERANCE = {"margins": 1e-6}


def given(random):
    choice = [-0.8, -0.6, -0.4, -0.2, 0.1, 0.3, 0.6, 0.8]
    return {"thresholds": sorted(random.sample(choice, 5))}


def answers(thresholds):
    return {"margins": [1 - threshold for threshold in thresholds]}


def mistakes(thresholds):
    return {
        "margins": {
            "1 + ε: look at the sign again": [1 + e for e in thresholds],
            "the thresholds themselves: a margin is on the distance": list(thresholds),
        }
    }
