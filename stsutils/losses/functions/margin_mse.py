"""Margin-MSE: the differences between cosines shall be those between labels."""

from stsutils.losses.entry import ANY_PAIRS, Entry
from stsutils.losses.guards import checked
from stsutils.losses.shapes import Labels, Numbers, Scalar


def margin_mse(cosines: Numbers, labels: Labels) -> Scalar:
    """Return the mean squared error of the differences between any two pairs of a batch.

    Formula:
        L = mean over i ≠ k of ((c[i] − c[k]) − (y[i] − y[k]))²
          = 2 Σ (r − r̄)² / (B − 1),  r = c − y; O(B) time and memory.

    Args:
        cosines: (B,) one cosine a pair; bf16 and fp16 are lifted to float32 first.
        labels: (B,) numbers in [−1, 1]; their zero does not count, their unit does.

    Returns:
        One scalar, at least float32; 0 for one pair.

    Raises:
        UserError: shapes that differ, or a label no cosine can reach (on a GPU: a NaN loss).

    Data:
        Pairs with a score, after `relabel(rows, "unit")`, or with a teacher's cosines.

    Reference:
        Hofstätter et al., Improving Efficient Neural Ranking Models with Cross-Architecture
        Knowledge Distillation (2020), Eq. 4, where the two pairs share a query.

    As written, as coded:
        Theirs compares a query's two passages; sentence pairs share nothing, so here every pair
        meets every other of its batch.

    Relations:
        2 B / (B − 1) times the cosine-MSE that is left when the best constant is added to all
        cosines. Pearson's loss forgives the unit as well.

    Example:
        >>> import torch
        >>> round(margin_mse(torch.tensor([0.9, 0.5]), torch.tensor([0.5, 0.0])).item(), 4)
        0.01
    """
    mend = 'No cosine reaches it: scale the labels first with relabel(rows, "unit").'
    c, y = checked("margin_mse", cosines, labels, lambda y: y.abs() <= 1, mend)
    r = c - y
    return 2 * ((r - r.mean()) ** 2).sum() / max(1, len(r) - 1)


ENTRY = Entry(margin_mse, "margin-MSE", ANY_PAIRS)
