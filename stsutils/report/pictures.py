"""Pictures of tables: a panel a column, ours with its interval.

What a document prints is in the tables: its encoder is another, so it shares no axis with ours.
Panels are images of their own that the page lays out side by side, so their words can be read on a
phone too. Their alternative text is made of the same numbers.
"""

import html
import math
import textwrap
from collections.abc import Mapping

from stsutils.experiments import Experiment, command, load
from stsutils.report.conditions import told
from stsutils.report.figures import blank_figure, figure_with_alt
from stsutils.report.markup import WITH, Html, Names, headed, rendered
from stsutils.report.measured import read_cells
from stsutils.report.style import COLOURS, INK, MARKERS
from stsutils.report.tables import form
from stsutils.statistics import Estimate

START = "no training"
#: Characters of a row's name in one line: a longer one would leave its panel no room.
LONGEST = 30
KEY = "● ours {size} (bar: 95 % interval of the row alone; that of a difference is narrower)"
#: What else the key explains, where a panel has it.
DASHED, ALONE = " · dashed line: no training", " · hollow: one seed"


def html_dots(experiment: Experiment | str, rows: Names, columns: Names, tier: str = "lab") -> Html:
    """A panel for each column: a dot with its interval a row.

    A dot is hollow where one seed gave it, of which no interval is known.

    ``rows`` and ``columns`` may give headings: name → heading. The table's row *no training* is a
    dashed line through all others. What nobody has run is left out: a row, a panel; where all would
    be, the command stands in their place.
    """
    experiment, rows, columns = load(experiment), headed(rows), headed(columns)
    ours, fixed = _numbers(experiment, tier, columns)
    panels = []
    for column, head in columns.items():
        named = {(row, column): text for row, text in rows.items() if (row, column) in ours}
        named.pop((START, column), None)
        if not named:
            continue
        panel = _Panel(named_rows(head, [*named.values()], _unit(experiment)), experiment.times)
        for y, (name, text) in enumerate(named.items()):
            panel.dot(y, ours[name], color=COLOURS[0], marker="o")
            number = form(ours[name], experiment.times, fixed=name in fixed)
            panel.says.append(f"{text} {number}")
        panel.start(panel.axes.axvline, ours.get((START, column)))
        panels.append(panel.told(f"{head}: {'; '.join(panel.says)}"))
    return _panels(panels, experiment, tier)


def html_lines(
    experiment: Experiment | str,
    lines: Mapping[str, Mapping[float, str]],
    columns: Names,
    x: str,
    tier: str = "lab",
    log: bool = False,
    by_row: bool = False,
) -> Html:
    """A panel for each column: the score against a number, one line for each of ``lines``.

    ``lines`` names lines, and for each the row of every place on the axis ``x``: {"as coded":
    {-1.0: "ε = −1 | as coded", …}}. A line is broken where a place is not run. The rest is as in
    :func:`html_dots`.
    ``by_row`` takes a panel for each row instead, where places are columns: then ``columns`` names
    rows, and ``lines`` columns.
    """
    experiment, columns = load(experiment), headed(columns)
    places = {row for points in lines.values() for row in points.values()}
    ours, _ = _numbers(experiment, tier, places if by_row else columns)
    if by_row:
        ours = {(column, row): number for (row, column), number in ours.items()}
    panels = []
    for column, head in columns.items():
        measured = {
            name: {at: ours.get((row, column)) for at, row in sorted(points.items())}
            for name, points in lines.items()
            if any((row, column) in ours for row in points.values())
        }
        if not measured:
            continue
        panel = _Panel(blank_figure(4.2, 3.0), experiment.times)
        for i, (name, points) in enumerate(measured.items()):
            panel.line(name, points, color=COLOURS[i], marker=MARKERS[i])
        panel.start(panel.axes.axhline, ours.get((START, column)))
        if log:
            _logarithmic(panel.axes)
        panel.axes.set(title=head, xlabel=x, ylabel=_unit(experiment))
        if len(measured) > 1:
            below = {"loc": "outside lower center", "ncols": 4}
            panel.figure.legend(fontsize=9, columnspacing=1.0, **below)
        panels.append(panel.told(f"{head}, against {x}. {'. '.join(panel.says)}"))
    return _panels(panels, experiment, tier)


