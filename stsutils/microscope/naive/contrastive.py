"""The contrastive loss, pair by pair."""

from stsutils.microscope.subject import on_a_vector


def contrastive(
    cosines: list, labels: list, threshold: float = 0.5, form: str = "as_written"
) -> float:
    """Return the mean of ½(1 − cos)² for positives, ½max(ε, cos)² or ½max(0, cos − ε)² else."""
    total = 0.0
    for c, y in zip(cosines, labels, strict=True):
        if y == 1:
            total += (1 - c) ** 2 / 2
        elif form == "as_written":
            total += max(threshold, c) ** 2 / 2
        else:
            total += max(0.0, c - threshold) ** 2 / 2
    return total / len(cosines)


SUBJECT = on_a_vector(
    contrastive,
    labels=(0, 1),
    settings=(
        {},
        {"threshold": -0.5},
        {"form": "as_coded"},
        {"threshold": 0.2, "form": "as_coded"},
    ),
)
