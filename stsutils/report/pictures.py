"""Pictures of tables: a panel a column, ours with its interval, theirs beside it.

Panels are images of their own that the page lays out side by side, so their words can be read on a
phone too. Their alternative text is made of the same numbers.
"""

import html
import math
import textwrap
from collections.abc import Iterable, Mapping

from stsutils.experiments import Experiment, command, load
from stsutils.ledger import Ledger
from stsutils.report.conditions import told
from stsutils.report.figures import figure_with_alt
from stsutils.report.markup import WITH, Html
from stsutils.report.measured import published, read_cells
from stsutils.report.style import COLOURS, INK, MARKERS, use_style
from stsutils.report.tables import form

START = "no training"
#: Characters of a row's name in one line: a longer one would leave its panel no room.
LONGEST = 30
KEY = "● ours {size} (bar: 95 % interval of the row alone; that of a difference is narrower)"
#: What else the key explains, where a panel has it.
THEIRS, DASHED, ALONE = " · ◇ theirs", " · dashed line: no training", " · hollow: one seed"


def html_dots(
    experiment: Experiment | str,
    rows: Mapping[str, str] | Iterable[str],
    columns: Mapping[str, str] | Iterable[str],
    tier: str = "lab",
    ledger: Ledger | None = None,
) -> Html:
    """A panel for each column: a dot with its interval a row, a hollow diamond where theirs is.

    A dot is hollow where one seed gave it, of which no interval is known.

    ``rows`` and ``columns`` may give headings: name → heading. The table's row *no training* is a
    dashed line through all others. What nobody has run or printed is left out: a number, a row, a
    panel; where all would be, the command stands in their place. A row that a column does not have
    is left out of its panel.
    """
    experiment, rows, columns = load(experiment), _headed(rows), _headed(columns)
    rows = {name: head for name, head in rows.items() if name != START}
    ours, theirs, fixed = _numbers(experiment, tier, ledger, columns)
    known = {row for row, column in (*ours, *theirs) if column in columns}
    rows = {name: head for name, head in rows.items() if name in known}
    panels, marks, declared = [], set(), experiment.at(tier)
    for column, head in columns.items():
        printed = {row: float(theirs[row, column]) for row in rows if (row, column) in theirs}
        kept = {r: name for r, name in rows.items() if (r, column) in declared or r in printed}
        found = {row: ours.get((row, column)) for row in kept}
        if any(found.values()):
            start = ours.get((START, column))
            told = head, _unit(experiment), {row for row in kept if (row, column) in fixed}
            panels.append(_dots(told, kept, found, printed, start, experiment.times))
            marks |= _marks(printed, start, found)
    return _panels(panels, marks, experiment, tier)


def html_lines(
    experiment: Experiment | str,
    lines: Mapping[str, Mapping[float, str]],
    columns: Mapping[str, str] | Iterable[str],
    x: str,
    tier: str = "lab",
    ledger: Ledger | None = None,
    log: bool = False,
    by_row: bool = False,
) -> Html:
    """A panel for each column: the score against a number, one line for each of ``lines``.

    ``lines`` names lines, and for each the row of every place on the axis ``x``: {"as coded":
    {-1.0: "ε = −1 | as coded", …}}. A line is broken where a place is not run. The rest is as in
    :func:`html_dots`; theirs is one line.
    ``by_row`` takes a panel for each row instead, where places are columns: then ``columns`` names
    rows, and ``lines`` columns.
    """
    experiment, columns = load(experiment), _headed(columns)
    places = {row for points in lines.values() for row in points.values()}
    ours, theirs, _ = _numbers(experiment, tier, ledger, places if by_row else columns)
    if by_row:
        ours, theirs = ({(b, a): n for (a, b), n in own.items()} for own in (ours, theirs))
    panels, marks = [], set()
    for column, head in columns.items():
        found = {
            name: {at: ours.get((row, column)) for at, row in points.items()}
            for name, points in lines.items()
        }
        found = {name: points for name, points in found.items() if any(points.values())}
        printed = {
            at: float(theirs[row, column])
            for points in lines.values()
            for at, row in points.items()
            if (row, column) in theirs
        }
        if found:
            start, told = ours.get((START, column)), (x, _unit(experiment))
            panels.append(_lines(head, found, printed, start, told, experiment.times, log))
            marks |= _marks(printed, start, *found.values())
    return _panels(panels, marks, experiment, tier)


def _headed(names) -> dict[str, str]:
    found = names if isinstance(names, Mapping) else dict.fromkeys(names)
    return {name: head or name for name, head in found.items()}


def _numbers(experiment, tier, ledger, columns):
    """Estimates of all cells of these columns, the printed numbers, and the cells without chance.

    A printed dash is left out, and so is a mean that is no number.
    """
    only = {name for name in experiment.at(tier) if name[1] in columns}
    found = read_cells(experiment, tier, ledger or Ledger(), only)
    ours = {name: one.estimate() for name, one in found.items()}
    ours = {name: one for name, one in ours.items() if math.isfinite(one.value)}
    theirs = {}
    for name, text in published(experiment).items():
        try:
            theirs[name] = float(text)
        except ValueError:  # a dash of theirs
            continue
    return ours, theirs, {name for name, one in found.items() if one.fixed}


def _unit(experiment: Experiment) -> str:
    """What an axis says: the metric, where it is one and has room."""
    metric = experiment.metric
    return metric if len(metric) <= LONGEST and "," not in metric else ""


def _hollow(number) -> dict:
    """The marker of a number: hollow where one seed gave it."""
    return {"mfc": "none"} if number.seeds == 1 else {}


