"""Pictures of tables: a panel a column, ours with its interval, theirs beside it.

Panels are images of their own that the page lays out side by side, so their words can be read on a
phone too. Their alternative text is made of the same numbers.
"""

import html
import math
import textwrap
from collections.abc import Iterable, Mapping

from stsutils.experiments import TIERS, Experiment, command, load
from stsutils.ledger import Ledger
from stsutils.report.conditions import told
from stsutils.report.figures import figure_with_alt
from stsutils.report.markup import WITH, Html, rendered
from stsutils.report.measured import published, read_cells
from stsutils.report.style import COLOURS, INK, MARKERS, use_style
from stsutils.report.tables import form
from stsutils.statistics import Estimate

START = "no training"
#: Characters of a row's name in one line: a longer one would leave its panel no room.
LONGEST = 30
KEY = "● ours {size} (bar: 95 % interval of the row alone; that of a difference is narrower)"
#: What else the key explains, where a panel has it.
THEIRS, DASHED, ALONE = " · ◇ theirs", " · dashed line: no training", " · hollow: one seed"
DIAMOND = {"marker": "D", "color": INK, "mfc": "none", "mec": INK, "mew": 1.5, "ms": 8}
#: A panel: its image, and what the key explains of it.
Panel = tuple[Html, set[str]]


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
    ours, theirs, fixed = _numbers(experiment, tier, ledger, columns)
    known = {row for row, column in (*ours, *theirs) if column in columns} - {START}
    panels = []
    for column, head in columns.items():
        offered = {name for name in (*experiment.at(tier), *theirs) if name[1] == column}
        named = {(r, column): text for r, text in rows.items() if r in known}
        named = {name: text for name, text in named.items() if name in offered}
        if not ours.keys() & named.keys():
            continue
        figure, axes = named_rows(head, list(named.values()), _unit(experiment))
        says = []
        for y, (name, text) in enumerate(named.items()):
            words = []
            if name in ours:
                _dot(axes, y, ours[name], experiment.times, color=COLOURS[0], marker="o")
                words.append(form(ours[name], experiment.times, fixed=name in fixed))
            if name in theirs:
                axes.plot(theirs[name], y, clip_on=False, **DIAMOND)
                words.append(f"theirs {theirs[name]:g}")
            says += [f"{text} {', '.join(words)}"] * bool(words)
        start = ours.get((START, column))
        says += _dashed(axes.axvline, start, experiment.times)
        image = figure_with_alt(figure, f"{head}: {'; '.join(says)}")
        shown = [ours[name] for name in named if name in ours]
        panels.append((image, _marks(theirs.keys() & named.keys(), start, shown)))
    return _panels(panels, experiment, tier)


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
    panels = []
    for column, head in columns.items():
        measured = {
            name: {at: ours.get((row, column)) for at, row in sorted(points.items())}
            for name, points in lines.items()
        }
        measured = {name: points for name, points in measured.items() if any(points.values())}
        printed = {
            at: theirs[row, column]
            for points in lines.values()
            for at, row in points.items()
            if (row, column) in theirs
        }
        if measured:
            start = ours.get((START, column))
            image = _lines(
                experiment, (head, x), measured, dict(sorted(printed.items())), start, log
            )
            shown = [number for points in measured.values() for number in points.values() if number]
            panels.append((image, _marks(printed, start, shown)))
    return _panels(panels, experiment, tier)


def dots(experiment: Experiment | str, column: str, ledger: Ledger | None = None):
    """A matplotlib figure of one column: theirs, and a dot with its interval for each tier.

    Cells that nobody has run are simply absent.
    """
    experiment = load(experiment)
    cells = [name for tier in reversed(TIERS) for name in experiment.at(tier) if name[1] == column]
    rows = list(dict.fromkeys(row for row, _ in cells))
    figure, axes = named_rows("", rows, f"{experiment.metric}, {column}", width=6.4)
    for i, tier in enumerate(TIERS):
        ours, theirs, _ = _numbers(experiment, tier, ledger, [column])
        look = {"color": COLOURS[i], "marker": MARKERS[i], "label": f"ours, {tier}"}
        for y, row in enumerate(rows):
            if (row, column) in ours:
                _dot(axes, y - 0.12 * (i - 1), ours[row, column], experiment.times, **look)
                look["label"] = None
    printed = {y: theirs[row, column] for y, row in enumerate(rows) if (row, column) in theirs}
    if printed:
        axes.plot(
            list(printed.values()), list(printed), linestyle="none", label="theirs", **DIAMOND
        )
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure


def _headed(names) -> dict[str, str]:
    names = names if isinstance(names, Mapping) else dict.fromkeys(names)
    return {name: head or name for name, head in names.items()}


def _numbers(experiment, tier, ledger, columns):
    """Estimates of all cells of these columns, the printed numbers, and the cells without chance.

    A printed dash is left out, and so is a mean that is no number.
    """
    only = {name for name in experiment.at(tier) if name[1] in columns}
    measured = read_cells(experiment, tier, ledger or Ledger(), only)
    ours = {name: one.estimate() for name, one in measured.items()}
    ours = {name: number for name, number in ours.items() if math.isfinite(number.value)}
    theirs = {}
    for name, text in published(experiment).items():
        try:
            theirs[name] = float(text)
        except ValueError:  # a dash of theirs
            continue
    return ours, theirs, {name for name, one in measured.items() if one.fixed}


