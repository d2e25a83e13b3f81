"""Hand in `my_cosent`: {form}.

Marked apart: the value, which a plain loop earns, the gradient, for which the loss must be made
of torch's operations.
"""

LOSS = "cosent"
HANDS_IN = "my_cosent(cosines, labels, scale=20.0)"
IMPORTS = "import torch"
PLAIN = "log(1 + Σ exp(λ (c_k − c_i))) over all (i, k) with label i above label k"
REFERENCE = """\
import torch


def my_cosent(cosines, labels, scale=20.0):
    above = labels[:, None] > labels[None, :]
    gap = (cosines[None, :] - cosines[:, None])[above]
    rise = (labels[:, None] - labels[None, :])[above].to(gap.dtype)
    return FORM
"""
VARIANTS = [
    (
        "log(1 + Σ exp(λ (c_k − c_i + SIZE))) over all (i, k) with label i above label k",
        "torch.cat([gap.new_zeros(1), scale * (gap + SIZE)]).logsumexp(0)",
    ),
    (
        (
            "log(1 + Σ (y_i − y_k) exp(λ (c_k − c_i))) over all (i, k) with label i above label "
            "k, plus SIZE"
        ),
        "torch.cat([gap.new_zeros(1), scale * gap + rise.log()]).logsumexp(0) + SIZE",
    ),
    (
        (
            "log(1 + Σ exp(SIZE λ² (c_k − c_i) |c_k − c_i|)) over all (i, k) with label i above "
            "label k"
        ),
        "torch.cat([gap.new_zeros(1), SIZE * scale**2 * gap * gap.abs()]).logsumexp(0)",
    ),
]
