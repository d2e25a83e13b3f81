"""Hand in `my_list_net`: {form}.

Marked apart: the value, which a plain loop earns, the gradient, for which the loss must be made
of torch's operations, and the numerics (bfloat16, huge numbers, types of labels, one row), which
chapter 11 explains.
"""

LOSS = "list_net"
HANDS_IN = "my_list_net(scores, teacher_scores, temperature=0.05, teacher_temperature=0.05)"
IMPORTS = "import torch"
PLAIN = "ListNet"
REFERENCE = """\
import torch


def my_list_net(scores, teacher_scores, temperature=0.05, teacher_temperature=0.05):
    s = scores.float() if scores.dtype in (torch.float16, torch.bfloat16) else scores
    p = (teacher_scores.to(s.dtype) / teacher_temperature).softmax(-1)
    log_q = (s / temperature).log_softmax(-1)
    return FORM
"""
VARIANTS = [
    (
        "ListNet with the teacher's shares p mixed with even ones: (1 − SIZE) p + SIZE / n",
        "-(((1 - SIZE) * p + SIZE / p.shape[-1]) * log_q).sum(-1).mean()",
    ),
    (
        "ListNet with the largest row's loss in place of the mean, plus SIZE times the mean",
        "(-(p * log_q).sum(-1)).max() + SIZE * (-(p * log_q).sum(-1)).mean()",
    ),
    (
        (
            "ListNet plus SIZE times the mean of Σ (p − q)² over the rows, with q for the "
            "student's shares"
        ),
        "(-(p * log_q).sum(-1) + SIZE * (p - log_q.exp()).square().sum(-1)).mean()",
    ),
]