def _unit(experiment: Experiment) -> str:
    """What an axis says: the metric, where it is one and has room."""
    metric = experiment.metric
    return metric if len(metric) <= LONGEST and "," not in metric else ""


def _hollow(number: Estimate) -> dict:
    """The marker of a number: hollow where one seed gave it."""
    return {"mfc": "none"} if number.seeds == 1 else {}


def _half(number: Estimate) -> float:
    """Half of the 95 % interval; 0 where one seed says nothing of it."""
    half = number.half_width(0.95)
    return half if math.isfinite(half) else 0.0


def _dot(axes, y: float, number: Estimate, times: float, **look) -> None:
    look |= {"linestyle": "none", "capsize": 3} | _hollow(number)
    axes.errorbar(number.value * times, y, xerr=_half(number) * times, **look)


def _dashed(line, start: Estimate | None, times: float) -> list[str]:
    """Draw *no training* by ``axes.axhline`` or ``axvline``; the words for it."""
    if start is None:
        return []
    line(start.value * times, color=INK, linestyle="--", linewidth=1.2, marker="")
    return [f"no training {start.value * times:.2f}"]


def _lines(experiment, names, measured, printed, start, log) -> Html:
    """One panel: a line for each name, theirs, and no training."""
    import matplotlib.pyplot as plt

    use_style()
    figure, axes = plt.subplots(figsize=(4.2, 3.0), layout="constrained")
    times, (head, x), says = experiment.times, names, []
    for i, (name, points) in enumerate(measured.items()):
        values = [n.value * times if n else math.nan for n in points.values()]
        halves = [_half(n) * times if n else math.nan for n in points.values()]
        look = {"color": COLOURS[i], "marker": MARKERS[i]}
        axes.errorbar(list(points), values, yerr=halves, capsize=3, label=name, **look)
        for at, number in points.items():
            if number:
                axes.plot(at, number.value * times, **look | _hollow(number))
        run = [f"{v:.1f} at {at:g}" for at, v in zip(points, values, strict=True) if points[at]]
        says.append(f"{name}: {', '.join(run)}")
    if printed:
        axes.plot(list(printed), list(printed.values()), linestyle=":", label="theirs", **DIAMOND)
        says.append("theirs: " + ", ".join(f"{v:g} at {at:g}" for at, v in printed.items()))
    says += _dashed(axes.axhline, start, times)
    if log:
        _logarithmic(axes)
    axes.set(title=head, xlabel=x, ylabel=_unit(experiment))
    if len(measured) > 1 or printed:
        figure.legend(loc="outside lower center", ncols=4, fontsize=9, columnspacing=1.0)
    return figure_with_alt(figure, f"{head}, against {x}. {'. '.join(says)}")


def _logarithmic(axes) -> None:
    """An axis of powers with plain numbers at 1, 2, 5, 10, …: fewer would not show its scale."""
    from matplotlib.ticker import LogLocator, NullLocator

    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_major_formatter("{x:g}")
    axes.xaxis.set_minor_locator(NullLocator())


def named_rows(head: str, names: list[str], unit: str = "", width: float = 4.2):
    """A figure and its axes with a named line for each row, the first on top."""
    import matplotlib.pyplot as plt

    use_style()
    height = 0.42 * len(names) + 0.9 + 0.2 * bool(unit)
    figure, axes = plt.subplots(figsize=(width, height), layout="constrained")
    names = [textwrap.fill(name, LONGEST) for name in names]
    axes.set_yticks(range(len(names)), names, linespacing=0.9)
    axes.set(title=head, xlabel=unit, ylim=(len(names) - 0.5, -0.5))
    return figure, axes


def _marks(printed: Iterable, start: Estimate | None, numbers: Iterable[Estimate]) -> set[str]:
    alone = any(number.seeds == 1 for number in numbers)
    return {m for m, seen in ((THEIRS, printed), (DASHED, start), (ALONE, alone)) if seen}


def _panels(panels: list[Panel], experiment: Experiment, tier: str) -> Html:
    if not panels:
        return waiting(experiment, tier)
    marks = set().union(*(own for _, own in panels))
    key = KEY.format(size=WITH[tier])
    if not told(experiment.at(tier).values()):  # no encoder has a part in these numbers
        key = "● counted, not trained"
    key += "".join(mark for mark in (THEIRS, DASHED, ALONE) if mark in marks)
    return beside([image for image, _ in panels], f"{experiment.title}. {experiment.metric}. {key}")


def beside(panels: list[Html], key: str = "") -> Html:
    """Panels side by side, and the key below them."""
    return rendered("panels.html", panels=panels, key=key)


def waiting(experiment: Experiment, tier: str) -> Html:
    """What stands in a picture's place before its runs."""
    how = html.escape(command(experiment, tier))
    words = f"Nobody has run this yet. The command: <code>{how}</code>"
    return Html(f'<p class="sts-waiting">{words}</p>')


def folded(summary: str, *pieces: str) -> Html:
    """Pieces of HTML behind one line that opens them."""
    return Html(f"<details><summary>{html.escape(summary)}</summary>{''.join(pieces)}</details>")
