"""The losses on matrices of embeddings."""

from functools import partial
from math import exp, log, sqrt

import torch
from torch import Generator

from stsutils.losses import LOSSES
from stsutils.losses.softmax import FEATURES
from stsutils.microscope import naive
from stsutils.microscope.subject import Subject, embeddings, labelled

# vectors in the plane at 0, 60, 90 and 180 degrees; the lengths differ where only angles may count
AT_0, AT_60, AT_90, AT_180 = [2.0, 0.0], [0.5, sqrt(3) / 2], [0.0, 3.0], [-1.0, 0.0]


def on_matrices(name: str, **facts: object) -> Subject:
    """Return the subject of a loss on matrices; its naive loop goes by its name."""
    return Subject(name, LOSSES[name].function, getattr(naive, name), **facts)


# ---------------------------------------------------------------- softmax

_pairs_of_classes = labelled(embeddings("u", "v"), (0, 1, 2))


def _with_head(blocks: int, rows: int, generator: Generator) -> dict:
    """Draw pairs of three classes and a head that sees `blocks` features of width 3."""
    inputs = _pairs_of_classes(rows, generator)
    inputs["weight"] = torch.randn(3, 3 * blocks, generator=generator, dtype=torch.float64)
    inputs["bias"] = torch.randn(3, generator=generator, dtype=torch.float64)
    return inputs


def _one_feature_each(weight: list) -> dict:
    return {"u": [[3.0]], "v": [[1.0]], "labels": [1], "weight": weight, "bias": [0.5, 0.0]}


SOFTMAX = on_matrices(
    "softmax",
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
    wrong={
        "u": [[1.0, 0.3], [0.2, -1.0]],
        "v": [[0.9, 0.1], [-0.5, 1.0]],
        "labels": [0, 1],  # the head reads distances: near is 1, far is 0
        "weight": [[0.2, 0.1, 0.3, -0.1, 1.0, 1.0], [0.1, -0.2, 0.1, 0.2, -1.0, -1.0]],
        "bias": [0.0, 0.5],
    },
    whole=("weight", "bias"),
)

# ---------------------------------------------------------------- triplet and InfoNCE

TRIPLET = on_matrices(
    "triplet",
    cases=(
        (embeddings("anchor", "positive", "negative"), {}),
        (embeddings("anchor", "positive", "negative"), {"margin": 0.3}),
        (embeddings("anchor", "positive", "negative"), {"distance": "cosine"}),
        (embeddings("anchor", "positive", "negative"), {"distance": "cosine", "margin": 0.2}),
    ),
    known=(
        # |a − p| = √(1.5² + .75) = √3, |a − n| = √13, and the second triplet the other way round
        (
            {
                "anchor": [AT_0, AT_0],
                "positive": [AT_60, AT_90],
                "negative": [AT_90, AT_60],
            },
            {},
            (sqrt(13) - sqrt(3) + 1) / 2,  # the first has its margin: √3 − √13 + 1 < 0
        ),
        # 1 − cos: ½, 1 and 2; the last has more than its margin
        (
            {
                "anchor": [AT_0, AT_0, AT_0],
                "positive": [AT_60, AT_180, AT_60],
                "negative": [AT_90, AT_60, AT_180],
            },
            {"margin": 0.75, "distance": "cosine"},
            (0.25 + 2.25 + 0) / 3,
        ),
    ),
    wrong={
        "anchor": [[1.0, 0.2], [0.3, 1.0]],
        "positive": [[-0.5, 1.0], [1.0, -1.0]],
        "negative": [[0.9, 0.5], [0.2, 1.0]],
    },
    extreme=({"margin": 1e4},),
)

INFO_NCE = on_matrices(
    "info_nce",
    cases=(
        (embeddings("u", "v"), {}),
        (embeddings("u", "v"), {"temperature": 1.0}),
        (embeddings("u", "v"), {"denominator": "as_printed", "temperature": 0.5}),
        (embeddings("u", "v", "negatives"), {"temperature": 0.5}),
        (embeddings("u", "v", "negatives"), {"chunk": 2}),
        (embeddings("u", "v"), {"denominator": "as_printed", "chunk": 1}),
    ),
    known=(
        # row 1: cosines ½ (its own) and 0; row 2: 0 (its own) and √3/2
        (
            {"u": [AT_0, AT_90], "v": [AT_60, AT_180]},
            {"temperature": 1.0},
            (log(exp(0.5) + exp(-1)) - 0.5 + log(exp(sqrt(3) / 2) + 1)) / 2,
        ),
        # one row: against its hard negative only
        (
            {"u": [AT_0], "v": [AT_60], "negatives": [AT_180]},
            {"temperature": 0.5},
            log(1 + exp(-3)),
        ),
        ({"u": [AT_0], "v": [AT_180]}, {}, 0.0),
        # as printed, u_i among its own candidates: e¹ for itself, e⁰ for the other
        (
            {"u": [AT_0, AT_90], "v": [AT_60, AT_180]},
            {"temperature": 1.0, "denominator": "as_printed"},
            (log(exp(1) + 1) - 0.5 + log(exp(1) + 1) - 0) / 2,
        ),
    ),
    wrong={"u": [[1.0, 0.2], [-0.3, 1.0]], "v": [[-0.2, 0.8], [0.9, 0.4]]},
    extreme=({"temperature": 1e-4}, {"temperature": 1e4}),
)

# ---------------------------------------------------------------- AnglE

ANGLE = on_matrices(
    "angle",
    cases=(
        (labelled(embeddings("u", "v", width=4), (0, 1, 2.5)), {}),
        (labelled(embeddings("u", "v"), (0, 1)), {"scale": 1.0}),
        (labelled(embeddings("u", "v"), (0, 1)), {"scale": 2.0, "cosine_weight": 0.5}),
    ),
    known=(
        # |cos − sin| of the angle from u to v: |½ − √3/2| at 60 degrees, 1 at 180
        (
            {"u": [AT_0, AT_0], "v": [AT_60, AT_180], "labels": [1, 0]},
            {"scale": 1.0},
            log(1 + exp(1 - (sqrt(3) - 1) / 2)),
        ),
        (
            {"u": [AT_60, AT_0], "v": [AT_0, AT_180], "labels": [1, 0]},
            {"scale": 2.0, "cosine_weight": 3.0},
            log(1 + exp(2 - (sqrt(3) + 1))) + 3 * log(1 + exp(-3)),
        ),
    ),
    wrong={
        "u": [[1.0, 0.2, 0.1, -0.3], [0.4, 1.0, -0.2, 0.3]],
        "v": [[-0.4, 1.0, 0.3, 0.2], [0.5, 0.9, -0.1, 0.2]],
        "labels": [1, 0],
    },
    extreme=({"scale": 1e4},),
)

ON_EMBEDDINGS = (SOFTMAX, TRIPLET, INFO_NCE, ANGLE)
