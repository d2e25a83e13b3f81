"""The losses on rows of student scores and teacher scores."""

from functools import partial
from math import exp, log

import torch
from torch import Generator, Tensor

from stsutils.losses import LOSSES
from stsutils.microscope import naive
from stsutils.microscope.subject import Subject


def _rows(items: int | None, rows: int, generator: Generator) -> dict:
    """Draw student and teacher scores of `items` others a row, or of the rows with themselves."""
    shape = rows, items or rows
    draw = partial(torch.rand, *shape, generator=generator, dtype=torch.float64)
    inputs = {"scores": 1.6 * draw() - 0.8, "teacher_scores": 1.4 * draw() - 0.4}
    if items is None:  # each sentence with itself
        inputs["teacher_scores"].fill_diagonal_(1.0)
    return inputs


def _tied(rows: int, generator: Generator) -> dict:
    """Draw rows of five whose teacher scores have ties."""
    inputs = _rows(5, rows, generator)
    return inputs | {"teacher_scores": (4 * inputs["teacher_scores"]).round() / 4}


def _rows_and_columns(inputs: dict[str, Tensor], order: Tensor) -> dict[str, Tensor]:
    return {name: x[order][:, order] for name, x in inputs.items()}


def _on_rows(name: str, **facts: object) -> Subject:
    return Subject(
        name,
        LOSSES[name].function,
        getattr(naive, name),
        naive_gradient=getattr(naive, f"{name}_gradient"),
        fixed=("teacher_scores",),
        **facts,
    )


ANY = partial(_rows, 5)
WRONG = {
    "scores": [[0.1, 0.3, 0.5], [0.6, 0.4, 0.3]],
    "teacher_scores": [[0.9, 0.4, 0.1], [0.1, 0.2, 0.7]],
}
TWO = {"scores": [[0.1, 0.3]], "teacher_scores": [[0.9, 0.2]]}
EQUAL = {"scores": [[0.2, 0.2, 0.2]] * 2, "teacher_scores": [[0.9, 0.2, 0.5]] * 2}

LIST_NET = _on_rows(
    "list_net",
    cases=(
        (ANY, {}),
        (ANY, {"temperature": 0.5}),
        (ANY, {"temperature": 0.1, "teacher_temperature": 0.7}),
    ),
    known=(
        # P = (1, e^−1.4) / (1 + e^−1.4); −log Q = (log(1 + e), log(1 + e) − 1)
        (
            TWO,
            {"temperature": 0.2, "teacher_temperature": 0.5},
            log(1 + exp(1)) - exp(-1.4) / (1 + exp(-1.4)),
        ),
        (EQUAL, {}, log(3)),
    ),
    wrong=WRONG,
    extreme=({"temperature": 1e-4}, {"teacher_temperature": 1e-4}),
)

LIST_MLE = _on_rows(
    "list_mle",
    cases=(
        (ANY, {}),
        (ANY, {"temperature": 0.5, "form": "as_coded"}),
        (_tied, {"temperature": 0.2}),
    ),
    known=(
        (TWO, {"temperature": 0.2}, log(1 + exp(1))),
        (EQUAL, {}, log(6)),
        (EQUAL, {"form": "as_coded"}, log(6) / 3),
    ),
    wrong=WRONG,
    extreme=({"temperature": 1e-4},),
)

COSENT_ROWS = _on_rows(
    "cosent_rows",
    cases=((ANY, {}), (ANY, {"scale": 2.0}), (_tied, {})),
    known=(
        (TWO, {"scale": 5.0}, log(1 + exp(1))),
        (EQUAL, {}, log(4)),
    ),
    wrong=WRONG,
    extreme=({"scale": 1e4},),
)

SQUARE = partial(_rows, None)
RANK_ENCODER = _on_rows(
    "rank_encoder",
    cases=(
        (SQUARE, {}),
        (SQUARE, {"form": "as_coded", "temperature": 0.5}),
        (SQUARE, {"weight": 40.0, "temperature": 1.0}),  # the ranks' part is the larger one
        (SQUARE, {"weight": 4.0, "lowest": 0.1, "highest": 0.6, "form": "as_coded"}),
        (SQUARE, {"weight": 40.0, "lowest": -1.0, "highest": 1.0, "temperature": 1.0}),  # Eq. 4
        (SQUARE, {"lowest": 2.0, "highest": 3.0, "form": "as_coded"}),  # no pair is inside
    ),
    known=(
        # rows: log(1 + e^−½), log(1 + e^−¼); of the two inside: (.6 − .5)², (.7 − .5)²
        (
            {"scores": [[1.0, 0.5], [0.5, 0.75]], "teacher_scores": [[1.0, 0.6], [0.7, 1.0]]},
            {"temperature": 1.0, "weight": 2.0, "form": "as_coded"},
            (log(1 + exp(-0.5)) + log(1 + exp(-0.25))) / 2 + 2 * 0.025,
        ),
        # the maximum is the contrastive part, then the ranks'
        (
            {"scores": [[1.0, 0.5], [0.5, 0.75]], "teacher_scores": [[1.0, 0.6], [0.7, 1.0]]},
            {"temperature": 1.0, "weight": 2.0},
            (log(1 + exp(-0.5)) + log(1 + exp(-0.25))) / 2,
        ),
        (
            {"scores": [[1.0, 0.5], [0.5, 0.75]], "teacher_scores": [[1.0, 0.6], [0.7, 1.0]]},
            {"temperature": 1.0, "weight": 80.0, "highest": 1.0},
            80 * (0 + 0.01 + 0.04 + 0.0625) / 4,
        ),
    ),
    wrong={
        "scores": [[0.1, 0.5], [0.4, 0.2]],
        "teacher_scores": [[1.0, 0.6], [0.6, 1.0]],
    },
    shuffle=_rows_and_columns,
    extreme=({"temperature": 1e-4}, {"weight": 1e4}),
)

ON_ROWS = (LIST_NET, LIST_MLE, COSENT_ROWS, RANK_ENCODER)
