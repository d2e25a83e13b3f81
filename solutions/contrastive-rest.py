"""A negative pair starts at the cosine {start}, another at {low}, and both follow the gradient at
the threshold {threshold}. Let `written` be the two places of rest as written, `coded` those as
coded, each a list of two.
"""

HANDS_IN = "written\ncoded"
TOLERANCE = {"written": 0.02, "coded": 0.02}


def given(random):
    return {
        "start": random.choice([0.7, 0.9]),
        "low": random.choice([-0.2, -0.1]),
        "threshold": random.choice([-0.6, -0.4]),
    }


def answers(start, low, threshold):
    return {"written": [0.0, 0.0], "coded": [threshold, threshold]}
