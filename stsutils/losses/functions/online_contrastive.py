"""The online contrastive loss: of each batch only the hard pairs count."""

import torch

from stsutils.losses.entry import Entry
from stsutils.losses.guards import zero_or_one
from stsutils.losses.shapes import Labels, Numbers, Scalar


def online_contrastive(cosines: Numbers, labels: Labels, margin: float = 0.5) -> Scalar:
    """Return the contrastive loss of a batch's hard pairs, summed.

    Formula, with the distance d = 1 − cosine:
        L = Σ over hard positives of d² + Σ over hard negatives of max(0, margin − d)²;
        a positive is hard if it is further apart than the nearest negative, and a negative if it
        is nearer than the furthest positive. In a batch of one class the mean of its own
        distances takes the place of the other class.

    Args:
        cosines: (B,) one cosine a pair; bf16 and fp16 are lifted to float32 first.
        labels: (B,) 0 or 1, of any dtype.
        margin: in distances; a negative with a cosine below 1 − margin is left alone.

    Returns:
        One scalar, at least float32; no mean is taken. 0 where the classes do not overlap.

    Raises:
        UserError: shapes that differ, a label that is not 0 or 1 (on a GPU: a NaN loss).

    Data:
        Pairs with a 0/1 label; graded pairs after `relabel(rows, "binary>2.5")`.

    Reference:
        sentence-transformers 6.2, OnlineContrastiveLoss.

    As written, as coded:
        Nobody published it as a formula; this is what the library computes.

    Relations:
        `contrastive` as coded, with threshold = 1 − margin, is half of its mean over all pairs.
        Which pairs are hard depends on the batch, as in CoSENT; how far each is pushed does not.

    Example:
        >>> import torch
        >>> cosines, labels = torch.tensor([0.9, 0.6, 0.7, 0.1]), torch.tensor([1, 1, 0, 0])
        >>> round(online_contrastive(cosines, labels).item(), 4)  # 0.6 and 0.7: 0.4² + 0.2²
        0.2
    """
    c, y = zero_or_one("online_contrastive", cosines, labels)
    distance, positive = 1 - c, y == 1
    both = positive.any() & (~positive).any()
    mean = distance.mean()
    nearest = torch.where(both, distance.masked_fill(positive, torch.inf).amin(), mean)
    furthest = torch.where(both, distance.masked_fill(~positive, -torch.inf).amax(), mean)
    hard = torch.where(positive, distance > nearest, distance < furthest)
    short = torch.where(positive, distance, torch.relu(margin - distance))
    return (hard * short**2).sum()


ENTRY = Entry(online_contrastive, "online contrastive", ("binary pairs",))
