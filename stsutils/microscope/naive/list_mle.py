"""ListMLE, item by item."""

from math import exp, log

from stsutils.microscope.naive.list_net import EQUAL, TWO, log_softmax
from stsutils.microscope.subject import on_rows, student_and_teacher, tied_teacher


def list_mle(
    scores: list, teacher_scores: list, temperature: float = 0.05, form: str = "as_written"
) -> float:
    """Draw each row in the teacher's order; −log of the likelihood, mean over rows."""
    total = 0.0
    for row, teacher in zip(scores, teacher_scores, strict=True):
        left = sorted(range(len(teacher)), key=lambda item: -teacher[item])  # ties as they stand
        places = 1 if form == "as_written" else len(left)
        while left:
            total -= log_softmax([row[item] for item in left], temperature)[0] / places
            left = left[1:]
    return total / len(scores)


SUBJECT = on_rows(
    list_mle,
    (student_and_teacher, {}),
    (student_and_teacher, {"temperature": 0.5, "form": "as_coded"}),
    (tied_teacher, {"temperature": 0.2}),
    known=(
        (TWO, {"temperature": 0.2}, log(1 + exp(1))),
        (EQUAL, {}, log(6)),
        (EQUAL, {"form": "as_coded"}, log(6) / 3),
    ),
    extreme=({"temperature": 1e-4},),
)
