"""Cosine-MSE and margin-MSE, pair by pair."""

from itertools import permutations

from stsutils.microscope.dual import mean
from stsutils.microscope.subject import on_a_vector


def cosine_mse(cosines: list, labels: list) -> float:
    """Return the mean of (cos − label)²."""
    return mean((c - y) ** 2 for c, y in zip(cosines, labels, strict=True))


def margin_mse(cosines: list, labels: list) -> float:
    """Return the mean of ((cos − cos′) − (label − label′))² over any two pairs."""
    any_two = permutations(zip(cosines, labels, strict=True), 2)
    return mean(((c - other_c) - (y - other_y)) ** 2 for (c, y), (other_c, other_y) in any_two)


LABELS = (0, 0.2, 0.5, 1)
SUBJECTS = (on_a_vector(cosine_mse, LABELS), on_a_vector(margin_mse, LABELS))
