"""Translated ReLU with k = {slope} and x0 = {tolerance} sees the prediction {prediction} on an
entailment pair (label 2). Let `prices` be its price under the readings none, as_coded, both_ends
and own_end, in this order.
"""

HANDS_IN = "prices"
PAGE = {"slope": 2.5, "tolerance": 0.25, "prediction": -0.01}
HINTS = ("The price is k (|p − y| − x0). Two readings move a prediction below 0 to 0 first.",)


def given(random):
    return {
        "slope": random.choice([1.5, 2.0, 3.0]),
        "tolerance": random.choice([0.2, 0.3]),
        "prediction": random.choice([-0.04, -0.06, -0.1]),
    }


def answers(slope, tolerance, prediction):
    alone, moved = slope * (2 - prediction - tolerance), slope * (2 - tolerance)
    return {"prices": [alone, moved, moved, alone]}


def mistakes(slope, tolerance, prediction):
    alone, moved = slope * (2 - prediction - tolerance), slope * (2 - tolerance)
    return {
        "prices": {
            "without the tolerance x0": [
                x + slope * tolerance for x in (alone, moved, moved, alone)
            ],
            "both_ends as if it moved nothing": [alone, moved, alone, alone],
            "all four as if nothing was moved": [alone] * 4,
        }
    }
