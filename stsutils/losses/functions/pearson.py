"""Pearson's correlation as a loss: neither a target nor an order, but a straight line."""

import torch
from torch import Tensor

from stsutils.losses.entry import ANY_PAIRS, Entry
from stsutils.losses.guards import checked
from stsutils.losses.shapes import Labels, Numbers, Scalar


def pearson(cosines: Numbers, labels: Labels) -> Scalar:
    """Return 1 − Pearson's correlation of cosines and labels.

    Formula, with c̃ and ỹ the deviations from the batch's means:
        L = 1 − r,  r = Σ c̃ ỹ / √(Σ c̃² · Σ ỹ²)

    Args:
        cosines: (B,) one score a pair; bf16 and fp16 are lifted to float32 first.
        labels: (B,) numbers; neither their zero nor their unit counts.

    Returns:
        One scalar from 0 to 2, at least float32: 1 where all cosines are equal, and 0 where all
        labels are, both without a gradient.

    Raises:
        UserError: shapes that differ, a label that is not finite.

    Data:
        Pairs with a score.

    Reference:
        Pcc-tuning (EMNLP 2024), by the authors of the Translated ReLU and Smooth K2 losses.

    As written, as coded:
        This is as written. The released code averages products over B and takes deviations over
        B − 1, so r is multiplied by (B − 1) / B and a perfect batch costs 1 / B; equal labels give
        NaN there. The gradient is the same but for that factor.

    Relations:
        Cosine-MSE asks for cosine = label. This asks for cosine = a · label + b with any a > 0:
        cosine-MSE after the best line through the batch is Σỹ²/B · (1 − r²). CoSENT asks for the
        order alone.

    Example:
        >>> import torch
        >>> c, y = torch.tensor([0.1, 0.2, 0.3]), torch.tensor([0.0, 2.5, 5.0])
        >>> round(pearson(c, y).item(), 4)
        0.0
    """
    mend = "A label that is missing or infinite lies on no line: drop the row."
    c, y = checked("pearson", cosines, labels, torch.isfinite, mend)
    return one_minus_correlation(c, y)


def one_minus_correlation(c: Tensor, y: Tensor) -> Tensor:
    """Return 1 − r; 1 where `c` is one number, 0 where `y` is, without a gradient."""
    # asked before the means are taken away: those round, and equal numbers would leave a rest
    flat_c, flat_y = c.amax() == c.amin(), y.amax() == y.amin()
    c, y = c - c.mean(), y - y.mean()
    # unit vectors first: products of tiny squares would fall below what float32 has
    r = (_unit(c, flat_c) * _unit(y, flat_y)).sum()
    return torch.where(flat_y, 0 * r, 1 - r)


def _unit(deviations: Tensor, flat: Tensor) -> Tensor:
    """Return deviations at length 1; zeros, and no gradient, where all are 0."""
    largest = torch.where(flat, 1.0, deviations.detach().abs().amax())
    scaled = deviations / largest
    square = (scaled * scaled).sum()
    return torch.where(flat, 0.0, scaled * torch.where(flat, 1.0, square).rsqrt())


ENTRY = Entry(pearson, "Pearson", ANY_PAIRS)
