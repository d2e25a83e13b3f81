"""A method has {rates} learning rates, all equally good; test and validation scores err by
{spread} points each. Let `honest` and `peeking` be by how much the reported test score is too
good, on average over 100,000 draws, if the rate is chosen on validation, and on the test set.
"""

HANDS_IN = "honest\npeeking"
PAGE = {"rates": 8, "spread": 1.0}
HINTS = (
    (
        "Choosing by one set leaves the other's error as it was. Choosing by the test set "
        "takes the largest of its errors."
    ),
)
TOLERANCE = {"honest": 0.05, "peeking": 0.08}


def given(random):
    return {"rates": random.choice([4, 6, 12, 16]), "spread": random.choice([0.7, 1.5, 2.0])}


def answers(rates, spread):
    import numpy as np

    drawn = np.random.default_rng(0).normal(0, spread, (100_000, rates))
    return {"honest": 0.0, "peeking": drawn.max(axis=1).mean()}


def mistakes(rates, spread):
    luck = answers(rates, spread)["peeking"]
    return {"honest": {"the luck of the validation score: the test score has none of it": luck}}
