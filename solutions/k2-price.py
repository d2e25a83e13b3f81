"""Translated ReLU with k = {slope} and x0 = {tolerance} sees the prediction {prediction} on an
entailment pair (label 2). Let `prices` be its price under the readings none, as_coded, both_ends
and own_end, in this order.
"""

HANDS_IN = "prices"
TOLERANCE = {"prices": 2e-3}


def given(random):
    return {
        "slope": random.choice([1.5, 2.0, 3.0]),
        "tolerance": random.choice([0.2, 0.3]),
        "prediction": random.choice([-0.04, -0.06, -0.1]),
    }


def answers(slope, tolerance, prediction):
    alone, moved = slope * (2 - prediction - tolerance), slope * (2 - tolerance)
    return {"prices": [alone, moved, moved, alone]}
