"""Translated ReLU: a linear loss with a zone around the label where nothing is asked."""

import math
from typing import Literal, get_args

import torch
from torch import Tensor

from stsutils.errors import UserError
from stsutils.losses.guards import checked
from stsutils.losses.regression_head import on_predictions
from stsutils.losses.shapes import Labels, Numbers, Scalar

#: The paper's tolerances as shares of the scale: 0.2 of 0 to 5 for grades, 0.25 of 0 to 2.
ZONE = {
    "graded pairs": {"tolerance": 0.04, "ends": (0.0, 1.0)},
    "NLI classes": {"tolerance": 0.125, "ends": (0.0, 1.0)},
}
Boundary = Literal["none", "as_coded", "both_ends", "own_end"]
BOUNDARIES = get_args(Boundary)


def translated_relu(
    predictions: Numbers,
    labels: Labels,
    slope: float = 2.5,
    tolerance: float = 0.25,
    boundary: Boundary = "none",
    ends: tuple[float, float] = (0.0, 2.0),
) -> Scalar:
    """Return the mean of how far predictions miss their labels beyond a tolerance.

    Formula, with x = |prediction − label|, k the slope and x0 the tolerance:
        L = mean over pairs of max(0, k (x − x0)), ∂L/∂predictions[i] = ±k / B where x > x0, else 0.

    Args:
        predictions: (B,) one number a pair, in the units of the labels; bf16 and fp16 are lifted
            to float32 first.
        labels: (B,) float, int or bool.
        slope: k, above 0. Paper: 2.5 (BERT), 1 (RoBERTa).
        tolerance: x0, at least 0 and at most half the distance of neighbouring labels. Paper: 0.25.
        boundary: what becomes of a prediction beyond the lowest or the highest label, see below.
        ends: the lowest and the highest label there is; only `boundary` asks for them.

    Returns:
        One scalar, at least float32.

    Raises:
        UserError: shapes that differ, a label that is not finite or lies outside the ends (on a
            GPU: a NaN loss), a slope, tolerance, boundary or ends that make no sense.

    Data:
        NLI classes as 0, 1, 2 (contradiction, neutral, entailment) or scores 0–5; SICK's 1–5 after
        5 (s − 1) / 4, as in the set stsb_sick.

    Reference:
        Zhang & Li, Regression Framework with Translated ReLU and Smooth K2 Loss (2024), Eq. 1;
        the advice on boundaries closes its section 3.3.

    As written, as coded:
        none: Eq. 1 alone. both_ends: the advice word for word, a prediction beyond an end is moved
        to it, whatever the label; the loss stays but the gradient is 0 out there, so a pair that
        is wrong by the whole range learns nothing. as_coded: the same at the low end only
        (ŷ · 1[ŷ ≥ 0]). own_end: the advice's example, no loss where a prediction overshoots the
        end that is its own label; all others keep Eq. 1.

    Relations:
        `l1` is slope 1, tolerance 0. `smooth_k2` squares the excess, which removes the jump of the
        gradient at x0. Adam hardly notices the slope: it divides the gradient by its own size.

    Example:
        >>> import torch
        >>> predictions, labels = torch.tensor([2.6, 0.2, -0.5]), torch.tensor([2, 0, 2])
        >>> round(translated_relu(predictions, labels).item(), 4)
        2.1667
        >>> round(translated_relu(predictions, labels, boundary="own_end").item(), 4)
        1.875
        >>> round(translated_relu(predictions, labels, boundary="both_ends").item(), 4)
        1.4583
    """
    x = excess("translated_relu", predictions, labels, slope, tolerance, boundary, ends)
    return slope * x.mean()


def excess(
    loss: str,
    predictions: Tensor,
    labels: Tensor,
    slope: float,
    tolerance: float,
    boundary: str,
    ends: tuple[float, float],
) -> Tensor:
    """Return by how much each |prediction − label| is beyond the tolerance; `smooth_k2` shares it.

    Args:
        loss: the name to use in an error.
        predictions, labels, slope, tolerance, boundary, ends: as for `translated_relu`.
    """
    if not (slope > 0 and tolerance >= 0):
        raise UserError(
            f"{loss}: slope is {slope} and tolerance {tolerance}; "
            "the slope must be above 0, the tolerance at least 0."
        )
    lowest, highest = ends
    if boundary not in BOUNDARIES or not lowest < highest:
        raise UserError(
            f"{loss}: boundary is {boundary!r} with ends {lowest:g} and {highest:g}; choose one of "
            f"{', '.join(BOUNDARIES)}, and ends from a lower to a higher number."
        )
    mend = "Drop the row or give it a label: there is nothing to predict."
    if boundary != "none":
        mend = f"It is outside ends=({lowest:g}, {highest:g}): give the range your labels have."
    least, most = (lowest, highest) if boundary != "none" else (-math.inf, math.inf)
    within = lambda y: y.isfinite() & (y >= least) & (y <= most)  # noqa: E731
    p, y = checked(loss, predictions, labels, within, mend, "prediction")
    error = p - y
    if boundary == "as_coded":
        error = p.clamp(min=lowest) - y
    elif boundary == "both_ends":
        error = p.clamp(lowest, highest) - y
    elif boundary == "own_end":
        overshoots = ((y == lowest) & (p < lowest)) | ((y == highest) & (p > highest))
        error = error.masked_fill(overshoots, 0.0)
    return torch.relu(error.abs() - tolerance)


ENTRY = on_predictions(translated_relu, "Translated ReLU", ZONE)
