"""L1, pair by pair."""

from stsutils.microscope.subject import on_a_vector


def l1(predictions: list, labels: list) -> float:
    """Return the mean of |prediction − label|."""
    total = 0.0
    for p, y in zip(predictions, labels, strict=True):
        total += abs(p - y)
    return total / len(predictions)


SUBJECT = on_a_vector(l1, labels=(0, 1, 2), low=-1.0, high=3.0, span=(-1.0, 3.0))
