"""The direct linear loss, pair by pair."""

from stsutils.microscope.subject import on_a_vector


def direct_linear(cosines: list, labels: list) -> float:
    """Return the mean of 1 − cos for positives, 1 + cos else."""
    total = 0.0
    for c, y in zip(cosines, labels, strict=True):
        total += 1 - c if y == 1 else 1 + c
    return total / len(cosines)


SUBJECT = on_a_vector(direct_linear, labels=(0, 1))
