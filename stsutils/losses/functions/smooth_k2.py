"""Smooth K2: a squared loss with a zone around the label where nothing is asked."""

from stsutils.losses.functions.translated_relu import ZONE, Boundary, excess
from stsutils.losses.regression_head import on_predictions
from stsutils.losses.shapes import Labels, Numbers, Scalar


def smooth_k2(
    predictions: Numbers,
    labels: Labels,
    slope: float = 2.0,
    tolerance: float = 0.25,
    boundary: Boundary = "none",
    ends: tuple[float, float] = (0.0, 2.0),
) -> Scalar:
    """Return the mean square of how far predictions miss their labels beyond a tolerance.

    Formula, with x = |prediction − label|, k the slope and x0 the tolerance:
        L = mean over pairs of k (x² − 2 x0 x + x0²) = k (x − x0)² where x ≥ x0, else 0;
        ∂L/∂predictions[i] = ±2k (x − x0) / B where x > x0, else 0.

    Args:
        predictions: (B,) one number a pair, in the units of the labels; bf16 and fp16 are lifted
            to float32 first.
        labels: (B,) float, int or bool.
        slope: k, above 0. Paper: 2 (BERT), 3 (RoBERTa, Nomic), 3.5 (Jina).
        tolerance: x0, at least 0 and at most half the distance of neighbouring labels. Paper: 0.25
            on NLI classes, 0.2 on scores 0–5.
        boundary: what becomes of a prediction beyond the lowest or the highest label; the four
            readings are those of `translated_relu`.
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
        Zhang & Li, Regression Framework with Translated ReLU and Smooth K2 Loss (2024), Eq. 2.

    As written, as coded:
        Eq. 2 says nothing of boundaries (none); the text advises to move predictions to the
        nearest end (both_ends, or own_end by its example); the code moves the low ones only
        (as_coded). In the authors' stage 2 on scores 0–5 the labels are cut to whole numbers:
        `relabel(rows, "floor")`.

    Relations:
        Slope 1 and tolerance 0 make it the plain mean squared error, the paper's MSE baseline.
        `translated_relu` has the same zone and a constant push outside.

    Example:
        >>> import torch
        >>> predictions, labels = torch.tensor([2.6, 0.2, -0.5]), torch.tensor([2, 0, 2])
        >>> round(smooth_k2(predictions, labels).item(), 4)
        3.4567
        >>> round(smooth_k2(predictions, labels, slope=1.0, tolerance=0.0).item(), 4)  # MSE
        2.2167
    """
    x = excess("smooth_k2", predictions, labels, slope, tolerance, boundary, ends)
    return slope * (x * x).mean()


ENTRY = on_predictions(smooth_k2, "Smooth K2", ZONE)
