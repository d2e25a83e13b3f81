"""Pictures of tables: a panel a column, ours with its interval.

What a document prints is in the tables: its encoder is another, so it shares no axis with ours.
Panels are images of their own that the page lays out side by side, so their words can be read on a
phone too. Their alternative text is made of the same numbers.
"""

import html
import math
import textwrap
from collections.abc import Collection, Mapping

from stsutils.claims import CellName
from stsutils.experiments import Experiment, command, load
from stsutils.report.conditions import conditions_of
from stsutils.report.figures import blank_figure, figure_with_alt
from stsutils.report.markup import Html, Names, headed, rendered
from stsutils.report.measured import TIER, read_cells
from stsutils.report.style import COLOURS, INK, MARKERS
from stsutils.report.tables import form
from stsutils.statistics import Estimate

START = "no training"
#: Characters of a row's name in one line: a longer one would leave its panel no room.
LONGEST = 30
KEY = "● ours with small encoders (bar: 95 % interval of the row alone; "
KEY += "that of a difference is narrower)"
#: What else the key explains, where a panel has it.
DASHED, ALONE = " · dashed line: no training", " · hollow: one seed"


def html_dots(experiment: Experiment | str, rows: Names, columns: Names) -> Html:
    """A panel for each column: a dot with its interval a row.

    A dot is hollow where one seed gave it, of which no interval is known.

    ``rows`` and ``columns`` may give headings: name → heading. The table's row *no training* is a
    dashed line through all others. What nobody has run is left out: a row, a panel; where all would
    be, the command stands in their place.
    """
    experiment, rows, columns = load(experiment), headed(rows), headed(columns)
    asked = {(row, column) for row in (START, *rows) for column in columns}
    ours, fixed = _numbers(experiment, asked)
    panels, times = {}, experiment.times
    for column, head in columns.items():
        named = {(row, column): text for row, text in rows.items() if (row, column) in ours}
        named.pop((START, column), None)
        if not named:
            continue
        figure, axes = named_rows(head, [*named.values()], _unit(experiment))
        says = []
        for y, (name, text) in enumerate(named.items()):
            number = ours[name]
            look = {"color": COLOURS[0], "marker": "o", "linestyle": "none", "capsize": 3}
            half = _half(number, times)
            axes.errorbar(number.value * times, y, xerr=half, **look | _hollow(number))
            says.append(f"{text} {form(number, times, fixed=name in fixed)}")
        says += _start(axes.axvline, ours.get((START, column)), times)
        panels[column] = figure_with_alt(figure, f"{head}: {'; '.join(says)}")
    return _panels(panels, ours, experiment)


