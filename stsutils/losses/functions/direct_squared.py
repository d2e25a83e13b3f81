"""Direct squared loss: a positive pair's cosine to 1, a negative pair's to 0."""

from jaxtyping import Float, Shaped
from torch import Tensor

from stsutils.losses.entry import Entry, any_pairs
from stsutils.losses.functions.cosine_mse import cosine_mse
from stsutils.losses.guards import zero_or_one


def direct_squared(
    cosines: Float[Tensor, "pairs"], labels: Shaped[Tensor, "pairs"]
) -> Float[Tensor, ""]:
    """Return the mean squared distance of each cosine from 1 (positives) or 0 (negatives).

    Formula, with t the label and c the cosine:
        L = mean over pairs of t (1 − c)² + (1 − t) c².

    Args:
        cosines: (B,) one cosine a pair; bf16 and fp16 are lifted to float32 first.
        labels: (B,) 0 or 1, of any dtype.

    Returns:
        One scalar, at least float32.

    Raises:
        UserError: shapes that differ, a label that is not 0 or 1 (on a GPU: a NaN loss).

    Data:
        Pairs with a 0/1 label; graded pairs after `relabel(rows, "binary>2.5")`.

    Reference:
        Su Jianlin's blog post on CoSENT (January 2022), its second formula, as an example of what
        fails on hard negatives. It gives no number.

    As written, as coded:
        Written for one pair; the mean over the batch is ours. No code was published.

    Relations:
        With labels 0 and 1 it is `cosine_mse`, and twice `contrastive` as written with threshold
        −1. Only the labels differ: `cosine_mse` also takes a target between 0 and 1.

    Example:
        >>> import torch
        >>> round(direct_squared(torch.tensor([0.6, 0.7]), torch.tensor([1, 0])).item(), 4)
        0.325
    """
    c, y = zero_or_one("direct_squared", cosines, labels)
    return cosine_mse(c, y)


ENTRY = Entry(
    direct_squared,
    "direct squared",
    ("binary pairs",),
    "pairs with a 0/1 label",
    own_pairs=any_pairs("two classes"),
)
