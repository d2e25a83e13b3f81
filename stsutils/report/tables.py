"""Tables: the paper's number beside ours, tier by tier, each with its interval."""

import math

from stsutils.claims import CellName
from stsutils.errors import UserError
from stsutils.experiments import TIERS, Experiment, load
from stsutils.ledger import Ledger
from stsutils.report.conditions import table_conditions
from stsutils.report.derived import blank
from stsutils.report.markup import DASH, Html, build_table, counted, in_cell, what_is_missing
from stsutils.report.measured import NOTHING, published, read_cells
from stsutils.report.spoken import USUAL, gap
from stsutils.statistics import Estimate


def form(
    number: Estimate | None,
    times: float = 100.0,
    level: float = USUAL,
    nan: str = "diverged",
    fixed: bool = False,
) -> str:
    """``71.23 ± 1.10 (5 seeds)``; a dash for None; no interval for one seed or equal numbers.

    The half-width is over seeds and test pairs together (:func:`stsutils.statistics.estimate`).
    A ``level`` other than 95 % is named: ``7.39 ± 6.52 (97.5 % interval, 5 seeds)``.
    ``nan`` is the word for a mean that is no number; ``fixed``: no seed plays a part in this one.
    """
    if number is None:
        return DASH
    if math.isnan(number.value):
        return nan
    half = number.half_width(level)
    seeds = "any seed" if fixed else counted(number.seeds)
    if half == 0 and times == 1 and number.value.is_integer():  # a count
        return f"{number.value:.0f} ({seeds})"
    if not 0 < half < math.inf:
        return f"{number.value * times:.2f} ({seeds})"
    named = "" if math.isclose(level, USUAL) else f"{100 * level:.3g} % interval, "
    return f"{number.value * times:.2f} ± {half * times:.2f} ({named}{seeds})"


def table(experiment: Experiment | str, ledger: Ledger | None = None, level: float = USUAL):
    """DataFrame of text, one row a cell (row, column): ``theirs``, ``demo``, ``lab``, ``paper``.

    A number that no record holds is a dash; :func:`stsutils.experiments.command` says how to make
    it. A cell that a tier does not have is empty.
    """
    import pandas as pd

    experiment, ledger = load(experiment), ledger or Ledger()
    theirs = published(experiment)
    ours = {tier: read_cells(experiment, tier, ledger) for tier in TIERS}
    offered = {tier: experiment.at(tier) for tier in TIERS}
    names = {n: blank(cell) for tier in reversed(TIERS) for n, cell in offered[tier].items()}
    rows = [
        {
            "theirs": theirs.get(name, DASH),
            **{
                tier: form(one.estimate(), experiment.times, level, nan, one.fixed)
                if name in offered[tier]
                else ""
                for tier, found in ours.items()
                for one in [found.get(name, NOTHING)]
            },
        }
        for name, nan in names.items()
    ]
    index = pd.MultiIndex.from_tuples(list(names), names=["row", "column"])
    return pd.DataFrame(rows, index=index, columns=["theirs", *TIERS])


def html_table(
    experiment: Experiment | str, ledger: Ledger | None = None, caption: str = ""
) -> Html:
    """:func:`table` as accessible HTML: a caption, row and column headers with their scope.

    All text is escaped. Below it stand the commands that make the numbers which are missing.
    """
    experiment = load(experiment)
    frame = table(experiment, ledger)
    caption = (
        caption or f"{experiment.title}. {experiment.metric}, mean ± half of the 95 % interval"
    )
    shown = [tier for tier in TIERS if frame[tier].isin(["", DASH]).sum() < len(frame)]
    caption += table_conditions(experiment, shown)
    rows = [
        (*name, *map(in_cell, values))
        for name, values in zip(frame.index, frame.to_numpy(), strict=True)
    ]
    below = what_is_missing(experiment, [t for t in TIERS if (frame[t] == DASH).any()])
    return build_table(caption, ("row", "column", *frame.columns), rows, below, named=2)


def value(
    experiment: Experiment | str,
    cell: CellName,
    tier: str = "lab",
    *,
    minus: CellName | None = None,
    ledger: Ledger | None = None,
) -> str:
    """A cell's number for ``glue``, as :func:`form` prints it; ``tier="theirs"`` for the paper's.

    With ``minus`` the difference of two cells, paired by seed and draw. Where a claim compares the
    two, it has the interval and the seeds that the verdict used
    (:func:`stsutils.report.spoken.gap`). A dash where it is missing.
    """
    experiment = load(experiment)
    for name in (cell, minus):
        if name is not None and not any(name in experiment.at(t) for t in TIERS):
            raise UserError(f"experiment {experiment.name!r} has no cell {name}")
    if tier == "theirs":
        if minus is not None:
            raise UserError("value: a difference is of our numbers; the paper's have no draws")
        return published(experiment).get(cell, DASH)
    found = read_cells(experiment, tier, ledger, only=(cell, minus))
    if cell not in found or (minus is not None and minus not in found):
        return DASH
    if minus is None:
        number, level = found[cell].estimate(), USUAL
    else:
        number, level = gap(experiment, cell, minus, tier, ledger) or (None, USUAL)
    fixed, nan = all(one.fixed for one in found.values()), blank(experiment.at(tier)[cell])
    return form(number, experiment.times, level, nan, fixed)


def detectable(
    experiment: Experiment | str, a: CellName, b: CellName, tier: str = "lab", ledger=None
):
    """The smallest difference that a - b would show in 4 runs of 5, as text for ``glue``.

    At the level that the verdict used, where a claim compares the two.
    """
    experiment = load(experiment)
    found = gap(experiment, a, b, tier, ledger)
    if found is None:
        return DASH
    number, level = found
    size = number.detectable(level)
    return f"{size * experiment.times:.2f}" if math.isfinite(size) else DASH
