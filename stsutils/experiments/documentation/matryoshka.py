"""Matryoshka: one training for several lengths of the vector, against cutting a plain one."""

from dataclasses import replace

from stsutils.experiments.common.declare import Tuned
from stsutils.experiments.documentation.static import table, training

COLUMNS = ("STS-B", "SICK-R")
LENGTHS = (256, 128, 64, 32)
PLAIN, NESTED = "CoSENT", "CoSENT, Matryoshka"
LOSSES = {PLAIN: {"name": "cosent"}, NESTED: {"name": "cosent", "dimensions": list(LENGTHS)}}


def first(loss: str, length: int) -> str:
    """The name of a row: ``first(PLAIN, 64)``; the first length is the whole vector."""
    return loss if length == LENGTHS[0] else f"{loss}, first {length} numbers"


def cut(cell: Tuned, length: int) -> Tuned:
    """The same training, tested on the first numbers of its vectors."""
    shorter = cell.metric if length == LENGTHS[0] else f"{cell.metric} by {length} numbers"
    return replace(cell, metric=shorter)


def rows(column: str) -> dict:
    """Two trainings at four lengths."""
    rows = {}
    for name, loss in LOSSES.items():
        whole = training(column, loss, test_dimensions=list(LENGTHS[1:]))
        rows |= {first(name, length): cut(whole, length) for length in LENGTHS}
    return rows


EXPERIMENT = table("matryoshka", "The first numbers of a vector", COLUMNS, rows)
