"""Let `margins` be the margins on the distance 1 − c that belong to these thresholds, in order."""

HANDS_IN = "margins"
TOLERANCE = {"margins": 1e-6}


def given(random):
    choice = [-0.8, -0.6, -0.4, -0.2, 0.1, 0.3, 0.6, 0.8]
    return {"thresholds": sorted(random.sample(choice, 5))}


def answers(thresholds):
    return {"margins": [1 - threshold for threshold in thresholds]}
