"""Contrastive loss on cosines: positives to 1, negatives down to a threshold."""

import torch

from stsutils.losses.entry import on_two_classes
from stsutils.losses.guards import Form, one_of_two, zero_or_one
from stsutils.losses.shapes import Labels, Numbers, Scalar


def contrastive(
    cosines: Numbers, labels: Labels, threshold: float = 0.5, form: Form = "as_written"
) -> Scalar:
    """Return the contrastive loss, as the paper prints it or as its library computes it.

    Formula, with y the label, c the cosine and ε the threshold:
        as_written: L = mean of ½ y (1 − c)² + ½ (1 − y) max(ε, c)²
        as_coded:   L = mean of ½ y (1 − c)² + ½ (1 − y) max(0, c − ε)²

    Args:
        cosines: (B,) one cosine a pair; bf16 and fp16 are lifted to float32 first.
        labels: (B,) 0 or 1, of any dtype.
        threshold: ε, the cosine below which a negative pair is left alone. Paper: −1 to 0.9.
        form: which reading of the negative term, see below.

    Returns:
        One scalar, at least float32.

    Raises:
        UserError: shapes that differ, a label that is not 0 or 1 (on a GPU: a NaN loss), a form
            that does not exist.

    Data:
        Pairs with a 0/1 label; graded pairs after `relabel(rows, "binary>2.5")`.

    Reference:
        Huang et al., CoSENT (TASLP 2024), Eq. 1–2 and Table I; Hadsell et al. (2006).

    As written, as coded:
        As written a negative's gradient is c above the threshold and 0 below: it jumps by ε, and
        for ε < 0 negatives between ε and 0 are pushed *up* to 0. As coded it is max(0, c − ε) and
        negatives end at ε. sentence-transformers' ContrastiveLoss is the second form with
        margin = 1 − ε; the authors' released script runs it at margin 1 (ε = 0) only.

    Relations:
        Both forms are one loss at ε = 0. With ε low enough and y in {0, 1} the first is half of
        `cosine_mse`. The blog's linear variant, max(c, 0.7), is not squared.

    Example:
        >>> import torch
        >>> cosines, labels = torch.tensor([0.6, 0.7]), torch.tensor([1, 0])
        >>> round(contrastive(cosines, labels).item(), 4)
        0.1625
        >>> round(contrastive(cosines, labels, form="as_coded").item(), 4)
        0.05
    """
    c, y = zero_or_one("contrastive", cosines, labels)
    one_of_two("contrastive", "form", form)
    if form == "as_written":
        # torch.where, not clamp: at c = ε exactly clamp would still pass a gradient
        negative = torch.where(c > threshold, c, threshold)
    else:
        negative = torch.relu(c - threshold)
    return (0.5 * y * (1 - c) ** 2 + 0.5 * (1 - y) * negative**2).mean()


ENTRY = on_two_classes(contrastive, "contrastive", form="as_coded")
