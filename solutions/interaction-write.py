"""Hand in `my_cross_entropy`: {form}.

Marked apart: the value, which a plain loop earns, the gradient, for which the loss must be made
of torch's operations, and the numerics (bfloat16, huge numbers, types of labels, one row), which
chapter 11 explains.
"""

LOSS = "binary_cross_entropy"
HANDS_IN = "my_cross_entropy(scores, labels)"
IMPORTS = "import torch"
PLAIN = "the mean of −y log p − (1 − y) log(1 − p), with p = 1 / (1 + e^(−s))"
REFERENCE = """\
import torch


def my_cross_entropy(scores, labels):
    s = scores.float() if scores.dtype in (torch.float16, torch.bfloat16) else scores
    y, zero = labels.to(s.dtype), torch.zeros_like(s)
    cost = torch.logaddexp(zero, -s) + (1 - y) * s
    return FORM
"""
VARIANTS = [
    (
        (
            "the mean of −w log p, with p for the probability of a pair's true class, and the "
            "weight w = SIZE for pairs with y = 1 and w = 1 for others"
        ),
        "(cost * (SIZE * y + 1 - y)).mean()",
    ),
    (
        (
            "the mean of −y log p − (1 − y) log(1 − p), with p = 1 / (1 + e^(−s)), plus SIZE "
            "times the largest of the terms"
        ),
        "cost.mean() + SIZE * cost.max()",
    ),
    (
        (
            "the mean of −y log p − (1 − y) log(1 − p), with p = 1 / (1 + e^(SIZE − s)): the "
            "scores are lowered by SIZE"
        ),
        "(torch.logaddexp(zero, SIZE - s) + (1 - y) * (s - SIZE)).mean()",
    ),
]
