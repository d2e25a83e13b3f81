"""CoSENT on those comparisons alone whose labels stand well apart in the batch."""

import torch

from stsutils.losses.entry import ANY_PAIRS, Entry
from stsutils.losses.guards import comparisons
from stsutils.losses.shapes import Labels, Numbers, Scalar


def rank_gap(cosines: Numbers, labels: Labels, scale: float = 20.0, gap: int = 4) -> Scalar:
    """Return CoSENT's loss of the comparisons that are at least `gap` ranks apart.

    Formula:
        L = log(1 + Σ exp(scale · (cosines[k] − cosines[i]))),
        summed over all (i, k) with rank[i] − rank[k] ≥ gap, where rank is the number of labels in
        the batch that are strictly lower; O(B²) time and memory.

    Args:
        cosines: (B,) one score a pair; bf16 and fp16 are lifted to float32 first.
        labels: (B,) higher means more similar; only their order counts.
        scale: the papers' λ.
        gap: in ranks of the batch, at least 1. With 1 it is CoSENT.

    Returns:
        One scalar, at least float32; 0 where no two labels stand so far apart.

    Raises:
        UserError: shapes that differ, a scale or a gap that is not above 0, a label that is NaN.

    Data:
        Pairs with an ordered label, as for `cosent`; batches of several times `gap` pairs.

    Reference:
        RAOE (EMNLP 2025), its rank margin loss, which asks for more than 16 ranks.

    As written, as coded:
        The released code gives tied labels different ranks, by their place in the batch; here tied
        labels share a rank, as everywhere in this package.

    Relations:
        `cosent` compares every two pairs whose labels differ.

    Example:
        >>> import torch
        >>> cosines, labels = torch.tensor([0.1, 0.2, 0.3]), torch.tensor([2.0, 1.0, 0.0])
        >>> round(rank_gap(cosines, labels, gap=2).item(), 4)  # the first against the last alone
        4.0182
    """
    gaps = comparisons("rank_gap", cosines, labels, apart=gap, scale=scale, gap=gap)
    return torch.cat([gaps.new_zeros(1), -scale * gaps]).logsumexp(0)


ENTRY = Entry(rank_gap, "CoSENT of far ranks", ANY_PAIRS)
