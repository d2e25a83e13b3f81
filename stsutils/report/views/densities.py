"""Densities of the cosines of two classes, drawn from the percentiles that records hold."""

import math

import numpy as np

from stsutils.claims import CellName
from stsutils.experiments import Experiment, load
from stsutils.ledger import OF_LABEL
from stsutils.report.figures import blank_figure, slider
from stsutils.report.markup import Html
from stsutils.report.measured import records_of
from stsutils.report.pictures import waiting
from stsutils.report.style import COLOURS, INK, LINESTYLES

#: Panels side by side; more go below.
ACROSS = 3
NAMES = {"0": "negative pairs", "1": "positive pairs"}


def spread_evenly(percentiles, size: int = 1001) -> np.ndarray:
    """As many numbers as asked for with these percentiles, evenly spread between two of them."""
    at = np.linspace(0, 1, len(percentiles))
    return np.interp(np.linspace(0, 1, size), at, percentiles)


def class_percentiles(experiment: Experiment, name: CellName, tier: str = "lab") -> dict:
    """``{label: the percentiles of each seed}`` of the runs behind a cell; empty where none is.

    The labels are text, as the recipe names them ("0", "1"). The percentiles are those of the test
    set that the cell's metric is about.
    """
    cell, found = experiment.at(tier).get(name), {}
    for record in records_of(cell, experiment.seeds).values() if cell else ():
        for kept in sorted(record.predictions):
            test, of_label, label = kept.rpartition(OF_LABEL)
            if of_label and cell.metric.startswith(test):
                found.setdefault(label, []).append(record.predictions[kept])
    return found


def draw_classes(axis, classes: dict, width: float = 0.03, low: float = -1.0) -> None:
    """Draw a density for each class on a matplotlib axis: ``{label: one or more percentiles}``.

    Each number becomes a normal bump with the standard deviation `width`, and the bumps add up to
    the area 1. What is smoothed beyond a cosine of 1 is not drawn. Several percentiles of a class
    (seeds) give the mean of their densities.
    """
    import seaborn

    for place, (label, curves) in enumerate(classes.items()):
        values = np.concatenate([spread_evenly(p) for p in np.atleast_2d(curves)])
        values += np.linspace(-1e-6, 1e-6, len(values))  # equal numbers have a density, too
        style = {"color": COLOURS[1 - place], "linestyle": LINESTYLES[place], "marker": ""}
        bumps = {"bw_method": width / values.std(ddof=1), "gridsize": 241, "clip": (low, 1.0)}
        name = NAMES.get(label, label)
        seaborn.kdeplot(x=values, ax=axis, label=name, **bumps, **style)
        axis.fill_between(*axis.lines[-1].get_data(), color=style["color"], alpha=0.2, linewidth=0)
    axis.set(xlim=(low, 1.0), ylim=(0, None), yticks=[], ylabel="")
    axis.axvline(0, color=INK, linewidth=0.8, linestyle=":")


def html_densities(
    experiment: Experiment | str,
    rows: tuple[str, ...],
    columns: dict[str, str],
    tier: str = "lab",
) -> Html:
    """A slider over `rows`, one panel for each of `columns` (column → title), seeds together.

    Rows without a record are left out. Where there is none at all, the command stands there.
    """
    experiment, frames = load(experiment), []
    for row in rows:
        panels = {
            title: classes
            for column, title in columns.items()
            if (classes := class_percentiles(experiment, (row, column), tier))
        }
        if panels:
            words = f"Densities of the cosines, {row}. {_words(panels)}"
            frames.append((row, _figure(panels), words))
    return slider(frames, "Loss") if frames else waiting(experiment, tier)


def _figure(panels: dict[str, dict]):
    across = min(len(panels), ACROSS)
    down = math.ceil(len(panels) / across)
    grid = {"nrows": down, "ncols": across, "squeeze": False}
    figure, axes = blank_figure(2.6 * across + 0.6, 2.4 * down + 0.2, **grid)
    for axis, (title, classes) in zip(axes.flat, panels.items(), strict=False):
        draw_classes(axis, classes)
        axis.set_title(title, fontsize=12)
        axis.set_xlabel("cosine")
    for axis in axes.flat[len(panels) :]:
        axis.set_axis_off()
    handles, labels = axes.flat[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=2)
    return figure


def _words(panels: dict[str, dict]) -> str:
    """The medians of each panel, for those who can't see it."""
    said = []
    for title, classes in panels.items():
        medians = (f"{NAMES.get(c, c)} {np.median(curves):.2f}" for c, curves in classes.items())
        said.append(f"{title}: medians of {', '.join(medians)}")
    return "; ".join(said) + "."
