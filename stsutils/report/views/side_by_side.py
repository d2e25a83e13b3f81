"""Two recorded trainings pair by pair: how far apart do their predictions lie?"""

from collections.abc import Mapping

import numpy as np

from stsutils.experiments import Experiment, load
from stsutils.report.figures import blank_figure, figure_with_alt
from stsutils.report.markup import Html
from stsutils.report.measured import TIER, records_of
from stsutils.report.pictures import beside, waiting
from stsutils.report.style import COLOURS, INK

#: A recorded training: row, column and seed of a table.
Training = tuple[str, str, int]


def predicted(experiment: Experiment | str, one: Training) -> np.ndarray | None:
    """What a training predicts for the test pairs of its cell, as recorded; None before it has run.

    Kept to 1/32,767 of the largest prediction, 2,000 pairs at most.
    """
    *cell, seed = one
    own = load(experiment).at(TIER)[tuple(cell)]
    record = records_of(own, seed + 1).get(seed)
    return record and record.predictions[own.metric]


def html_side_by_side(
    experiment: Experiment | str, panels: Mapping[str, tuple[Training, Training]]
) -> Html:
    """A panel for each two trainings: a dot a test pair, on the diagonal where they agree.

    Where a training has not run, its panel is left out; where all are, the command stands there.
    """
    experiment, images = load(experiment), []
    for title, (a, b) in panels.items():
        x, y = (predicted(experiment, one) for one in (a, b))
        if x is None or y is None:
            continue
        figure, axes = blank_figure(3.4, 3.4)
        axes.plot(x, y, ".", ms=3, color=COLOURS[0], alpha=0.4, rasterized=True)
        ends = [min(x.min(), y.min()), max(x.max(), y.max())]
        axes.plot(ends, ends, "--", color=INK, linewidth=1, marker="")
        axes.set(title=title, xlabel=_apart(a, b), ylabel=_apart(b, a), aspect="equal")
        apart = np.abs(x - y)
        alt = f"{title}: predictions of {len(x):,} pairs, {np.median(apart):.4f} apart in the "
        images.append(figure_with_alt(figure, f"{alt}median, {apart.max():.4f} at most"))
    return beside(images) if images else waiting(experiment)


def _apart(one: Training, other: Training) -> str:
    """What a training has and the other has not, of the parts of its row's name and its seed."""
    parts = [part for part in one[0].split(" | ") if part not in other[0].split(" | ")]
    if one[2] != other[2]:
        parts.append(f"seed {one[2]}")
    return " | ".join(parts) or one[0]
