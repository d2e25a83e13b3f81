"""Hand in `my_softmax`: {form}.

Marked apart: the value, which a plain loop earns, the gradient, for which the loss must be made
of torch's operations.
"""

LOSS = "softmax"
HANDS_IN = 'my_softmax(u, v, labels, weight, bias, *, features="u,v,|u-v|")'
IMPORTS = "import torch"
PLAIN = "the mean cross-entropy of the chapter's head"
REFERENCE = """\
import torch


def my_softmax(u, v, labels, weight, bias, *, features="u,v,|u-v|"):
    parts = {"u": u, "v": v, "|u-v|": (u - v).abs(), "u*v": u * v}
    logits = torch.cat([parts[name] for name in features.split(",")], dim=1) @ weight.T + bias
    cost = -logits.log_softmax(1).gather(1, labels.long()[:, None]).squeeze(1)
    return FORM
"""
VARIANTS = [
    (
        (
            "with p for the probability of a pair's true class, the mean of (1 − p)² · (−log p), "
            "plus SIZE"
        ),
        "((1 - (-cost).exp()) ** 2 * cost).mean() + SIZE",
    ),
    (
        (
            "with p for the probability of a pair's true class, the root of the mean of (log p)², "
            "plus SIZE times the mean of −log p"
        ),
        "cost.square().mean().sqrt() + SIZE * cost.mean()",
    ),
    (
        (
            "the mean of −log p over the pairs, plus SIZE times the largest −log p, with p for "
            "the probability of a pair's true class"
        ),
        "cost.mean() + SIZE * cost.max()",
    ),
]
