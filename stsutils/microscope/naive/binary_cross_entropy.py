"""Binary cross-entropy on scores, pair by pair."""

from stsutils.microscope.dual import log_sum_exp, mean
from stsutils.microscope.subject import on_a_vector


def binary_cross_entropy(scores: list, labels: list) -> float:
    """Return the mean of −y log p − (1 − y) log(1 − p) = log(1 + exp s) − y s, p = sigmoid(s)."""
    return mean(log_sum_exp([0.0, s]) - y * s for s, y in zip(scores, labels, strict=True))


SUBJECT = on_a_vector(
    binary_cross_entropy, labels=(0, 0.3, 1), low=-4.0, high=4.0, span=(-4.0, 4.0)
)
