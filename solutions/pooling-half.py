"""The code adds the layers and multiplies by {factor}, where the mean divides by two. Let
`cosine_factor` and `dot_factor` be what a cosine and a dot product are multiplied by.
"""

HANDS_IN = "cosine_factor\ndot_factor"


def given(random):
    return {"factor": random.choice([1.5, 2.0, 2.5, 3.0])}


def answers(factor):
    return {"cosine_factor": 1.0, "dot_factor": (2 * factor) ** 2}
