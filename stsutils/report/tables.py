"""Tables: the paper's number beside ours, tier by tier, each with its interval."""

import html
import math
from collections.abc import Iterable, Mapping

from stsutils.claims import CellName
from stsutils.errors import UserError
from stsutils.experiments import TIERS, Experiment, command, load
from stsutils.report.conditions import counted_range, table_conditions
from stsutils.report.markup import DASH, Html, Names, build_table, counted, headed, in_cell
from stsutils.report.measured import NOTHING, Measured, difference, made_on, read_cells
from stsutils.report.published_numbers import published
from stsutils.statistics import Estimate
from stsutils.templates import render

#: Marks behind a number, and what stands below a table that has them.
BEST, TIED = " ▲", " △"
KEY = (
    "▲ highest mean of its column; △ tied with it: the 95 % interval of their difference, paired "
    "by seed and test pair, holds 0"
)


def form(
    number: Estimate | None, times: float = 100.0, nan: str = "diverged", fixed: bool = False
) -> str:
    """``71.23 ± 1.10 (5 seeds)``; a dash for None; no interval for one seed or equal numbers.

    The half-width is over seeds and test pairs together (:func:`stsutils.statistics.estimate`).
    ``nan`` is the word for a mean that is no number; ``fixed``: no seed plays a part in this one.
    """
    if number is None:
        return DASH
    if math.isnan(number.value):
        return nan
    half = number.half_width()
    seeds = "any seed" if fixed else counted(number.seeds)
    if half == 0 and times == 1 and number.value.is_integer():  # a count
        return f"{number.value:.0f} ({seeds})"
    if not 0 < half < math.inf:
        return f"{number.value * times:.2f} ({seeds})"
    return f"{number.value * times:.2f} ± {half * times:.2f} ({seeds})"


def table(experiment: Experiment | str):
    """DataFrame of text, one row a cell (row, column): ``theirs``, ``demo``, ``lab``, ``paper``.

    A number that no record holds is a dash; :func:`stsutils.experiments.command` says how to make
    it. A cell that a tier does not have is empty.
    """
    import pandas as pd

    experiment = load(experiment)
    theirs = published(experiment)
    names = dict.fromkeys(name for tier in reversed(TIERS) for name in experiment.at(tier))
    columns = {"theirs": [theirs.get(name, DASH) for name in names]}
    for tier in TIERS:
        ours = _texts(experiment, tier, read_cells(experiment, tier))
        columns[tier] = [ours.get(name, "") for name in names]
    return pd.DataFrame(columns, index=pd.MultiIndex.from_tuples(names, names=["row", "column"]))


