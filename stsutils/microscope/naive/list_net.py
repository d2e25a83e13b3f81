"""ListNet, item by item."""

from math import exp, log

from stsutils.microscope.dual import log_sum_exp
from stsutils.microscope.subject import on_rows, student_and_teacher


def list_net(
    scores: list,
    teacher_scores: list,
    temperature: float = 0.05,
    teacher_temperature: float = 0.05,
) -> float:
    """Return the mean over rows of −Σ P log Q."""
    total = 0.0
    for row, teacher in zip(scores, teacher_scores, strict=True):
        wanted = log_softmax(teacher, teacher_temperature)
        for log_p, log_q in zip(wanted, log_softmax(row, temperature), strict=True):
            total -= exp(log_p) * log_q
    return total / len(scores)


def log_softmax(values: list, temperature: float) -> list:
    """Return the logarithm of each value's share."""
    exponents = [value / temperature for value in values]
    whole = log_sum_exp(exponents)
    return [exponent - whole for exponent in exponents]


TWO = {"scores": [[0.1, 0.3]], "teacher_scores": [[0.9, 0.2]]}
EQUAL = {"scores": [[0.2, 0.2, 0.2]] * 2, "teacher_scores": [[0.9, 0.2, 0.5]] * 2}

SUBJECT = on_rows(
    list_net,
    (student_and_teacher, {}),
    (student_and_teacher, {"temperature": 0.5}),
    (student_and_teacher, {"temperature": 0.1, "teacher_temperature": 0.7}),
    known=(
        # P = (1, e^−1.4) / (1 + e^−1.4); −log Q = (log(1 + e), log(1 + e) − 1)
        (
            TWO,
            {"temperature": 0.2, "teacher_temperature": 0.5},
            log(1 + exp(1)) - exp(-1.4) / (1 + exp(-1.4)),
        ),
        (EQUAL, {}, log(3)),
    ),
    extreme=({"temperature": 1e-4}, {"teacher_temperature": 1e-4}),
)
