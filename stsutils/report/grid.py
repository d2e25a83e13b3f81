"""A part of a table laid out as papers do: rows down, columns across, theirs above ours."""

import html
from collections.abc import Iterable, Mapping
from itertools import product

from stsutils.errors import UserError
from stsutils.experiments import TIERS, Experiment, load
from stsutils.ledger import Ledger
from stsutils.report.best import KEY, higher_is_better, marks
from stsutils.report.conditions import table_conditions
from stsutils.report.derived import blank
from stsutils.report.markup import (
    DASH,
    Html,
    counted,
    framed,
    in_cell,
    line_of,
    what_is_missing,
)
from stsutils.report.measured import NOTHING, difference, made_on, published, read_cells
from stsutils.report.tables import form


def html_grid(
    experiment: Experiment | str,
    rows: Mapping[str, str] | Iterable[str],
    columns: Mapping[str, str] | Iterable[str],
    tiers: Iterable[str] = ("lab", "paper"),
    ledger: Ledger | None = None,
    caption: str = "",
    minus: str = "",
) -> Html:
    """Some rows and columns of an experiment as accessible HTML, for tables with too many cells.

    A row has a line for the paper's numbers, where any are printed, and a line for each of
    ``tiers``: mean ± half of the 95 % interval, as :func:`stsutils.report.form` has it. ``rows``
    and ``columns`` may give headings: name → heading. A cell that nobody has run is a dash, and the
    commands that make what is missing stand below; a cell that a tier does not have is empty. A
    tier of which nothing is run has no lines, unless it is the first and none is run. Where it is
    given, the row ``minus`` is taken off each of ours, paired by seed and draw. Where all numbers
    are correlations, the best of each column and what is tied with it are marked.

    Raises UserError for a row or a column that the experiment does not have.
    """
    experiment = load(experiment)
    heads, over, tiers = _headings(rows), _headings(columns), tuple(tiers)
    columns = tuple(over)
    known = set().union(*(experiment.at(tier) for tier in TIERS))
    for place, names in ((0, [*heads, *([minus] if minus else [])]), (1, columns)):
        for name in names:
            if name not in {cell[place] for cell in known}:
                what = ("row", "column")[place]
                raise UserError(f"experiment {experiment.name!r} has no {what} {name!r}")
    body, missing = [], []
    theirs = {} if minus else published(experiment)  # a difference of theirs has no interval
    asked = {(row, column) for row in heads for column in columns}
    only = asked | {(minus, column) for column in columns}
    ours = {t: (experiment.at(t), read_cells(experiment, t, ledger, only)) for t in tiers}
    begun = [tier for tier, (_, found) in ours.items() if asked & found.keys()]
    begun = begun or tiers[:1]
    marked: dict = {}
    if higher_is_better(experiment) and not minus:
        for tier, column in product(begun, columns):
            own = marks(ours[tier][1], heads, column)
            marked |= {(tier, *name): mark for name, mark in own.items()}
    for row, head in heads.items():
        lines = []
        if any((row, column) in theirs for column in columns):
            lines.append(("theirs", [theirs.get((row, column), DASH) for column in columns]))
        for tier in begun:
            offered, found = ours[tier]
            if not any((row, column) in offered for column in columns):
                continue
            cells = [
                _cell((row, column), minus, offered, found, experiment.times)
                + marked.get((tier, row, column), "")
                for column in columns
            ]
            missing += [tier] if DASH in cells else []
            lines.append((tier, cells))
        if not lines:
            continue
        first = _head(head, " | ", len(lines))
        for tier, cells in lines:
            line = line_of([tier], map(in_cell, cells))
            body.append(line.replace("<tr>", f"<tr>{first}"))
            first = ""
    caption = caption or f"{experiment.title}. {experiment.metric}, ± half of the 95 % interval"
    caption += table_conditions(experiment, [t for t in begun if asked & ours[t][1].keys()], asked)
    top = "".join(_head(name, " ") for name in ("row", "who", *over.values()))
    missing += [t for t in tiers if t not in begun and asked & ours[t][0].keys()]
    counts = {tier: _seeds(found, heads, columns) for tier, (_, found) in ours.items()}
    below = "".join(f"<p>{tier}: {count} a number</p>" for tier, count in counts.items() if count)
    for tier in begun:
        where = made_on(ours[tier][1].values())
        below += f"<p>{tier}: {where}</p>" * bool(where)
    below += f"<p>{KEY}</p>" * bool(marked)
    below += what_is_missing(experiment, missing, idle=set(tiers) - set(begun))
    return framed(caption, f"<tr>{top}</tr>", "".join(body), below, "sts-grid")


def _head(name: str, between: str, rows: int = 0) -> str:
    """A heading of a column, or of so many rows, which may break between its parts only."""
    parts = between.join(f"<span>{html.escape(part)}</span>" for part in name.split(between))
    scope = f'"rowgroup" rowspan="{rows}"' if rows else '"col"'
    return f"<th scope={scope}>{parts}</th>"


def _headings(names: Mapping[str, str] | Iterable[str]) -> dict[str, str]:
    found = names if isinstance(names, Mapping) else dict.fromkeys(names)
    return {name: head or name for name, head in found.items()}


def _cell(name, minus, offered, found, times: float) -> str:
    """The number without the count of seeds; empty where the tier does not have this cell."""
    if name not in offered:
        return ""
    number, off = found.get(name, NOTHING), (minus, name[1])
    if minus:
        estimate = difference(number, found[off]) if off in found else None
    else:
        estimate = number.estimate()
    return form(estimate, times, nan=blank(offered[name])).partition(" (")[0]


def _seeds(found, rows, columns) -> str:
    """How many seeds the numbers shown have, those with something random in them; or nothing."""
    counts = {
        len(measured.values)
        for (row, column), measured in found.items()
        if row in rows and column in columns
        if not measured.fixed
    }
    if not counts:
        return ""
    low, high = min(counts), max(counts)
    return counted(low) if low == high else f"{low} to {high} seeds"
