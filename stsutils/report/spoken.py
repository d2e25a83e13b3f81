"""Numbers and words for glue in chapters: a difference has the seeds that its verdict has."""

import math
from collections.abc import Iterable

from stsutils.claims import CellName
from stsutils.errors import UserError
from stsutils.experiments import TIERS, Experiment, load
from stsutils.report.derived import blank
from stsutils.report.markup import DASH
from stsutils.report.measured import compared, published, read_cells
from stsutils.report.tables import form


def value(
    experiment: Experiment | str,
    cell: CellName,
    tier: str = "lab",
    *,
    minus: CellName | None = None,
) -> str:
    """A cell's number for ``glue``, as :func:`form` prints it; ``tier="theirs"`` for the paper's.

    With ``minus`` the difference of two cells, paired by seed and draw. Where a claim compares the
    two it has the seeds of that claim (`stsutils.report.measured.compared`). A dash where it is
    missing.
    """
    experiment = load(experiment)
    for name in (cell, minus):
        if name is not None and not any(name in experiment.at(t) for t in TIERS):
            raise UserError(f"experiment {experiment.name!r} has no cell {name}")
    if tier == "theirs":
        if minus is not None:
            raise UserError("value: a difference is of our numbers; the paper's have no draws")
        return published(experiment).get(cell, DASH)
    measured = read_cells(experiment, tier, only=(cell, minus))
    if minus is not None:
        number = compared(experiment, cell, minus, tier)
    else:
        number = measured[cell].estimate() if cell in measured else None
    if number is None:
        return DASH
    fixed = all(one.fixed for one in measured.values())
    return form(number, experiment.times, blank(experiment.at(tier)[cell]), fixed)


def detectable(experiment: Experiment | str, a: CellName, b: CellName, tier: str = "lab") -> str:
    """The smallest difference that a - b would show in 4 runs of 5, as text for ``glue``."""
    experiment = load(experiment)
    number = compared(experiment, a, b, tier)
    size = number.detectable() if number else math.inf
    return f"{size * experiment.times:.2f}" if math.isfinite(size) else DASH


def side(experiment: Experiment | str, a: CellName, b: CellName, tier: str = "lab") -> int:
    """1 where a is shown to lie above b, -1 where below, 0 where neither or where one is missing.

    By the interval that :func:`value` prints of their difference, so that a sentence's words and
    its number cannot disagree.
    """
    number = compared(load(experiment), a, b, tier)
    low, high = number.interval() if number else (0, 0)
    return int(low > 0) - int(high < 0)


def listed(names: Iterable[str], none: str = "none") -> str:
    """Names as a sentence has them: ``PAWS, MRPC and BQ``."""
    *first, last = list(names) or [none]
    return ", ".join(first) + " and " * bool(first) + last
