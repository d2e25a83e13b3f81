"""For unit vectors the positive has the cosine {cosine} and the margin is {margin}. Let
`by_cosine` and `by_euclid` be the largest cosines of the negative at which the loss is silent.
"""

HANDS_IN = "by_cosine\nby_euclid"
TOLERANCE = {"by_cosine": 5e-3, "by_euclid": 5e-3}


def given(random):
    return {"cosine": random.choice([0.8, 0.85, 0.95]), "margin": random.choice([0.3, 0.4, 0.6])}


def answers(cosine, margin):
    near = (2 - 2 * cosine) ** 0.5
    return {"by_cosine": cosine - margin, "by_euclid": 1 - (near + margin) ** 2 / 2}
