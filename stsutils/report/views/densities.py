"""Densities of the cosines of two classes, drawn from the percentiles that records hold."""

import html
import math

import numpy as np

from stsutils.errors import UserError
from stsutils.experiments import Cell, Experiment, Tuned, command, load
from stsutils.ledger import Ledger
from stsutils.report.figures import slider
from stsutils.report.markup import Html
from stsutils.report.measured import records_of
from stsutils.report.style import COLOURS, INK, LINESTYLES

#: Panels side by side; more go below.
ACROSS = 3
OF_LABEL = " of label "
NAMES = {"0": "negative pairs", "1": "positive pairs"}


def spread_evenly(percentiles, size: int = 1001) -> np.ndarray:
    """As many numbers as asked for with these percentiles, evenly spread between two of them."""
    known = np.asarray(percentiles, float)
    if known.ndim != 1 or len(known) < 2:
        raise UserError("percentiles must be a flat list of two numbers or more")
    return np.interp(np.linspace(0, 1, size), np.linspace(0, 1, len(known)), known)


def class_percentiles(
    experiment: Experiment | str, cell: tuple, tier: str = "lab", ledger: Ledger | None = None
) -> dict[int, dict[str, np.ndarray]]:
    """``{seed: {label: percentiles}}`` of the runs behind a cell; empty where nobody has run it.

    The labels are text, as the recipe names them ("0", "1"). The percentiles are those of the test
    set that the cell's metric is about.
    """
    experiment = load(experiment)
    ledger, known = ledger or Ledger(), experiment.at(tier)
    if cell not in known:
        raise UserError(f"experiment {experiment.name!r} has no cell {cell} at the tier {tier}")
    if not isinstance(known[cell], Cell | Tuned):
        raise UserError(f"experiment {experiment.name!r}, cell {cell}: made of several runs")
    metric = known[cell].metric
    found = {}
    for seed, record in records_of(known[cell], experiment.seeds, ledger).items():
        names = {n: n.rpartition(OF_LABEL) for n in record.predictions if OF_LABEL in n}
        own = {n: parts[2] for n, parts in names.items() if metric.startswith(parts[0])}
        if own:
            found[seed] = {own[n]: record.predictions[n] for n in sorted(own)}
    return found


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
    ledger: Ledger | None = None,
    width: float = 0.03,
) -> Html:
    """A slider over `rows`, one panel for each of `columns` (column → title), seeds together.

    Rows without a record are left out. Where there is none at all, a sentence says how to make one.
    """
    import matplotlib.pyplot as plt

    experiment = load(experiment)
    offered, frames = experiment.at(tier), []
    for row in rows:
        shown = {}
        for column, title in columns.items():
            if (row, column) in offered:
                by_seed = class_percentiles(experiment, (row, column), tier, ledger)
                if by_seed:
                    shown[title] = _together(by_seed)
        if not shown:
            continue
        across = min(len(shown), ACROSS)
        down = math.ceil(len(shown) / across)
        size = (2.6 * across + 0.6, 2.4 * down + 0.2)
        figure, grid = plt.subplots(down, across, figsize=size, layout="constrained", squeeze=False)
        panels = list(grid.flat)
        for axis, (title, classes) in zip(panels, shown.items(), strict=False):
            draw_classes(axis, classes, width)
            axis.set_title(title, fontsize=12)
            axis.set_xlabel("cosine")
        for axis in panels[len(shown) :]:
            axis.set_axis_off()
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside upper center", ncols=2)
        frames.append((row, figure, f"Densities of the cosines, {row}. {_words(shown)}"))
    if not frames:
        text = f"No run of the tier {tier} is recorded yet, so there is no density to draw: "
        return Html(f"<p>{text}<code>{html.escape(command(experiment, tier))}</code></p>")
    return slider(frames, "Loss")


def _together(by_seed: dict) -> dict[str, np.ndarray]:
    labels = next(iter(by_seed.values()))
    return {label: np.stack([one[label] for one in by_seed.values()]) for label in labels}


def _words(shown: dict) -> str:
    """The medians of each panel, for those who can't see it."""
    said = []
    for title, classes in shown.items():
        middles = ", ".join(
            f"{NAMES.get(label, label)} {np.median(curves):.2f}"
            for label, curves in classes.items()
        )
        said.append(f"{title}: medians of {middles}")
    return "; ".join(said) + "."
