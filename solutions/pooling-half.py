"""The code adds the layers and multiplies by {factor}, where the mean divides by two. Let
`cosine_factor` and `dot_factor` be what a cosine and a dot product are multiplied by.
"""

HANDS_IN = "cosine_factor\ndot_factor"
PAGE = {"factor": 1.0}
HINTS = (
    (
        "A vector that is t times as long has the same direction. A dot product takes the "
        "factor once from each vector."
    ),
)


def given(random):
    return {"factor": random.choice([1.5, 2.0, 2.5, 3.0])}


def answers(factor):
    return {"cosine_factor": 1.0, "dot_factor": (2 * factor) ** 2}


def mistakes(factor):
    return {
        "cosine_factor": {"the factor of the lengths: a cosine divides by them": 2 * factor},
        "dot_factor": {"the factor of one vector: both are longer": 2 * factor},
    }
