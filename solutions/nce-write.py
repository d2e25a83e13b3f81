"""Hand in `my_nce`: {form}.

Marked apart: the value, which a plain loop earns, the gradient, for which the loss must be made
of torch's operations.
"""

LOSS = "info_nce"
HANDS_IN = 'my_nce(u, v, negatives=None, *, temperature=0.05, denominator="in_batch", chunk=256)'
IMPORTS = "import torch"
PLAIN = "InfoNCE with both denominators"
REFERENCE = """\
import torch
from torch.nn.functional import normalize


def my_nce(u, v, negatives=None, *, temperature=0.05, denominator="in_batch", chunk=256):
    a, b = normalize(u, dim=1), normalize(v, dim=1)
    hard = [] if negatives is None else [normalize(negatives, dim=1)]
    candidates = a if denominator == "as_printed" else torch.cat([b, *hard])
    own, scores = (a * b).sum(1), a @ candidates.T
    return FORM
"""
VARIANTS = [
    (
        (
            "mean over i of log Σ exp(cos(u_i, c) / τ) − (cos(u_i, v_i) − SIZE) / τ, over the "
            "candidates c of the denominator"
        ),
        "((scores / temperature).logsumexp(1) - (own - SIZE) / temperature).mean()",
    ),
    (
        (
            "mean over i of (log Σ exp(cos(u_i, c) / τ) − cos(u_i, v_i) / τ)² times SIZE, over "
            "the candidates c of the denominator"
        ),
        ("SIZE * ((scores / temperature).logsumexp(1) - own / temperature).square().mean()"),
    ),
    (
        "InfoNCE plus SIZE times the mean of (1 − cos(u_i, v_i))",
        (
            "((scores / temperature).logsumexp(1) - own / temperature).mean() + SIZE * (1 "
            "- own).mean()"
        ),
    ),
]
