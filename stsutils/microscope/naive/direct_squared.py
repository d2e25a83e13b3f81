"""The direct squared loss, pair by pair."""

from stsutils.microscope.subject import on_a_vector


def direct_squared(cosines: list, labels: list) -> float:
    """Return the mean of (1 − cos)² for positives, cos² else."""
    total = 0.0
    for c, y in zip(cosines, labels, strict=True):
        total += (1 - c) ** 2 if y == 1 else c**2
    return total / len(cosines)


SUBJECT = on_a_vector(direct_squared, labels=(0, 1))
