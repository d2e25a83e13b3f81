"""The pairwise hinge: each comparison is to be right by a margin, and then it is left alone."""

import torch

from stsutils.losses.entry import ANY_PAIRS, Entry
from stsutils.losses.guards import comparisons
from stsutils.losses.shapes import Labels, Numbers, Scalar


def pairwise_hinge(cosines: Numbers, labels: Labels, margin: float = 0.2) -> Scalar:
    """Return how far comparisons fall short of the margin, in the mean of all.

    Formula:
        L = mean of max(0, margin − (cosines[i] − cosines[k]))
        over all (i, k) with labels[i] > labels[k]; O(B²) time and memory.

    Args:
        cosines: (B,) one score a pair; bf16 and fp16 are lifted to float32 first.
        labels: (B,) higher means more similar; only their order counts.
        margin: in cosine units, above 0.

    Returns:
        One scalar, at least float32: the margin where all cosines are equal, 0 without a
        comparison.

    Raises:
        UserError: shapes that differ, a margin that is not above 0, a label that is NaN.

    Data:
        Pairs with an ordered label, as for `cosent`.

    Reference:
        Herbrich et al., Large margin rank boundaries for ordinal regression (2000); torch's
        MarginRankingLoss of every comparison of a batch.

    As written, as coded:
        One formula in all sources.

    Relations:
        RankNet bends smoothly where this has a corner, and never lets a comparison go.

    Example:
        >>> import torch
        >>> round(pairwise_hinge(torch.tensor([0.7, 0.6]), torch.tensor([1, 0])).item(), 4)
        0.1
    """
    gaps = comparisons("pairwise_hinge", cosines, labels, margin=margin)
    return torch.relu(margin - gaps).sum() / max(1, len(gaps))


ENTRY = Entry(pairwise_hinge, "pairwise hinge", ANY_PAIRS)
