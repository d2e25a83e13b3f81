"""A method has {rates} learning rates, all equally good; test and validation scores err by
{spread} points each. Let `honest` and `peeking` be by how much the reported test score is too
good, on average, if the rate is chosen on validation, and on the test set.
"""

HANDS_IN = "honest\npeeking"
TOLERANCE = {"honest": 0.05, "peeking": 0.08}


def given(random):
    return {"rates": random.choice([4, 6, 12, 16]), "spread": random.choice([0.7, 1.5, 2.0])}


def answers(rates, spread):
    import numpy as np

    drawn = np.random.default_rng(0).normal(0, spread, (100_000, rates))
    return {"honest": 0.0, "peeking": drawn.max(axis=1).mean()}
