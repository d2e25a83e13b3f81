"""The numbers that the documents print, and which cell of ours each stands beside."""

import csv
import functools
from pathlib import Path

from stsutils.checkout import find_in_checkout
from stsutils.claims import CellName
from stsutils.experiments import Experiment


def published(experiment: Experiment) -> dict[CellName, str]:
    """The paper's numbers for our cells, as text with the decimals they were printed with."""
    source = experiment.published
    if source is None:
        return {}
    printed = read_published(source.document)
    names = dict.fromkeys(name for tier in ("paper", "lab", "demo") for name in experiment.at(tier))
    theirs = {name: (source.table, *source.cells.get(name, name)) for name in names}
    return {name: printed[place] for name, place in theirs.items() if place in printed}


def read_published(document: str) -> dict[tuple[str, str, str], str]:
    """A document's printed numbers as text: (table, row, column) → value.

    Read from its CSV file in ``book/published`` (document, table, row, column, value, unit).
    """
    return _read_published(find_in_checkout(f"book/published/{document}.csv"))


@functools.cache
def _read_published(path: Path) -> dict[tuple[str, str, str], str]:
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        return {(row["table"], row["row"], row["column"]): row["value"] for row in rows}
