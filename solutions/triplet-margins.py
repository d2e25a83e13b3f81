"""For unit vectors the positive has the cosine {cosine} and the margin is {margin}. Let
`by_cosine` and `by_euclid` be the largest cosines of the negative at which the loss is silent.
"""

HANDS_IN = "by_cosine\nby_euclid"
PAGE = {"cosine": 0.9, "margin": 0.5}
HINTS = (
    (
        "With Euclid unit vectors at the cosine c stand √(2 − 2c) apart. Turn the distance of "
        "the negative back into a cosine."
    ),
)


def given(random):
    return {"cosine": random.choice([0.8, 0.85, 0.95]), "margin": random.choice([0.3, 0.4, 0.6])}


def answers(cosine, margin):
    near = (2 - 2 * cosine) ** 0.5
    return {"by_cosine": cosine - margin, "by_euclid": 1 - (near + margin) ** 2 / 2}


def mistakes(cosine, margin):
    square = 1 - ((2 - 2 * cosine) + margin) / 2
    return {
        "by_cosine": {"the margin added: the negative's cosine is lower": cosine + margin},
        "by_euclid": {
            "with squared distances: the root is missing": square,
            "the margin on the cosine": cosine - margin,
        },
    }
