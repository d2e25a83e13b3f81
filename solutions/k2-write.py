"""Hand in `my_smooth_k2`: {form}.

Marked apart: the value, which a plain loop earns, the gradient, for which the loss must be made
of torch's operations.
"""

LOSS = "smooth_k2"
HANDS_IN = (
    'my_smooth_k2(predictions, labels, slope=2.0, tolerance=0.25, boundary="none", ends=(0.0, 2.0))'
)
IMPORTS = "import torch"
PLAIN = "Smooth K2 with its four readings"
REFERENCE = """\
import torch


def my_smooth_k2(
    predictions, labels, slope=2.0, tolerance=0.25, boundary="none", ends=(0.0, 2.0)
):
    p, y, (low, high) = predictions, labels.to(predictions.dtype), ends
    if boundary in ("as_coded", "both_ends"):
        p = torch.where(p < low, low, p)
    if boundary == "both_ends":
        p = torch.where(p > high, high, p)
    over = ((p - y).abs() - tolerance).clamp(min=0)
    if boundary == "own_end":
        free = ((y == low) & (p < low)) | ((y == high) & (p > high))
        over = torch.where(free, 0.0, over)
    return FORM
"""
VARIANTS = [
    (
        (
            "with t = max(0, |p − y| − x0) under the four readings, the mean of k t³, plus SIZE "
            "times that of t"
        ),
        "(slope * over**3 + SIZE * over).mean()",
    ),
    (
        (
            "with t = max(0, |p − y| − x0) under the four readings, the largest k t², plus SIZE "
            "times the mean of k t²"
        ),
        "slope * ((over**2).max() + SIZE * (over**2).mean())",
    ),
    (
        ("with t = max(0, |p − y| − x0) under the four readings, the mean of k t² / (1 + SIZE t)"),
        "(slope * over**2 / (1 + SIZE * over)).mean()",
    ),
]
