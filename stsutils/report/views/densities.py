"""Densities of the cosines of two classes, drawn from the percentiles that records hold."""

import html
import math

import numpy as np

from stsutils.errors import UserError
from stsutils.experiments import Cell, Experiment, Tuned, command, load
from stsutils.ledger import OF_LABEL
from stsutils.report.figures import slider
from stsutils.report.markup import Html
from stsutils.report.measured import records_of
from stsutils.report.style import COLOURS, INK, LINESTYLES

#: Panels side by side; more go below.
ACROSS = 3
NAMES = {"0": "negative pairs", "1": "positive pairs"}


def spread_evenly(percentiles, size: int = 1001) -> np.ndarray:
    """As many numbers as asked for with these percentiles, evenly spread between two of them."""
    known = np.asarray(percentiles, float)
    if known.ndim != 1 or len(known) < 2:
        raise UserError("percentiles must be a flat list of two numbers or more")
    return np.interp(np.linspace(0, 1, size), np.linspace(0, 1, len(known)), known)


def class_percentiles(
    experiment: Experiment | str, cell: tuple, tier: str = "lab"
) -> dict[int, dict[str, np.ndarray]]:
    """``{seed: {label: percentiles}}`` of the runs behind a cell; empty where nobody has run it.

    The labels are text, as the recipe names them ("0", "1"). The percentiles are those of the test
    set that the cell's metric is about.
    """
    experiment = load(experiment)
    settled = experiment.at(tier).get(cell)
    if settled is None:
        raise UserError(f"experiment {experiment.name!r} has no cell {cell} at the tier {tier}")
    if not isinstance(settled, Cell | Tuned):
        raise UserError(f"experiment {experiment.name!r}, cell {cell}: made of several runs")
    by_seed = {}
    for seed, record in records_of(settled, experiment.seeds).items():
        classes = {}
        for name in sorted(record.predictions):
            test, of_label, label = name.rpartition(OF_LABEL)
            if of_label and settled.metric.startswith(test):
                classes[label] = record.predictions[name]
        if classes:
            by_seed[seed] = classes
    return by_seed


def draw_classes(axis, classes: dict, width: float = 0.03, low: float = -1.0) -> None:
    """Draw a density for each class on a matplotlib axis: ``{label: one or more percentiles}``.

    Each number becomes a normal bump with the standard deviation `width`, and the bumps add up to
    the area 1. What is smoothed beyond a cosine of 1 is not drawn. Several percentiles of a class
    (seeds) give the mean of their densities.
    """
    import seaborn

    if not width > 0:
        raise UserError(f"a density's width must be above 0, got {width}")
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
    width: float = 0.03,
) -> Html:
    """A slider over `rows`, one panel for each of `columns` (column → title), seeds together.

    Rows without a record are left out. Where there is none at all, a sentence says how to make one.
    """
    experiment = load(experiment)
    offered, frames = experiment.at(tier), []
    for row in rows:
        panels = {}  # title → label → the percentiles of each seed
        for column, title in columns.items():
            if (row, column) in offered:
                by_seed = class_percentiles(experiment, (row, column), tier).values()
                labels = next(iter(by_seed), ())
                if by_seed:
                    panels[title] = {label: [one[label] for one in by_seed] for label in labels}
        if panels:
            figure = _figure(panels, width)
            frames.append((row, figure, f"Densities of the cosines, {row}. {_words(panels)}"))
    if not frames:
        text = f"No run of the tier {tier} is recorded yet, so there is no density to draw: "
        return Html(f"<p>{text}<code>{html.escape(command(experiment, tier))}</code></p>")
    return slider(frames, "Loss")


def _figure(panels: dict[str, dict], width: float):
    import matplotlib.pyplot as plt

    across = min(len(panels), ACROSS)
    down = math.ceil(len(panels) / across)
    size = (2.6 * across + 0.6, 2.4 * down + 0.2)
    figure, axes = plt.subplots(down, across, figsize=size, layout="constrained", squeeze=False)
    for axis, (title, classes) in zip(axes.flat, panels.items(), strict=False):
        draw_classes(axis, classes, width)
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
