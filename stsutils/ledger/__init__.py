"""The ledger: one small JSON file for each run, named after what was run.

A record's name is the hash of its recipe, seed and settings, defaults left out, so a table asks
for the number it needs and finds it whoever made it. Files are replaced atomically: killed at any
moment, a run leaves a whole record or none.
"""

from collections.abc import Mapping
from pathlib import Path

from stsutils.ledger.defaults import DEFAULTS, with_defaults
from stsutils.ledger.differences import TOLERANCE, apart, differences
from stsutils.ledger.merge import Imported, import_
from stsutils.ledger.packing import KEPT, PREDICTED_SETS, kept_rows
from stsutils.ledger.runs import Record, Result, Run, canonical
from stsutils.ledger.store import Check, Ledger, find_book, find_results

__all__ = [
    "DEFAULTS",
    "KEPT",
    "PREDICTED_SETS",
    "TOLERANCE",
    "Check",
    "Imported",
    "Ledger",
    "Record",
    "Result",
    "Run",
    "apart",
    "canonical",
    "differences",
    "find_book",
    "find_results",
    "frame",
    "import_",
    "kept_rows",
    "read",
    "verify",
    "with_defaults",
    "write",
]


def write(run: Run, result: Result, provenance: Mapping | None = None) -> Path:
    """Record a run in the default ledger."""
    return Ledger().write(run, result, provenance)


def read(run: Run) -> Record | None:
    """Read a run from the default ledger; None where nobody has run it."""
    return Ledger().read(run)


def frame(recipe: str | None = None):
    """One row a record of the default ledger, see :meth:`Ledger.frame`."""
    return Ledger().frame(recipe)


def verify() -> Check:
    """Check the default ledger, see :meth:`Ledger.verify`."""
    return Ledger().verify()
