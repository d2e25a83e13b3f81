"""CoSENT on rows, row by row."""

from math import exp, log

from stsutils.microscope.naive.cosent import cosent
from stsutils.microscope.naive.list_net import EQUAL, TWO
from stsutils.microscope.subject import on_rows, student_and_teacher, tied_teacher


def cosent_rows(scores: list, teacher_scores: list, scale: float = 20.0) -> float:
    """Return the mean of CoSENT over the rows."""
    total = 0.0
    for row, teacher in zip(scores, teacher_scores, strict=True):
        total += cosent(row, teacher, scale)
    return total / len(scores)


SUBJECT = on_rows(
    cosent_rows,
    (student_and_teacher, {}),
    (student_and_teacher, {"scale": 2.0}),
    (tied_teacher, {}),
    known=(
        (TWO, {"scale": 5.0}, log(1 + exp(1))),
        (EQUAL, {}, log(4)),
    ),
    extreme=({"scale": 1e4},),
)
