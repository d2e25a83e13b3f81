"""The losses of the CoSENT blog post: two that fail on hard negatives, and a mitigation."""

import torch

from stsutils.losses.entry import on_two_classes
from stsutils.losses.functions.cosine_mse import cosine_mse
from stsutils.losses.guards import zero_or_one
from stsutils.losses.shapes import Labels, Numbers, Scalar


def direct_linear(cosines: Numbers, labels: Labels) -> Scalar:
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


def direct_squared(cosines: Numbers, labels: Labels) -> Scalar:
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


def linear_threshold(cosines: Numbers, labels: Labels, threshold: float = 0.7) -> Scalar:
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


ENTRIES = [
    on_two_classes(direct_linear, "direct linear"),
    on_two_classes(direct_squared, "direct squared"),
    on_two_classes(linear_threshold, "linear threshold"),
]
