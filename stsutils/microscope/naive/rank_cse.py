"""RankCSE's loss, row by row."""

from math import exp, log

from stsutils.microscope.naive.cosent_rows import cosent_rows
from stsutils.microscope.naive.list_mle import list_mle
from stsutils.microscope.naive.list_net import list_net, log_softmax
from stsutils.microscope.subject import each_with_each, on_rows


def rank_cse(
    scores: list,
    teacher_scores: list,
    ranking: str = "list_net",
    weight: float = 1.0,
    temperature: float = 0.05,
) -> float:
    """Return L_cl + γ R, the ranking R over each row's others."""
    contrastive = 0.0
    for i, row in enumerate(scores):
        contrastive -= log_softmax(row, temperature)[i] / len(scores)
    if len(scores) == 1:
        return contrastive  # one sentence has no others
    own, taught = others(scores), others(teacher_scores)
    if ranking == "list_net":
        ranks = list_net(own, taught, temperature, temperature)
    elif ranking == "list_mle":
        ranks = list_mle(own, taught, temperature, "as_coded")
    else:
        ranks = cosent_rows(own, taught, 1 / temperature)
    return contrastive + weight * ranks


def others(scores: list) -> list:
    """Return each row without its own number on the diagonal."""
    return [row[:i] + row[i + 1 :] for i, row in enumerate(scores)]


#: Equal scores but for the diagonal; the teacher orders the two others of each row.
KNOWN = {
    "scores": [[1.0, 0.5, 0.5], [0.5, 1.0, 0.5], [0.5, 0.5, 1.0]],
    "teacher_scores": [[1.0, 0.25, 0.75], [0.25, 1.0, 0.5], [0.75, 0.5, 1.0]],
}
CONTRASTIVE = log(1 + 2 * exp(-0.5))
SUBJECT = on_rows(
    rank_cse,
    (each_with_each, {}),
    (each_with_each, {"ranking": "list_mle"}),
    (each_with_each, {"ranking": "cosent_rows"}),
    (each_with_each, {"weight": 3.0, "temperature": 0.5}),
    (each_with_each, {"weight": 0.2, "ranking": "cosent_rows", "temperature": 0.5}),
    known=(
        # two equal others a row: log 2 by ListNet and by CoSENT, half of log 2! by ListMLE's mean
        (KNOWN, {"temperature": 1.0}, CONTRASTIVE + log(2)),
        (KNOWN, {"temperature": 1.0, "ranking": "list_mle"}, CONTRASTIVE + log(2) / 2),
        (
            KNOWN,
            {"temperature": 1.0, "ranking": "cosent_rows", "weight": 2.0},
            CONTRASTIVE + 2 * log(2),
        ),
    ),
    rows=(4, 3, 5),  # of two sentences each has one other, and nothing is ranked
    extreme=({"temperature": 1e-4}, {"weight": 1e4}),
)
