"""Hand in `my_mse`: {form}.

Marked apart: the value, which a plain loop earns, the gradient, for which the loss must be made
of torch's operations.
"""

LOSS = "cosine_mse"
HANDS_IN = "my_mse(cosines, labels)"
IMPORTS = "import torch"
PLAIN = "the mean of (c − y)²"
REFERENCE = """\
import torch


def my_mse(cosines, labels):
    error = (cosines - labels.to(cosines.dtype)).abs()
    return FORM
"""
VARIANTS = [
    (
        "the mean of max(0, |c − y| − SIZE)²: an error of up to SIZE is free",
        "(error - SIZE).clamp(min=0).square().mean()",
    ),
    (
        "the root of the mean of (c − y)⁴, plus SIZE times the mean of |c − y|",
        "error.pow(4).mean().sqrt() + SIZE * error.mean()",
    ),
    (
        "the largest (c − y)² of the batch, plus SIZE times the mean of all",
        "error.square().max() + SIZE * error.square().mean()",
    ),
]
