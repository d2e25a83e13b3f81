"""Linear threshold loss: positives to 1, negatives down to a threshold, at a constant push."""

import torch
from jaxtyping import Float, Shaped
from torch import Tensor

from stsutils.losses.entry import Entry, any_pairs
from stsutils.losses.guards import zero_or_one


def linear_threshold(
    cosines: Float[Tensor, "pairs"], labels: Shaped[Tensor, "pairs"], threshold: float = 0.7
) -> Float[Tensor, ""]:
    """Return the mean of 1 − c over positives and of c, or the threshold if larger, over the rest.

    Formula, with t the label, c the cosine and ε the threshold:
        L = mean over pairs of t (1 − c) + (1 − t) max(c, ε).

    Args:
        cosines: (B,) one cosine a pair; bf16 and fp16 are lifted to float32 first.
        labels: (B,) 0 or 1, of any dtype.
        threshold: ε, the cosine below which a negative pair is left alone. Blog: 0.7.

    Returns:
        One scalar, at least float32. It is not 0 at its best: negatives still cost ε.

    Raises:
        UserError: shapes that differ, a label that is not 0 or 1 (on a GPU: a NaN loss).

    Data:
        Pairs with a 0/1 label; graded pairs after `relabel(rows, "binary>2.5")`.

    Reference:
        Su Jianlin's blog post on CoSENT (January 2022), its third formula, as a mitigation.

    As written, as coded:
        Written for one pair; the mean over the batch is ours. No code was published. A cosine
        that equals the threshold gets no push.

    Relations:
        `contrastive` squares both terms. With ε ≤ −1 the gradient is `direct_linear`'s. A maximum
        with ε and one of c − ε with 0 differ by a constant here, so this loss has one reading
        where the squared one has two.

    Example:
        >>> import torch
        >>> cosines, labels = torch.tensor([0.6, 0.8, 0.3]), torch.tensor([1, 0, 0])
        >>> round(linear_threshold(cosines, labels).item(), 4)
        0.6333
    """
    c, y = zero_or_one("linear_threshold", cosines, labels)
    # torch.where, not clamp: at c = ε exactly clamp would still pass a gradient
    negative = torch.where(c > threshold, c, threshold)
    return (y * (1 - c) + (1 - y) * negative).mean()


ENTRY = Entry(
    linear_threshold,
    "linear threshold",
    ("binary pairs",),
    "pairs with a 0/1 label",
    own_pairs=any_pairs("two classes"),
)
