"""Matryoshka: one training for several lengths of the vector, against cutting a plain one."""

from dataclasses import replace

from stsutils.experiments.common.declare import Experiment, Tuned
from stsutils.experiments.common.sets import UNTRAINED
from stsutils.experiments.documentation.static import start, training

COLUMNS = ("STS-B", "SICK-R")
LENGTHS = (256, 128, 64, 32)
PLAIN, NESTED = "CoSENT", "CoSENT, Matryoshka"


def first(loss: str, length: int) -> str:
    """The name of a row: ``first(PLAIN, 64)``; the first length is the whole vector."""
    return loss if length == LENGTHS[0] else f"{loss}, first {length} numbers"


def cut(cell: Tuned, length: int) -> Tuned:
    """The same training, tested on the first numbers of its vectors."""
    shorter = cell.metric if length == LENGTHS[0] else f"{cell.metric} by {length} numbers"
    return replace(cell, metric=shorter)


def cells(tier: str) -> dict:
    """Two trainings at four lengths; only the lab has them."""
    if tier != "lab":
        return {}
    cells = {(UNTRAINED, column): start(column) for column in COLUMNS}
    nested = {"name": "cosent", "dimensions": list(LENGTHS)}
    for column in COLUMNS:
        for name, loss in ((PLAIN, {"name": "cosent"}), (NESTED, nested)):
            run = training(column, loss, "raw", test_dimensions=list(LENGTHS[1:]))
            cells |= {(first(name, n), column): cut(run, n) for n in LENGTHS}
    return cells


EXPERIMENT = Experiment(name="matryoshka", title="The first numbers of a vector", cells=cells)
