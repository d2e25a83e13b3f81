"""Cosine-MSE and margin-MSE, pair by pair."""

from stsutils.microscope.subject import on_a_vector


def cosine_mse(cosines: list, labels: list) -> float:
    """Return the mean of (cos − label)²."""
    total = 0.0
    for c, y in zip(cosines, labels, strict=True):
        total += (c - y) ** 2
    return total / len(cosines)


def margin_mse(cosines: list, labels: list) -> float:
    """Return the mean of ((cos − cos′) − (label − label′))² over any two pairs."""
    pairs = list(zip(cosines, labels, strict=True))
    total = 0.0
    for i, (c, y) in enumerate(pairs):
        for k, (other_c, other_y) in enumerate(pairs):
            if i != k:
                total += ((c - other_c) - (y - other_y)) ** 2
    return total / max(1, len(pairs) * (len(pairs) - 1))


LABELS = (0, 0.2, 0.5, 1)
SUBJECTS = (on_a_vector(cosine_mse, LABELS), on_a_vector(margin_mse, LABELS))
