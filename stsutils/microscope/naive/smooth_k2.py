"""Smooth K2, pair by pair."""

from stsutils.microscope.naive.translated_relu import PREDICTED, READINGS, miss
from stsutils.microscope.subject import on_a_vector


def smooth_k2(
    predictions: list,
    labels: list,
    slope: float = 2.0,
    tolerance: float = 0.25,
    boundary: str = "none",
    ends: tuple = (0.0, 2.0),
) -> float:
    """Return the mean of k (x² − 2 x0 x + x0²) where the miss x is above x0."""
    total = 0.0
    for p, y in zip(predictions, labels, strict=True):
        x = abs(miss(p, y, boundary, ends))
        if x > tolerance:
            total += slope * (x * x - 2 * tolerance * x + tolerance * tolerance)
    return total / len(predictions)


SUBJECT = on_a_vector(smooth_k2, labels=(0, 1, 2), settings=READINGS, **PREDICTED)
