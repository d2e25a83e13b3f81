"""Losses on rows of student and teacher scores, row by row and item by item."""

from math import exp, log

from stsutils.microscope.dual import log_sum_exp, mean
from stsutils.microscope.naive.cosent import cosent
from stsutils.microscope.subject import each_with_each, on_rows, student_and_teacher, tied_teacher


def cosent_rows(scores: list, teacher_scores: list, scale: float = 20.0) -> float:
    """Return the mean of CoSENT over the rows."""
    rows = zip(scores, teacher_scores, strict=True)
    return mean(cosent(row, teacher, scale) for row, teacher in rows)


def list_net(
    scores: list, teacher_scores: list, temperature: float = 0.05, teacher_temperature: float = 0.05
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


def rank_cse(
    scores: list,
    teacher_scores: list,
    ranking: str = "list_net",
    weight: float = 1.0,
    temperature: float = 0.05,
) -> float:
    """Return L_cl + γ R, the ranking R over each row's others."""
    if len(scores) == 1:
        return contrastive(scores, temperature)  # one sentence has no others
    own, taught = others(scores), others(teacher_scores)
    if ranking == "list_net":
        ranks = list_net(own, taught, temperature, temperature)
    elif ranking == "list_mle":
        ranks = list_mle(own, taught, temperature, "as_coded")
    else:
        ranks = cosent_rows(own, taught, 1 / temperature)
    return contrastive(scores, temperature) + weight * ranks


def contrastive(scores: list, temperature: float) -> float:
    """Return the mean over rows of −log of the share that a row's own number has."""
    return mean(-log_softmax(row, temperature)[i] for i, row in enumerate(scores))


def others(scores: list) -> list:
    """Return each row without its own number on the diagonal."""
    return [row[:i] + row[i + 1 :] for i, row in enumerate(scores)]


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
    ranks = weight * mean(
        (r - c) ** 2
        for row, teacher in zip(scores, teacher_scores, strict=True)
        for c, r in zip(row, teacher, strict=True)
        if lowest <= r <= highest
    )
    own = contrastive(scores, temperature)
    return max(ranks, own) if form == "as_written" else ranks + own


TWO = {"scores": [[0.1, 0.3]], "teacher_scores": [[0.9, 0.2]]}
EQUAL = {"scores": [[0.2, 0.2, 0.2]] * 2, "teacher_scores": [[0.9, 0.2, 0.5]] * 2}
#: Equal scores but for the diagonal; the teacher orders the two others of each row.
SQUARE = {
    "scores": [[1.0, 0.5, 0.5], [0.5, 1.0, 0.5], [0.5, 0.5, 1.0]],
    "teacher_scores": [[1.0, 0.25, 0.75], [0.25, 1.0, 0.5], [0.75, 0.5, 1.0]],
}
RANKED = {"scores": [[1.0, 0.5], [0.5, 0.75]], "teacher_scores": [[1.0, 0.6], [0.7, 1.0]]}
#: The contrastive part of both: of cosines that are alike off the diagonal, and that are not.
ALIKE = log(1 + 2 * exp(-0.5))
UNLIKE = (log(1 + exp(-0.5)) + log(1 + exp(-0.25))) / 2

SUBJECTS = (
    on_rows(
        cosent_rows,
        (student_and_teacher, {}),
        (student_and_teacher, {"scale": 2.0}),
        (tied_teacher, {}),
        known=((TWO, {"scale": 5.0}, log(1 + exp(1))), (EQUAL, {}, log(4))),
        extreme=({"scale": 1e4},),
    ),
    on_rows(
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
    ),
    on_rows(
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
    ),
    on_rows(
        rank_cse,
        (each_with_each, {}),
        (each_with_each, {"ranking": "list_mle"}),
        (each_with_each, {"ranking": "cosent_rows"}),
        (each_with_each, {"weight": 3.0, "temperature": 0.5}),
        (each_with_each, {"weight": 0.2, "ranking": "cosent_rows", "temperature": 0.5}),
        known=(
            # two equal others a row: log 2 by ListNet and CoSENT, log 2! / 2 by ListMLE's mean
            (SQUARE, {"temperature": 1.0}, ALIKE + log(2)),
            (SQUARE, {"temperature": 1.0, "ranking": "list_mle"}, ALIKE + log(2) / 2),
            (SQUARE, {"temperature": 1.0, "ranking": "cosent_rows", "weight": 2.0}, ALIKE + log(4)),
        ),
        rows=(4, 3, 5),  # of two sentences each has one other, and nothing is ranked
        extreme=({"temperature": 1e-4}, {"weight": 1e4}),
    ),
    on_rows(
        rank_encoder,
        (each_with_each, {}),
        (each_with_each, {"form": "as_coded", "temperature": 0.5}),
        (each_with_each, {"weight": 40.0, "temperature": 1.0}),  # the ranks' part is the larger one
        (each_with_each, {"weight": 4.0, "lowest": 0.1, "highest": 0.6, "form": "as_coded"}),
        # Eq. 4: the bounds leave no pair out
        (each_with_each, {"weight": 40.0, "lowest": -1.0, "highest": 1.0, "temperature": 1.0}),
        (each_with_each, {"lowest": 2.0, "highest": 3.0, "form": "as_coded"}),  # no pair is inside
        known=(
            # of the two inside: (.6 − .5)², (.7 − .5)²
            (RANKED, {"temperature": 1.0, "weight": 2.0, "form": "as_coded"}, UNLIKE + 2 * 0.025),
            # the maximum is the contrastive part, then the ranks'
            (RANKED, {"temperature": 1.0, "weight": 2.0}, UNLIKE),
            (
                RANKED,
                {"temperature": 1.0, "weight": 80.0, "highest": 1.0},
                80 * (0 + 0.01 + 0.04 + 0.0625) / 4,
            ),
        ),
        extreme=({"temperature": 1e-4}, {"weight": 1e4}),
    ),
)
