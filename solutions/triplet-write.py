"""Hand in `my_triplet`: {form}.

Marked apart: the value, which a plain loop earns, the gradient, for which the loss must be made
of torch's operations.
"""

LOSS = "triplet"
HANDS_IN = 'my_triplet(anchor, positive, negative, *, margin=1.0, distance="euclid")'
IMPORTS = "import torch"
PLAIN = "the mean of max(0, d(a, p) − d(a, n) + m)"
REFERENCE = """\
import torch


def my_triplet(anchor, positive, negative, *, margin=1.0, distance="euclid"):
    def apart(a, b):
        cosine = torch.cosine_similarity(a, b)
        return torch.linalg.vector_norm(a - b, dim=1) if distance == "euclid" else 1 - cosine

    near, far = apart(anchor, positive), apart(anchor, negative)
    return FORM
"""
VARIANTS = [
    (
        "the mean of max(0, d(a, p) − d(a, n) + m)², plus SIZE times the mean of d(a, p)",
        "(near - far + margin).clamp(min=0).square().mean() + SIZE * near.mean()",
    ),
    (
        "the mean of max(0, d(a, p)² − SIZE · d(a, n)² + m)",
        "(near**2 - SIZE * far**2 + margin).clamp(min=0).mean()",
    ),
    (
        ("the largest max(0, d(a, p) − d(a, n) + m) of the batch, plus SIZE times the mean of all"),
        (
            "(near - far + margin).clamp(min=0).max() + SIZE * (near - far + "
            "margin).clamp(min=0).mean()"
        ),
    ),
]
