"""The losses of the CoSENT blog post, pair by pair."""

from stsutils.microscope.dual import mean
from stsutils.microscope.subject import on_a_vector


def direct_linear(cosines: list, labels: list) -> float:
    """Return the mean of 1 − cos for positives, 1 + cos else."""
    return mean(1 - c if y == 1 else 1 + c for c, y in zip(cosines, labels, strict=True))


def direct_squared(cosines: list, labels: list) -> float:
    """Return the mean of (1 − cos)² for positives, cos² else."""
    return mean((1 - c) ** 2 if y == 1 else c**2 for c, y in zip(cosines, labels, strict=True))


def linear_threshold(cosines: list, labels: list, threshold: float = 0.7) -> float:
    """Return the mean of 1 − cos for positives, max(ε, cos) else."""
    pairs = zip(cosines, labels, strict=True)
    return mean(1 - c if y == 1 else max(threshold, c) for c, y in pairs)


SUBJECTS = [
    on_a_vector(direct_linear, labels=(0, 1)),
    on_a_vector(direct_squared, labels=(0, 1)),
    on_a_vector(linear_threshold, labels=(0, 1), settings=({}, {"threshold": -0.5})),
]
