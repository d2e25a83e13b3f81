"""RankEncoder's loss, item by item."""

from math import exp, log

from stsutils.microscope.naive.list_net import log_softmax
from stsutils.microscope.subject import each_with_each, on_rows


def rank_encoder(
    scores: list,
    teacher_scores: list,
    weight: float = 0.05,
    lowest: float = 0.5,
    highest: float = 0.9999,
    temperature: float = 0.05,
    form: str = "as_written",
) -> float:
    """Return max(λ L_r, L_cl), or their sum as coded."""
    contrastive = 0.0
    for i, row in enumerate(scores):
        contrastive -= log_softmax(row, temperature)[i] / len(scores)
    squares = [
        (r - c) ** 2
        for row, teacher in zip(scores, teacher_scores, strict=True)
        for c, r in zip(row, teacher, strict=True)
        if lowest <= r <= highest
    ]
    ranks = weight * sum(squares) / len(squares) if squares else 0.0
    return max(ranks, contrastive) if form == "as_written" else ranks + contrastive


KNOWN = {"scores": [[1.0, 0.5], [0.5, 0.75]], "teacher_scores": [[1.0, 0.6], [0.7, 1.0]]}
SUBJECT = on_rows(
    rank_encoder,
    (each_with_each, {}),
    (each_with_each, {"form": "as_coded", "temperature": 0.5}),
    (each_with_each, {"weight": 40.0, "temperature": 1.0}),  # the ranks' part is the larger one
    (each_with_each, {"weight": 4.0, "lowest": 0.1, "highest": 0.6, "form": "as_coded"}),
    (each_with_each, {"weight": 40.0, "lowest": -1.0, "highest": 1.0, "temperature": 1.0}),  # Eq. 4
    (each_with_each, {"lowest": 2.0, "highest": 3.0, "form": "as_coded"}),  # no pair is inside
    known=(
        # rows: log(1 + e^−½), log(1 + e^−¼); of the two inside: (.6 − .5)², (.7 − .5)²
        (
            KNOWN,
            {"temperature": 1.0, "weight": 2.0, "form": "as_coded"},
            (log(1 + exp(-0.5)) + log(1 + exp(-0.25))) / 2 + 2 * 0.025,
        ),
        # the maximum is the contrastive part, then the ranks'
        (
            KNOWN,
            {"temperature": 1.0, "weight": 2.0},
            (log(1 + exp(-0.5)) + log(1 + exp(-0.25))) / 2,
        ),
        (
            KNOWN,
            {"temperature": 1.0, "weight": 80.0, "highest": 1.0},
            80 * (0 + 0.01 + 0.04 + 0.0625) / 4,
        ),
    ),
    extreme=({"temperature": 1e-4}, {"weight": 1e4}),
)
