"""Direct linear loss: a positive pair's cosine to 1, a negative pair's to −1."""

from jaxtyping import Float, Shaped
from torch import Tensor

from stsutils.losses.entry import Entry, any_pairs
from stsutils.losses.guards import zero_or_one


def direct_linear(
    cosines: Float[Tensor, "pairs"], labels: Shaped[Tensor, "pairs"]
) -> Float[Tensor, ""]:
    """Return the mean distance of each cosine from its end: 1 for positives, −1 for negatives.

    Formula, with t the label and c the cosine:
        L = mean over pairs of t (1 − c) + (1 − t)(1 + c), ∂L/∂cosines[i] = ∓1 / B.

    Args:
        cosines: (B,) one cosine a pair; bf16 and fp16 are lifted to float32 first.
        labels: (B,) 0 or 1, of any dtype.

    Returns:
        One scalar, at least float32, from 0 to 2.

    Raises:
        UserError: shapes that differ, a label that is not 0 or 1 (on a GPU: a NaN loss).

    Data:
        Pairs with a 0/1 label; graded pairs after `relabel(rows, "binary>2.5")`.

    Reference:
        Su Jianlin's blog post on CoSENT (January 2022), its first formula, as an example of what
        fails on hard negatives. It gives no number.

    As written, as coded:
        Written for one pair; the mean over the batch is ours. No code was published.

    Relations:
        The push never lets go: it is as strong on a negative at −0.9 as on one at 0.9.
        `direct_squared` wants 0 of negatives; `linear_threshold` stops at a threshold.

    Example:
        >>> import torch
        >>> round(direct_linear(torch.tensor([0.6, 0.7]), torch.tensor([1, 0])).item(), 4)
        1.05
    """
    c, y = zero_or_one("direct_linear", cosines, labels)
    return (y * (1 - c) + (1 - y) * (1 + c)).mean()


ENTRY = Entry(
    direct_linear,
    "direct linear",
    ("binary pairs",),
    "pairs with a 0/1 label",
    own_pairs=any_pairs("two classes"),
)