class _Panel:
    """What is drawn on a matplotlib axis, the words that say it, and what the key explains."""

    def __init__(self, blank: tuple, times: float):
        (self.figure, self.axes), self.times = blank, times
        self.says: list[str] = []
        self.marks: set[str] = set()

    def told(self, words: str) -> tuple[Html, set[str]]:
        """The image with its words, and the marks that the key explains."""
        return figure_with_alt(self.figure, words), self.marks

    def dot(self, y: float, number: Estimate, **look) -> None:
        """A number with its interval, hollow where one seed gave it."""
        look |= {"linestyle": "none", "capsize": 3} | self._hollow(number)
        self.axes.errorbar(number.value * self.times, y, xerr=self._half(number), **look)

    def line(self, name: str, points: Mapping[float, Estimate | None], **look) -> None:
        """Numbers with their intervals, broken where one is not run."""
        values = [n.value * self.times if n else math.nan for n in points.values()]
        halves = [self._half(n) if n else math.nan for n in points.values()]
        self.axes.errorbar(list(points), values, yerr=halves, capsize=3, label=name, **look)
        run = {at: number for at, number in points.items() if number}
        for at, number in run.items():
            self.axes.plot(at, number.value * self.times, **look | self._hollow(number))
        words = ", ".join(f"{n.value * self.times:.1f} at {at:g}" for at, n in run.items())
        self.says.append(f"{name}: {words}")

    def start(self, draw_line, number: Estimate | None) -> None:
        """*No training* as a dashed line by ``axes.axhline`` or ``axvline``."""
        if number:
            value = number.value * self.times
            draw_line(value, color=INK, linestyle="--", linewidth=1.2, marker="")
            self.says.append(f"no training {value:.2f}")
            self.marks.add(DASHED)

    def _half(self, number: Estimate) -> float:
        """Half of the 95 % interval; 0 where one seed says nothing of it."""
        half = number.half_width(0.95)
        return half * self.times if math.isfinite(half) else 0.0

    def _hollow(self, number: Estimate) -> dict:
        if number.seeds > 1:
            return {}
        self.marks.add(ALONE)
        return {"mfc": "none"}


def _numbers(experiment, tier, columns):
    """Estimates of all cells of these columns, and the names of those without chance.

    A mean that is no number is left out.
    """
    only = {name for name in experiment.at(tier) if name[1] in columns}
    measured = read_cells(experiment, tier, only)
    ours = {name: one.estimate() for name, one in measured.items()}
    ours = {name: number for name, number in ours.items() if math.isfinite(number.value)}
    return ours, {name for name, one in measured.items() if one.fixed}


def _unit(experiment: Experiment) -> str:
    """What an axis says: the metric, where it is one and has room."""
    metric = experiment.metric
    return metric if len(metric) <= LONGEST and "," not in metric else ""


def _logarithmic(axes) -> None:
    """An axis of powers with plain numbers at 1, 2, 5, 10, …: fewer would not show its scale."""
    from matplotlib.ticker import LogLocator, NullLocator

    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_major_formatter("{x:g}")
    axes.xaxis.set_minor_locator(NullLocator())


def named_rows(head: str, names: list[str], unit: str = "", width: float = 4.2):
    """A figure and its axes with a named line for each row, the first on top."""
    figure, axes = blank_figure(width, 0.42 * len(names) + 0.9 + 0.2 * bool(unit))
    names = [textwrap.fill(name, LONGEST) for name in names]
    axes.set_yticks(range(len(names)), names, linespacing=0.9)
    axes.set(title=head, xlabel=unit, ylim=(len(names) - 0.5, -0.5))
    return figure, axes


def _panels(panels: list[tuple[Html, set[str]]], experiment: Experiment, tier: str) -> Html:
    if not panels:
        return waiting(experiment, tier)
    images, marks = zip(*panels, strict=True)
    marks = set().union(*marks)
    key = KEY.format(size=WITH[tier])
    if not told(experiment.at(tier).values()):  # no encoder has a part in these numbers
        key = "● counted, not trained"
    key += "".join(mark for mark in (DASHED, ALONE) if mark in marks)
    return beside(images, f"{experiment.title}. {experiment.metric}. {key}")


def beside(panels: list[Html], key: str = "", least: str = "20rem") -> Html:
    """Panels side by side, none narrower than ``least`` where there is room; the key below them."""
    return rendered("panels.html", panels=panels, key=key, least=least)


def waiting(experiment: Experiment, tier: str) -> Html:
    """What stands in a picture's place before its runs."""
    how = html.escape(command(experiment, tier))
    words = f"Nobody has run this yet. The command: <code>{how}</code>"
    return Html(f'<p class="sts-waiting">{words}</p>')


def folded(summary: str, *pieces: str) -> Html:
    """Pieces of HTML behind one line that opens them."""
    return Html(f"<details><summary>{html.escape(summary)}</summary>{''.join(pieces)}</details>")