def html_lines(
    experiment: Experiment | str,
    lines: Mapping[str, Mapping[float, str]],
    columns: Names,
    x: str,
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
    turn = -1 if by_row else 1
    places = {START}.union(*(points.values() for points in lines.values()))
    asked = {(row, column)[::turn] for row in places for column in columns}
    ours = {name[::turn]: one for name, one in _numbers(experiment, asked)[0].items()}
    panels, times = {}, experiment.times
    for column, head in columns.items():
        measured = {
            name: {at: ours.get((row, column)) for at, row in sorted(points.items())}
            for name, points in lines.items()
            if any((row, column) in ours for row in points.values())
        }
        if not measured:
            continue
        figure, axes = blank_figure(4.2, 3.0)
        says = []
        for i, (name, points) in enumerate(measured.items()):
            look = {"color": COLOURS[i], "marker": MARKERS[i]}
            says.append(f"{name}: {_line(axes, name, points, times, **look)}")
        says += _start(axes.axhline, ours.get((START, column)), times)
        if log:
            axes.set_xscale("log")
            axes.xaxis.get_major_locator().set_params(subs=(1, 2, 5))  # powers alone are too few
            axes.xaxis.set_major_formatter("{x:g}")
            axes.minorticks_off()
        axes.set(title=head, xlabel=x, ylabel=_unit(experiment))
        if len(measured) > 1:
            figure.legend(loc="outside lower center", ncols=4, fontsize=9, columnspacing=1.0)
        panels[column] = figure_with_alt(figure, f"{head}, against {x}. {'. '.join(says)}")
    return _panels(panels, ours, experiment)


def _line(axes, name: str, points: Mapping[float, Estimate | None], times: float, **look) -> str:
    """Draw numbers with their intervals, broken where one is not run, and say them in words."""
    values = [number.value * times if number else math.nan for number in points.values()]
    halves = [_half(number, times) if number else math.nan for number in points.values()]
    axes.errorbar(list(points), values, yerr=halves, capsize=3, label=name, **look)
    run = {at: number for at, number in points.items() if number}
    for at, number in run.items():
        axes.plot(at, number.value * times, **look | _hollow(number))
    return ", ".join(f"{number.value * times:.1f} at {at:g}" for at, number in run.items())


def _start(draw_line, number: Estimate | None, times: float) -> list[str]:
    """Draw *no training* as a dashed line by ``axes.axhline`` or ``axvline``, and say it."""
    if number is None:
        return []
    draw_line(number.value * times, color=INK, linestyle="--", linewidth=1.2, marker="")
    return [f"no training {number.value * times:.2f}"]


def _half(number: Estimate, times: float) -> float:
    """Half of the 95 % interval; 0 where one seed says nothing of it."""
    half = number.half_width() * times
    return half if math.isfinite(half) else 0.0


def _hollow(number: Estimate) -> dict:
    return {} if number.seeds > 1 else {"mfc": "none"}


def _numbers(experiment: Experiment, asked: Collection[CellName]):
    """Estimates of these cells, and the names of those without chance.

    A mean that is no number is left out.
    """
    measured = read_cells(experiment, TIER, asked)
    ours = {name: one.estimate() for name, one in measured.items()}
    ours = {name: number for name, number in ours.items() if math.isfinite(number.value)}
    return ours, {name for name, one in measured.items() if one.fixed}


def _unit(experiment: Experiment) -> str:
    """What an axis says: the metric, where it is one and has room."""
    metric = experiment.metric
    return metric if len(metric) <= LONGEST and "," not in metric else ""


def named_rows(head: str, names: list[str], unit: str = "", width: float = 4.2):
    """A figure and its axes with a named line for each row, the first on top."""
    figure, axes = blank_figure(width, 0.42 * len(names) + 0.9 + 0.2 * bool(unit))
    names = [textwrap.fill(name, LONGEST) for name in names]
    axes.set_yticks(range(len(names)), names, linespacing=0.9)
    axes.set(title=head, xlabel=unit, ylim=(len(names) - 0.5, -0.5))
    return figure, axes


def _panels(panels: Mapping[str, Html], ours: Mapping, experiment: Experiment) -> Html:
    """The panel of each column, and the key to what is drawn in them."""
    if not panels:
        return waiting(experiment)
    shown = {name: number for name, number in ours.items() if name[1] in panels}
    trained = conditions_of(experiment.at(TIER).values())  # else no encoder plays a part
    key = KEY if trained else "● counted, not trained"
    key += DASHED * any(row == START for row, _ in shown)
    key += ALONE * any(number.seeds == 1 for (row, _), number in shown.items() if row != START)
    return beside(list(panels.values()), f"{experiment.title}. {experiment.metric}. {key}")


def beside(panels: list[Html], key: str = "", least: str = "20rem") -> Html:
    """Panels side by side, none narrower than ``least`` where there is room; the key below them."""
    return rendered("panels.html", panels=panels, key=key, least=least)


def waiting(experiment: Experiment) -> Html:
    """What stands in a picture's place before its runs."""
    how = html.escape(command(experiment, TIER))
    words = f"Nobody has run this yet. The command: <code>{how}</code>"
    return Html(f'<p class="sts-waiting">{words}</p>')


def folded(summary: str, *pieces: str) -> Html:
    """Pieces of HTML behind one line that opens them."""
    return Html(f"<details><summary>{html.escape(summary)}</summary>{''.join(pieces)}</details>")
