"""L1: the mean distance of predictions from labels."""

import torch

from stsutils.losses.guards import checked
from stsutils.losses.regression_head import on_predictions
from stsutils.losses.shapes import Labels, Numbers, Scalar


def l1(predictions: Numbers, labels: Labels) -> Scalar:
    """Return the mean distance between predictions and labels.

    Formula:
        L = mean over pairs of |predictions − labels|, ∂L/∂predictions[i] = ±1 / B, 0 where equal.

    Args:
        predictions: (B,) one number a pair, in the units of the labels; bf16 and fp16 are lifted
            to float32 first.
        labels: (B,) float, int or bool; no range is asked.

    Returns:
        One scalar, at least float32.

    Raises:
        UserError: shapes that differ, a label that is not finite (on a GPU: a NaN loss).

    Data:
        NLI classes as 0, 1, 2 (contradiction, neutral, entailment) or scores 0–5; SICK's 1–5 after
        5 (s − 1) / 4, as in the set stsb_sick.

    Reference:
        Zhang & Li, Regression Framework with Translated ReLU and Smooth K2 Loss (2024), its
        baseline in Table 1.

    As written, as coded:
        The paper names it and prints no formula; its code is not published. There the prediction
        is a linear layer's output: see `RegressionHead`.

    Relations:
        `translated_relu` with slope 1 and tolerance 0. The push is as strong near the label as far
        from it, so predictions jump around it.

    Example:
        >>> import torch
        >>> round(l1(torch.tensor([1.5, 0.0]), torch.tensor([2, 0])).item(), 4)
        0.25
    """
    mend = "Drop the row or give it a label: there is nothing to predict."
    p, y = checked("l1", predictions, labels, torch.isfinite, mend, "prediction")
    return (p - y).abs().mean()


ENTRY = on_predictions(l1, "L1")
