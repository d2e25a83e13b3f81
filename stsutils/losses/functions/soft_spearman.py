"""Spearman's correlation made smooth: the number that tests report, as a loss."""

from stsutils.losses.entry import ANY_PAIRS, Entry
from stsutils.losses.functions.pearson import one_minus_correlation
from stsutils.losses.guards import at_least_float32, ordered
from stsutils.losses.shapes import Labels, Numbers, Scalar


def soft_spearman(cosines: Numbers, labels: Labels, scale: float = 20.0) -> Scalar:
    """Return 1 − the correlation of the cosines' soft ranks with the labels' ranks.

    Formula:
        soft_rank[i] = Σ over k of σ(scale · (cosines[i] − cosines[k])),
        L = 1 − Pearson's r of soft_rank and the labels' mid-ranks; O(B²) time and memory.

    Args:
        cosines: (B,) one score a pair; bf16 and fp16 are lifted to float32 first.
        labels: (B,) only their order counts; tied labels share the mean of their ranks.
        scale: how sharply two cosines are told apart; as it grows L becomes 1 − Spearman's ρ.

    Returns:
        One scalar from 0 to 2, at least float32: 1 where all cosines are equal, and 0 where all
        labels are, both without a gradient.

    Raises:
        UserError: shapes that differ, a scale that is not above 0, a label that is NaN.

    Data:
        Pairs with an ordered label, as for `cosent`.

    Reference:
        Qin, Liu & Li, A general approximation framework for direct optimization of information
        retrieval measures (2010), for the soft rank.

    As written, as coded:
        Differentiable sorting (Blondel et al., 2020) makes soft ranks in O(B log B) another way.

    Relations:
        A comparison counts by how far it moves a rank, so the worst one is not heard above others.

    Example:
        >>> import torch
        >>> cosines, labels = torch.tensor([0.9, 0.1, 0.5]), torch.tensor([5.0, 0.0, 2.0])
        >>> round(soft_spearman(cosines, labels, scale=100.0).item(), 4)
        0.0
    """
    c = at_least_float32(ordered("soft_spearman", cosines, labels, scale=scale))
    soft_rank = (scale * (c[:, None] - c[None, :])).sigmoid().sum(1)
    # twice the mid-rank, but for a constant: labels below less labels above
    rank = (labels[:, None] > labels[None, :]).sum(1) - (labels[:, None] < labels[None, :]).sum(1)
    return one_minus_correlation(soft_rank, rank.to(c.dtype))


ENTRY = Entry(soft_spearman, "soft Spearman", ANY_PAIRS)
