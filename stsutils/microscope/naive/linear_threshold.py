"""The linear threshold loss, pair by pair."""

from stsutils.microscope.subject import on_a_vector


def linear_threshold(cosines: list, labels: list, threshold: float = 0.7) -> float:
    """Return the mean of 1 − cos for positives, max(ε, cos) else."""
    total = 0.0
    for c, y in zip(cosines, labels, strict=True):
        total += 1 - c if y == 1 else max(threshold, c)
    return total / len(cosines)


SUBJECT = on_a_vector(linear_threshold, labels=(0, 1), settings=({}, {"threshold": -0.5}))
