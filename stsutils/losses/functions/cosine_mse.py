"""Cosine-MSE: pull every pair's cosine to its label."""

from stsutils.losses.entry import ANY_PAIRS, Entry, any_pairs
from stsutils.losses.guards import checked
from stsutils.losses.shapes import Labels, Numbers, Scalar


def cosine_mse(cosines: Numbers, labels: Labels) -> Scalar:
    """Return the mean squared difference between cosines and labels.

    Formula:
        L = mean over pairs of (cosines − labels)², ∂L/∂cosines[i] = 2 (cosines[i] − labels[i]) / B.

    Args:
        cosines: (B,) one cosine a pair; bf16 and fp16 are lifted to float32 first.
        labels: (B,) the wanted cosine, in [0, 1] in the paper; anything in [−1, 1] is taken.

    Returns:
        One scalar, at least float32.

    Raises:
        UserError: shapes that differ, or a label no cosine can reach (on a GPU: a NaN loss).

    Data:
        Pairs with a score, after `relabel(rows, "unit")`.

    Reference:
        Huang et al., CoSENT (TASLP 2024), Eq. 4; Reimers & Gurevych, Sentence-BERT (2019), the
        regression objective.

    As written, as coded:
        Eq. 4 writes a norm and no mean; the code takes the mean. The authors divide STS-B and
        SICK-R scores by 5; SICK scores start at 1, so their lowest target there is 0.2.

    Relations:
        The contrastive loss asks 1 of positives and at most the threshold of negatives; this
        asks one exact cosine of every pair. CoSENT asks an order and no value.

    Example:
        >>> import torch
        >>> round(cosine_mse(torch.tensor([1.0, 0.5]), torch.tensor([1.0, 0.1])).item(), 4)
        0.08
    """
    mend = 'No cosine reaches it: scale the labels first with relabel(rows, "unit").'
    c, y = checked("cosine_mse", cosines, labels, lambda y: y.abs() <= 1, mend)
    return ((c - y) ** 2).mean()


ENTRY = Entry(cosine_mse, "cosine-MSE", ANY_PAIRS, own_pairs=any_pairs("unit_range"))
