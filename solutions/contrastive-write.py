"""Hand in `my_contrastive`: {form}.

Marked apart: the value, which a plain loop earns, the gradient, for which the loss must be made
of torch's operations.
"""

LOSS = "contrastive"
HANDS_IN = 'my_contrastive(cosines, labels, threshold=0.5, form="as_written")'
IMPORTS = "import torch"
PLAIN = "both forms of the chapter"
REFERENCE = """\
import torch


def my_contrastive(cosines, labels, threshold=0.5, form="as_written"):
    y, low = labels.to(cosines.dtype), torch.full_like(cosines, threshold)
    inside = torch.maximum(cosines, low)
    inside = inside if form == "as_written" else inside - threshold
    near, far = y * (1 - cosines), (1 - y) * inside
    return FORM
"""
VARIANTS = [
    (
        (
            "SIZE · mean(y (1 − c)²) + (1 − SIZE) · mean((1 − y) g²), with the chapter's g = "
            "max(ε, c) or max(0, c − ε)"
        ),
        "(SIZE * near**2 + (1 - SIZE) * far**2).mean()",
    ),
    (
        (
            "½ mean(y max(0, 1 − c − SIZE)² + (1 − y) g²), with the chapter's g = max(ε, c) or "
            "max(0, c − ε)"
        ),
        "((near - SIZE).clamp(min=0) ** 2 + far**2).mean() / 2",
    ),
    (
        (
            "½ mean(y (1 − c)⁴ + (1 − y) g⁴) + SIZE, with the chapter's g = max(ε, c) or max(0, c "
            "− ε)"
        ),
        "(near**4 + far**4).mean() / 2 + SIZE",
    ),
]
