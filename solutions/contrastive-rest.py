"""A negative pair starts at the cosine {start}, another at {low}, and both follow the gradient
of the contrastive loss at the threshold {threshold}. Let `written` be the two places of rest as
written, `coded` those as coded, each a list of two.
"""

HANDS_IN = "written\ncoded"
PAGE = {"start": 0.8, "low": -0.3, "threshold": -0.5}
HINTS = (
    (
        "As written the loss of a negative pair is max(ε, c)²: where is its slope 0? As coded "
        "it is max(0, c − ε)²."
    ),
)
TOLERANCE = {"written": 0.02, "coded": 0.02}


def given(random):
    return {
        "start": random.choice([0.7, 0.9]),
        "low": random.choice([-0.2, -0.1]),
        "threshold": random.choice([-0.6, -0.4]),
    }


def answers(start, low, threshold):
    return {"written": [0.0, 0.0], "coded": [threshold, threshold]}


def mistakes(start, low, threshold):
    return {
        "written": {
            "the rest as coded: as written the square itself is pushed down": [threshold] * 2,
            "no push on the pair below 0: as written it goes up": [0.0, low],
        },
        "coded": {"the rest as written: as coded only what is above ε is pushed": [0.0, 0.0]},
    }
