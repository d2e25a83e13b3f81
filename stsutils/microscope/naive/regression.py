"""Losses on predictions, pair by pair."""

from stsutils.microscope.dual import mean
from stsutils.microscope.subject import on_a_vector

READINGS = (
    {},
    {"slope": 1.0, "tolerance": 0.0},
    {"boundary": "as_coded"},
    {"boundary": "both_ends"},
    {"boundary": "own_end"},
    {"boundary": "both_ends", "ends": (-0.25, 2.25), "tolerance": 0.1},
    {"boundary": "own_end", "ends": (0.0, 3.0), "tolerance": 0.1},
)
LABELS, PREDICTED = (0, 1, 2), {"low": -1.0, "high": 3.0, "span": (-1.0, 3.0)}


def l1(predictions: list, labels: list) -> float:
    """Return the mean of |prediction − label|."""
    return mean(misses(predictions, labels))


def translated_relu(
    predictions: list, labels: list, slope: float = 2.5, tolerance: float = 0.25, **rule: object
) -> float:
    """Return the mean of k (x − x0) where the miss x is above x0."""
    far = misses(predictions, labels, **rule)
    return mean(slope * (x - tolerance) if x > tolerance else 0.0 for x in far)


def smooth_k2(
    predictions: list, labels: list, slope: float = 2.0, tolerance: float = 0.25, **rule: object
) -> float:
    """Return the mean of k (x² − 2 x0 x + x0²) where the miss x is above x0."""
    return mean(
        slope * (x * x - 2 * tolerance * x + tolerance * tolerance) if x > tolerance else 0.0
        for x in misses(predictions, labels, **rule)
    )


def misses(
    predictions: list, labels: list, boundary: str = "none", ends: tuple = (0.0, 2.0)
) -> list:
    """Return |prediction − label| of each pair, after the boundary rule."""
    pairs = zip(predictions, labels, strict=True)
    return [abs(miss(p, y, boundary, ends)) for p, y in pairs]


def miss(p: float, y: float, boundary: str, ends: tuple) -> float:
    """Prediction − label after the boundary rule, which may replace the prediction."""
    lowest, highest = ends
    if boundary in ("as_coded", "both_ends") and p < lowest:
        return lowest - y
    if boundary == "both_ends" and p > highest:
        return highest - y
    if boundary == "own_end" and (p > y == highest or p < y == lowest):
        return 0.0
    return p - y


SUBJECTS = (
    on_a_vector(l1, LABELS, **PREDICTED),
    on_a_vector(translated_relu, LABELS, READINGS, **PREDICTED),
    on_a_vector(smooth_k2, LABELS, READINGS, **PREDICTED),
)
