"""The softmax loss, feature by feature."""

from functools import partial
from math import exp, log

import torch
from torch import Generator

from stsutils.losses.functions.softmax import FEATURES
from stsutils.microscope.dual import log_sum_exp
from stsutils.microscope.subject import Subject, embeddings, labelled


def softmax(
    u: list, v: list, labels: list, weight: list, bias: list, features: str = "u,v,|u-v|"
) -> float:
    """Return the mean of log Σ exp(h) − h_label, h from the features and the classifier."""
    total = 0.0
    for a, b, label in zip(u, v, labels, strict=True):
        x = []
        for name in features.split(","):
            for one, other in zip(a, b, strict=True):
                numbers = {"u": one, "v": other, "|u-v|": abs(one - other), "u*v": one * other}
                x.append(numbers[name])
        logits = []
        for row, shift in zip(weight, bias, strict=True):
            logits.append(shift + sum(w * number for w, number in zip(row, x, strict=True)))
        total += log_sum_exp(logits) - logits[int(label)]
    return total / len(u)


_pairs_of_classes = labelled(embeddings("u", "v"), (0, 1, 2))


def _with_head(blocks: int, rows: int, generator: Generator) -> dict:
    """Draw pairs of three classes and a head that sees `blocks` features of width 3."""
    inputs = _pairs_of_classes(rows, generator)
    inputs["weight"] = torch.randn(3, 3 * blocks, generator=generator, dtype=torch.float64)
    inputs["bias"] = torch.randn(3, generator=generator, dtype=torch.float64)
    return inputs


def _one_feature_each(weight: list) -> dict:
    return {"u": [[3.0]], "v": [[1.0]], "labels": [1], "weight": weight, "bias": [0.5, 0.0]}


SUBJECT = Subject(
    softmax,
    cases=tuple(
        (partial(_with_head, name.count(",") + 1), {"features": name} if place else {})
        for place, name in enumerate(FEATURES)
    ),
    known=(
        # h = (1·3 + 2·1 + 3·|3 − 1| + .5, 4·3 − 1·1 + 0) = (11.5, 11)
        (_one_feature_each([[1, 2, 3], [4, -1, 0]]), {}, log(1 + exp(0.5))),
        # h = (… + .1·3·1, …) = (11.8, 11)
        (
            _one_feature_each([[1, 2, 3, 0.1], [4, -1, 0, 0]]),
            {"features": "u,v,|u-v|,u*v"},
            log(1 + exp(0.8)),
        ),
        (_one_feature_each([[1, 2], [4, -1]]), {"features": "u,v"}, log(1 + exp(-5.5))),
        (_one_feature_each([[3], [1]]), {"features": "|u-v|"}, log(1 + exp(4.5))),
    ),
    whole=("weight", "bias"),
)
