"""Graded distillation: a teacher's cosines in place of people's scores.

The pairs are a set's own training pairs, their scores replaced by the cosines of all-MiniLM-L6-v2.
The students are the static encoder and mini; 500 scored validation pairs choose the rate, as
everywhere. A teacher's cosine is a number on the student's own scale, which favours squared error.

*vector-MSE* learns the teacher's vectors, projected to the student's 256 numbers, from the same
sentences one by one: twice as many a batch, and so as many steps. Its rates are higher: the highest
of the others' was the best.
"""

from dataclasses import replace

from stsutils.experiments.common.declare import Cell, Experiment, Tuned, lab_only
from stsutils.experiments.common.sets import CONTRASTIVE, COSENT, MSE, UNTRAINED
from stsutils.experiments.common.trainings import in_domain, rates_at, tuned, untrained
from stsutils.experiments.documentation import static

PEOPLE, TEACHER = "CoSENT, people's scores", "the teacher"
PEARSON, MARGIN, VECTORS = "Pearson", "margin-MSE", "vector-MSE"
READER = {"encoder": "minilm", "pooling": "mean", "max_length": 128}
LOSSES = {
    COSENT: {"name": "cosent"},
    MSE: {"name": "cosine_mse"},
    MARGIN: {"name": "margin_mse"},
    PEARSON: {"name": "pearson"},
}
STATIC = {"static, STS-B": "STS-B", "static, SICK-R": "SICK-R"}
MINI = "mini, STS-B"


def vectors_of(batch_size: int) -> dict:
    """What a training on the teacher's vectors has in place of labels."""
    return {"teacher": READER, "singly": True, "batch_size": batch_size}


def of_mini(loss: dict, times: float = 1, **taught) -> Tuned:
    """As the trainings of `supervised` on STS-B, with the teacher's cosines as labels."""
    rates = tuple(times * rate for rate in rates_at("STS-B", "lab"))
    return tuned(CONTRASTIVE, "STS-B", "lab", rates, loss=loss, labels="raw", **taught)


def taught_by(start: Cell) -> Cell:
    """The teacher itself on the test rows of a start."""
    return replace(start, settings=start.settings | READER)


def cells() -> dict:
    """Five losses, people's scores, the teacher and no training."""
    cells = {}
    for column, name in STATIC.items():
        cells[UNTRAINED, column] = start = static.start(name)
        cells[TEACHER, column] = taught_by(start)
        cells[PEOPLE, column] = static.training(name, LOSSES[COSENT])
        for row, loss in LOSSES.items():
            cells[row, column] = static.training(name, loss, labels_from=READER)
        cells[VECTORS, column] = static.training(
            name, {"name": "vector_mse"}, rates=(*static.RATES, 3e-2), **vectors_of(128)
        )
    cells[UNTRAINED, MINI] = start = untrained("STS-B", "lab")
    cells[TEACHER, MINI] = taught_by(start)
    cells[PEOPLE, MINI] = in_domain(COSENT, "STS-B", "lab")
    cells |= {(row, MINI): of_mini(loss, labels_from=READER) for row, loss in LOSSES.items()}
    return cells | {(VECTORS, MINI): of_mini({"name": "vector_mse"}, 4, **vectors_of(32))}


EXPERIMENT = Experiment("graded-distillation", "A teacher's cosines as labels", lab_only(cells))
