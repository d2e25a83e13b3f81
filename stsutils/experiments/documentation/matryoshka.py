"""Matryoshka: one training for several lengths of the vector, against cutting a plain one."""

from dataclasses import replace

from stsutils.experiments.documentation.static import table, training

COLUMNS = ("STS-B", "SICK-R")
LENGTHS = (256, 128, 64, 32)
PLAIN, NESTED = "CoSENT", "CoSENT, Matryoshka"
LOSSES = {PLAIN: {"name": "cosent"}, NESTED: {"name": "cosent", "dimensions": list(LENGTHS)}}


def rows(column: str) -> dict:
    """Two trainings, each tested on the whole vectors and on their first numbers."""
    rows = {}
    for name, loss in LOSSES.items():
        rows[name] = whole = training(column, loss, test_dimensions=list(LENGTHS[1:]))
        for length in LENGTHS[1:]:
            shorter = replace(whole, metric=f"{whole.metric} by {length} numbers")
            rows[f"{name}, first {length} numbers"] = shorter
    return rows


EXPERIMENT = table("matryoshka", "The first numbers of a vector", COLUMNS, rows)
