"""A part of a table laid out as papers do: rows down, columns across, theirs above ours."""

import html
from collections.abc import Iterable, Mapping

from stsutils.errors import UserError
from stsutils.experiments import TIERS, Experiment, command, load
from stsutils.ledger import Ledger
from stsutils.report.measured import measure, published
from stsutils.report.tables import DASH, Html, form


def html_grid(
    experiment: Experiment | str,
    rows: Mapping[str, str] | Iterable[str],
    columns: Iterable[str],
    tiers: Iterable[str] = ("lab",),
    ledger: Ledger | None = None,
    caption: str = "",
) -> Html:
    """Some rows and columns of an experiment as accessible HTML, for tables with too many cells.

    A row has a line for the paper's numbers, where any are printed, and a line for each of
    ``tiers``: mean ± half of the 95 % interval, as :func:`stsutils.report.form` has it. ``rows``
    may give the heading of each row: name → heading. A cell that nobody has run is a dash, and the
    commands that make what is missing stand below; a cell that a tier does not have is empty.

    Raises UserError for a row or a column that the experiment does not have.
    """
    experiment = load(experiment) if isinstance(experiment, str) else experiment
    columns, tiers = tuple(columns), tuple(tiers)
    heads = dict(rows) if isinstance(rows, Mapping) else {row: row for row in rows}
    known = set().union(*(experiment.at(tier) for tier in TIERS))
    for place, names in ((0, heads), (1, columns)):
        for name in names:
            if name not in {cell[place] for cell in known}:
                what = ("row", "column")[place]
                raise UserError(f"experiment {experiment.name!r} has no {what} {name!r}")
    theirs, text, body, missing = published(experiment), html.escape, [], []
    ours = {tier: (experiment.at(tier), measure(experiment, tier, ledger)) for tier in tiers}
    for row, head in heads.items():
        lines = []
        if any((row, column) in theirs for column in columns):
            lines.append(("theirs", [theirs.get((row, column), DASH) for column in columns]))
        for tier, (offered, found) in ours.items():
            if not any((row, column) in offered for column in columns):
                continue
            cells = [_cell((row, column), offered, found, experiment.times) for column in columns]
            missing += [tier] if DASH in cells else []
            lines.append((tier, cells))
        first = f'<th scope="rowgroup" rowspan="{len(lines)}">{text(head)}</th>'
        for number, (tier, cells) in enumerate(lines):
            values = "".join(f"<td>{text(cell)}</td>" for cell in cells)
            start = first if number == 0 else ""
            body.append(f'<tr>{start}<th scope="row">{text(tier)}</th>{values}</tr>')
    caption = caption or f"{experiment.title}. {experiment.metric}, ± half of the 95 % interval"
    top = "".join(f'<th scope="col">{text(name)}</th>' for name in ("row", "who", *columns))
    notes = "".join(
        f"<li>{t}: <code>{text(command(experiment, t))}</code></li>" for t in dict.fromkeys(missing)
    )
    below = f"<p>Commands that make what is missing ({DASH}):</p><ul>{notes}</ul>" if notes else ""
    return Html(
        f'<div class="sts-table"><table class="dataframe"><caption>{text(caption)}</caption>'
        f"<thead><tr>{top}</tr></thead><tbody>{''.join(body)}</tbody></table>{below}</div>"
    )


def _cell(name, offered, found, times: float) -> str:
    """The number without the count of seeds; empty where the tier does not have this cell."""
    if name not in offered:
        return ""
    return form(found[name].estimate() if name in found else None, times).partition(" (")[0]
