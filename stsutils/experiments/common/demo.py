"""The demo's cells follow from the lab's by one rule: embedded rows, 1,000 of them, one rate."""

import re
from collections.abc import Mapping
from dataclasses import replace

from stsutils.experiments.common.cells import Cell, Derived, Tuned, parts_of
from stsutils.experiments.common.encoders import MINI_3

#: Sets of the lab → the embedded rows that stand in for them. Other sets have none.
SETS = {"stsb": "demo", "paws": "demo_hard"}
SETS |= dict.fromkeys(("snli", "nli_at_hand", "sick_nli"), "demo_nli")
#: Recipes whose rows the embedded ones cannot stand in for.
WITHOUT = ("audit-1", "cases-1", "clusters-1", "memory-1", "transfer-1")
ROWS, RATE = 1000, 3e-4
_NAME = re.compile(r"(\w+):(train|validation|test|all)(@[\w@-]+)?(#\w+)?")


class _NotEmbedded(Exception):
    """A cell reads rows that are not in the package."""


def demo_of(cells: Mapping) -> dict:
    """The demo's cells: those of the lab that read sets with embedded rows, by mini-3.

    Empty where nothing but the start of a table of trainings would be left.
    """
    demos = {}
    for name, cell in cells.items():
        try:
            demos[name] = _demo(cell)
        except _NotEmbedded:
            continue
    return {} if _trains(cells) and not _trains(demos) else demos


def _trains(cells: Mapping) -> bool:
    parts = [part for cell in cells.values() for part in parts_of(cell)]
    return any(part.recipe != "raw-1" for part in parts)


def _demo(cell: Cell | Tuned | Derived) -> Cell | Derived:
    if isinstance(cell, Derived):
        return replace(cell, parts=tuple(map(_demo, cell.parts)))
    run = cell.settings if isinstance(cell, Cell) else cell.candidates[0] | {"lr": RATE}
    if cell.recipe in WITHOUT or run.get("encoder", MINI_3) != MINI_3:
        raise _NotEmbedded
    named = {key: _embedded(value, key) for key, value in run.items() if key != "precision"}
    if "train" in run:
        named["rows"] = min(run.get("rows") or ROWS, ROWS)
    return Cell(named, _embedded(cell.metric, "test"), cell.recipe)


def _embedded(value, key: str):
    """A setting with every name of rows replaced; ``key`` says what the rows are for."""
    if isinstance(value, Mapping):
        return {inner: _embedded(part, inner) for inner, part in value.items()}
    if isinstance(value, list):
        # of many test sets those that are embedded; the cell's own is among them, or it is left out
        parts = [_embedded(part, key) for part in value if key != "test" or not _lacking(part)]
        return [part for i, part in enumerate(parts) if part not in parts[:i]]
    if isinstance(value, str) and (found := _NAME.match(value)):
        if _lacking(value):
            raise _NotEmbedded
        split = key if key in ("train", "validation") else "test"
        return f"{SETS[found[1]]}:{split}{value[found.end() :]}"
    return value


def _lacking(name: str) -> bool:
    """Whether a name of rows has no embedded ones in its place; a mean of subsets has none."""
    found = _NAME.match(name)
    return bool(found) and (found[1] not in SETS or bool(found[4]))
