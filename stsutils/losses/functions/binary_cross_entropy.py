"""Binary cross-entropy on scores: the usual loss of an interaction model."""

from torch.nn.functional import logsigmoid

from stsutils.losses.entry import ANY_PAIRS, Entry
from stsutils.losses.guards import checked
from stsutils.losses.lifts.cosines import on_scores
from stsutils.losses.shapes import Labels, Numbers, Scalar


def binary_cross_entropy(scores: Numbers, labels: Labels) -> Scalar:
    """Return the mean cross-entropy between the labels and the scores' sigmoids.

    Formula, with p = 1 / (1 + exp(−score)):
        L = mean over pairs of −y log p − (1 − y) log(1 − p), ∂L/∂scores[i] = (p[i] − y[i]) / B.

    Args:
        scores: (B,) one number a pair, of any size; bf16 and fp16 are lifted to float32 first.
        labels: (B,) from 0 to 1, of any dtype.

    Returns:
        One scalar, at least float32.

    Raises:
        UserError: shapes that differ, a label outside 0 to 1 (on a GPU: a NaN loss).

    Data:
        Pairs with a 0/1 label; scores after `relabel(rows, "unit")`.

    Reference:
        The cross-entropy baseline ("CE") of Huang et al., CoSENT (TASLP 2024), Table VII.

    As written, as coded:
        The paper prints no formula for it. The authors' released code, with one output as CoSENT
        needs it, is this; Su's has two outputs and a softmax, which is this on their difference.

    Relations:
        `cosent` on the same scores asks an order; this asks each pair's own probability. On
        cosines, which end at ±1, p stays between 0.27 and 0.73: it wants an interaction model's
        scores.

    Example:
        >>> import torch
        >>> round(binary_cross_entropy(torch.tensor([0.0, -2.0]), torch.tensor([1, 0])).item(), 4)
        0.41
    """
    mend = 'Labels must be from 0 to 1: mend them with relabel(rows, "unit").'
    between = lambda y: (y >= 0) & (y <= 1)  # noqa: E731
    s, y = checked("binary_cross_entropy", scores, labels, between, mend, "score")
    # 1 − sigmoid(s) = sigmoid(−s), and logsigmoid does not overflow
    return -(y * logsigmoid(s) + (1 - y) * logsigmoid(-s)).mean()


ENTRY = Entry(binary_cross_entropy, "binary cross-entropy", ANY_PAIRS, lift=on_scores)