def _half(number) -> float:
    """Half of the 95 % interval; 0 where one seed says nothing of it."""
    half = number.half_width(0.95)
    return half if math.isfinite(half) else 0.0


def _dots(told, rows, found, printed, start, times) -> Html:
    head, unit, fixed = told
    figure, axes = named_rows(head, list(rows.values()), unit)
    said = []
    for y, (row, name) in enumerate(rows.items()):
        number, words = found[row], []
        if number:
            style = {"color": COLOURS[0], "marker": "o", "linestyle": "none", "capsize": 3}
            style |= _hollow(number)
            axes.errorbar(number.value * times, y, xerr=_half(number) * times, **style)
            words.append(form(number, times, fixed=row in fixed))
        if row in printed:
            axes.plot(printed[row], y, "D", mfc="none", mec=INK, mew=1.5, ms=8, clip_on=False)
            words.append(f"theirs {printed[row]:g}")
        said += [f"{name} {', '.join(words)}"] if words else []
    if start:
        axes.axvline(start.value * times, color=INK, linestyle="--", linewidth=1.2, marker="")
        said.append(f"no training {start.value * times:.2f}")
    return figure_with_alt(figure, f"{head}: {'; '.join(said)}")


def _lines(head, found, printed, start, told, times, log) -> Html:
    figure, axes = _figure(3.0)
    said, (x, unit) = [], told
    for i, (name, points) in enumerate(found.items()):
        places, numbers = zip(*sorted(points.items(), key=lambda point: point[0]), strict=True)
        values = [n.value * times if n else math.nan for n in numbers]
        halves = [_half(n) * times if n else math.nan for n in numbers]
        style = {"color": COLOURS[i], "marker": MARKERS[i]}
        axes.errorbar(places, values, yerr=halves, capsize=3, label=name, **style)
        known = [one for one in zip(places, values, numbers, strict=True) if one[-1]]
        for place, value, number in known:
            axes.plot(place, value, **style | _hollow(number))
        said.append(f"{name}: " + ", ".join(f"{v:.1f} at {p:g}" for p, v, _ in known))
    if printed:
        places, values = zip(*sorted(printed.items()), strict=True)
        axes.plot(
            places, values, "D:", color=INK, mfc="none", mec=INK, mew=1.5, ms=8, label="theirs"
        )
        said.append("theirs: " + ", ".join(f"{v:g} at {p:g}" for p, v in sorted(printed.items())))
    if start:
        axes.axhline(start.value * times, color=INK, linestyle="--", linewidth=1.2, marker="")
        said.append(f"no training {start.value * times:.2f}")
    if log:
        _logarithmic(axes)
    axes.set(title=head, xlabel=x, ylabel=unit)
    if len(found) > 1 or printed:
        figure.legend(loc="outside lower center", ncols=4, fontsize=9, columnspacing=1.0)
    return figure_with_alt(figure, f"{head}, against {x}. {'. '.join(said)}")


def _logarithmic(axes) -> None:
    """An axis of powers with plain numbers at 1, 2, 5, 10, …: fewer would not show its scale."""
    from matplotlib.ticker import LogLocator, NullLocator

    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_major_formatter("{x:g}")
    axes.xaxis.set_minor_locator(NullLocator())


def _figure(height: float):
    import matplotlib.pyplot as plt

    use_style()
    return plt.subplots(figsize=(4.2, height), layout="constrained")


def named_rows(head: str, names: list[str], unit: str = ""):
    """A figure and its axes with a named line for each row, the first on top."""
    figure, axes = _figure(0.42 * len(names) + 0.9 + 0.2 * bool(unit))
    names = [textwrap.fill(name, LONGEST) for name in names]
    axes.set_yticks(range(len(names)), names, linespacing=0.9)
    axes.set(title=head, xlabel=unit, ylim=(len(names) - 0.5, -0.5))
    return figure, axes


def _marks(printed: Mapping, start: object, *found: Mapping) -> set[str]:
    alone = any(number and number.seeds == 1 for own in found for number in own.values())
    marks = {THEIRS: printed, DASHED: start, ALONE: alone}
    return {mark for mark, seen in marks.items() if seen}


def _panels(panels: list[Html], marks: set[str], experiment: Experiment, tier: str) -> Html:
    if not panels:
        return waiting(experiment, tier)
    more = "".join(mark for mark in (THEIRS, DASHED, ALONE) if mark in marks)
    key = KEY.format(size=WITH[tier])
    if not told(experiment.at(tier).values()):  # no encoder has a part in these numbers
        key = "● counted, not trained"
    return beside(panels, experiment, key + more)


def beside(panels: list[Html], experiment: Experiment, key: str) -> Html:
    """Panels side by side; below them the table's title, its metric and the key."""
    words = html.escape(f"{experiment.title}. {experiment.metric}. {key}")
    inside = "".join(f'<div class="sts-panel">{panel}</div>' for panel in panels)
    return Html(f'<div class="sts-panels">{inside}</div><p class="sts-key">{words}</p>')


def waiting(experiment: Experiment, tier: str) -> Html:
    """What stands in a picture's place before its runs."""
    how = html.escape(command(experiment, tier))
    words = f"Nobody has run this yet. The command: <code>{how}</code>"
    return Html(f'<p class="sts-waiting">{words}</p>')


def folded(summary: str, *pieces: str) -> Html:
    """Pieces of HTML behind one line that opens them."""
    return Html(f"<details><summary>{html.escape(summary)}</summary>{''.join(pieces)}</details>")