def html_grid(
    experiment: Experiment | str,
    rows: Names | None = None,
    columns: Names | None = None,
    tiers: Iterable[str] = ("lab", "paper"),
    caption: str = "",
    minus: str = "",
) -> Html:
    """An experiment's table as accessible HTML, laid out as papers do: theirs above ours.

    A row has a line for the paper's numbers, where any are printed, and a line for each of
    ``tiers``: mean ± half of the 95 % interval, as :func:`stsutils.report.form` has it. ``rows``
    and ``columns`` choose some, and may give headings: name → heading. A cell that nobody has run
    is a dash, and the commands that make what is missing stand below; a cell that a tier does not
    have is empty. A tier of which nothing is run has no lines, unless it is the first and none is
    run. Where it is given, the row ``minus`` is taken off each of ours, paired by seed and draw.
    Where all numbers are correlations, the best of each column and what is tied with it are marked.

    Raises UserError for a row or a column that the experiment does not have.
    """
    experiment, tiers = load(experiment), tuple(tiers)
    rows = _headings(experiment, "row", rows, tiers, minus)
    columns = _headings(experiment, "column", columns, tiers)

    # what the tiers offer of these cells, and what the ledger holds of them
    asked = {(row, column) for row in rows for column in columns}
    needed = asked | {(minus, column) for column in columns}
    measured = {tier: read_cells(experiment, tier, needed) for tier in tiers}
    begun = [tier for tier in tiers if asked & measured[tier].keys()]
    shown = begun or tiers[:1]

    # the numbers of each line: theirs, then ours of each tier
    sources = {"theirs": {} if minus else published(experiment)}  # theirs have no draws to pair
    # of correlations the largest is the best
    ranked = experiment.best and experiment.metric.startswith("Spearman's ρ × 100") and not minus
    best = {}
    for tier in shown:
        for column in columns if ranked else ():
            best |= {(tier, *c): mark for c, mark in _best(measured[tier], rows, column).items()}
        sources[tier] = {
            name: text.partition(" (")[0] + best.get((tier, *name), "")
            for name, text in _texts(experiment, tier, measured[tier], minus).items()
        }
    groups = []
    for row, heading in rows.items():
        names = [(row, column) for column in columns]
        lines = [
            (who, *(in_cell(texts.get(name, DASH if who == "theirs" else "")) for name in names))
            for who, texts in sources.items()
            if any(name in texts for name in names)
        ]
        groups += [(_breaking(heading, " | "), lines)] * bool(lines)

    # what stands above and below them
    caption = caption or f"{experiment.title}. {experiment.metric}, ± half of the 95 % interval"
    caption += table_conditions(experiment, begun, asked)
    counts = {tier: _seeds(measured[tier], asked) for tier in tiers}
    notes = [f"{tier}: {count} a number" for tier, count in counts.items() if count]
    notes += [f"{tier}: {gpus}" for tier in shown if (gpus := made_on(measured[tier].values()))]
    notes += [KEY] * bool(best)
    missing = [t for t in tiers if needed & experiment.at(t).keys() - measured[t].keys()]
    commands = [(t if t in shown else f"{t} (not run)", command(experiment, t)) for t in missing]
    below = render("grid_notes.html", notes=notes, commands=commands)
    heads = [_breaking(name, " ") for name in ("row", "who", *columns.values())]
    return build_table(caption, heads, groups=groups, below=below, kind="sts-grid")


def _texts(experiment: Experiment, tier: str, measured: dict, minus: str = "") -> dict:
    """Each cell of a tier → its number as text, or its difference to the row ``minus``."""
    texts = {}
    for name, cell in experiment.at(tier).items():
        number = measured.get(name, NOTHING)
        start = measured.get((minus, name[1]), NOTHING)
        estimate = difference(number, start) if minus else number.estimate()
        nan = "no goal" if getattr(cell, "how", "").startswith("steps") else "diverged"
        texts[name] = form(estimate, experiment.times, nan, number.fixed)
    return texts


def _best(measured: Mapping[CellName, Measured], rows: Iterable[str], column: str) -> dict:
    """Cell → `BEST` or `TIED`, of a column's ``rows``: the largest mean alone says too much.

    Empty where no two rows have an interval: of single numbers nobody knows which is ahead.
    """
    means = {}
    for name in ((row, column) for row in rows if (row, column) in measured):
        number = measured[name].estimate()
        if 0 < number.half_width() < math.inf:
            means[name] = number.value
    if len(means) < 2:
        return {}
    best = max(means, key=means.get)
    gaps = {name: difference(measured[best], measured[name]) for name in means if name != best}
    tied = [name for name, gap in gaps.items() if gap is not None and gap.interval()[0] <= 0]
    return {best: BEST} | dict.fromkeys(tied, TIED)


def _headings(experiment: Experiment, what: str, names, tiers, *also: str) -> dict[str, str]:
    """Rows or columns, name → heading; without ``names`` all that these tiers have."""
    place = ("row", "column").index(what)
    if names is None:
        names = [cell[place] for tier in tiers for cell in experiment.at(tier)]
    names = headed(names)
    known = {cell[place] for tier in TIERS for cell in experiment.at(tier)}
    for name in (*names, *filter(None, also)):
        if name not in known:
            raise UserError(f"experiment {experiment.name!r} has no {what} {name!r}")
    return names


def _breaking(heading: str, between: str) -> Html:
    """A heading that breaks between its parts only."""
    parts = (f"<span>{html.escape(part)}</span>" for part in heading.split(between))
    return Html(between.join(parts))


def _seeds(measured: Mapping[CellName, Measured], asked: set) -> str:
    """How many seeds these numbers have, those with something random in them; or nothing."""
    counts = {len(n.values) for name, n in measured.items() if name in asked and not n.fixed}
    return counted_range(counts, "seed") if counts else ""
