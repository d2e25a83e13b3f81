"""RankNet's loss on cosines: every comparison of a batch counts, and the mean is taken."""

from torch.nn import functional as F

from stsutils.losses.entry import ANY_PAIRS, Entry
from stsutils.losses.guards import comparisons
from stsutils.losses.shapes import Labels, Numbers, Scalar


def rank_net(cosines: Numbers, labels: Labels, scale: float = 20.0) -> Scalar:
    """Return the mean logistic loss of all comparisons that the labels ask for.

    Formula:
        L = mean of log(1 + exp(scale · (cosines[k] − cosines[i])))
        over all (i, k) with labels[i] > labels[k]; O(B²) time and memory.

    Args:
        cosines: (B,) one score a pair; bf16 and fp16 are lifted to float32 first.
        labels: (B,) higher means more similar; only their order counts.
        scale: what cosines are multiplied by, CoSENT's λ.

    Returns:
        One scalar, at least float32: log 2 where all cosines are equal, 0 without a comparison.

    Raises:
        UserError: shapes that differ, a scale that is not above 0, a label that is NaN.

    Data:
        Pairs with an ordered label, as for `cosent`.

    Reference:
        Burges et al., Learning to Rank using Gradient Descent (ICML 2005), Eq. 3.

    As written, as coded:
        RankNet has a network's scores and no scale; on cosines it needs one.

    Relations:
        CoSENT has one logarithm around the sum of all exponentials, so that the worst comparison
        takes most of the push; here each has a logarithm of its own. With one comparison both are
        one loss.

    Example:
        >>> import torch
        >>> round(rank_net(torch.tensor([0.6, 0.6]), torch.tensor([1, 0])).item(), 4)
        0.6931
    """
    gaps = comparisons("rank_net", cosines, labels, scale=scale)
    return -F.logsigmoid(scale * gaps).sum() / max(1, len(gaps))


ENTRY = Entry(rank_net, "RankNet", ANY_PAIRS)
