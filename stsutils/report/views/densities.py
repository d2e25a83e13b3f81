"""Densities of the cosines of two classes, drawn from the percentiles that records hold."""

import numpy as np

from stsutils.claims import CellName
from stsutils.experiments import Experiment, load
from stsutils.ledger import OF_LABEL
from stsutils.report.figures import blank_figure, figure_with_alt, slider
from stsutils.report.markup import Html
from stsutils.report.measured import TIER, records_of
from stsutils.report.pictures import beside, waiting
from stsutils.report.style import COLOURS, INK, LINESTYLES

NAMES = {"0": "negative pairs", "1": "positive pairs"}


def class_percentiles(experiment: Experiment, name: CellName) -> dict:
    """``{label: the percentiles of each seed}`` of the runs behind a cell; empty where none is.

    The labels are text, as the recipe names them ("0", "1"). The percentiles are those of the test
    set that the cell's metric is about.
    """
    cell, found = experiment.at(TIER).get(name), {}
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
        # a thousand numbers that have these percentiles
        values = np.quantile(np.atleast_2d(curves), np.linspace(0, 1, 1001), axis=1).ravel("F")
        values += np.linspace(-1e-6, 1e-6, len(values))  # equal numbers have a density, too
        style = {"color": COLOURS[1 - place], "linestyle": LINESTYLES[place], "marker": ""}
        bumps = {"bw_method": width / values.std(ddof=1), "gridsize": 241, "clip": (low, 1.0)}
        name = NAMES.get(label, label)
        seaborn.kdeplot(x=values, ax=axis, label=name, **bumps, **style)
        axis.fill_between(*axis.lines[-1].get_data(), color=style["color"], alpha=0.2, linewidth=0)
    axis.set(xlim=(low, 1.0), ylim=(0, None), yticks=[], ylabel="")
    axis.axvline(0, color=INK, linewidth=0.8, linestyle=":")


def html_densities(
    experiment: Experiment | str, rows: tuple[str, ...], columns: dict[str, str]
) -> Html:
    """A slider over `rows`, one panel for each of `columns` (column → title), seeds together.

    Rows without a record are left out. Where there is none at all, the command stands there.
    """
    experiment, frames = load(experiment), []
    for row in rows:
        found = [(title, class_percentiles(experiment, (row, c))) for c, title in columns.items()]
        panels = [_panel(row, title, classes) for title, classes in found if classes]
        if panels:
            frames.append((row, beside(panels, least="16rem"), ""))
    return slider(frames, "Loss") if frames else waiting(experiment)


def _panel(row: str, title: str, classes: dict) -> Html:
    """The densities of one set; the words tell their medians."""
    figure, axis = blank_figure(3.6, 2.9)
    draw_classes(axis, classes)
    axis.set(title=title, xlabel="cosine")
    figure.legend(loc="outside upper center", ncols=2, fontsize=10)
    medians = (f"{NAMES.get(c, c)} {np.median(curves):.2f}" for c, curves in classes.items())
    return figure_with_alt(figure, f"Cosines, {row}, {title}: medians of {', '.join(medians)}.")
