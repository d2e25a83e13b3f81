"""Cosine-MSE, pair by pair."""

from stsutils.microscope.subject import on_a_vector


def cosine_mse(cosines: list, labels: list) -> float:
    """Return the mean of (cos − label)²."""
    total = 0.0
    for c, y in zip(cosines, labels, strict=True):
        total += (c - y) ** 2
    return total / len(cosines)


SUBJECT = on_a_vector(cosine_mse, labels=(0, 0.2, 0.5, 1))
