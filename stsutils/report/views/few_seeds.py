"""Many rows of two or three seeds: what chance does to a training is estimated over all of them.

Two seeds of one row say next to nothing of its error: the 95 % interval of their mean is twelve
times as wide as they are apart. But all rows of a search are trained alike. If chance moves each of
them as much, their seeds together say how much, with one degree of freedom for each seed beyond a
row's first.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from scipy.stats import t as student

from stsutils.experiments import Experiment, load
from stsutils.report.figures import figure_with_alt
from stsutils.report.markup import Html
from stsutils.report.measured import TIER, read_cells
from stsutils.report.pictures import beside, named_rows, waiting
from stsutils.report.style import COLOURS

#: Rows of one column, each with the scores of its seeds, in the unit of the table.
Scores = Mapping[str, Sequence[float]]
KEY = "○ a seed · ● mean (bar: 95 % interval, by the chance in the seeds of all rows together)"


def half_widths(scores: Scores) -> dict[str, float]:
    """Half of the 95 % interval of each mean, by the chance in all rows' seeds; NaN for none."""
    degrees = sum(len(own) - 1 for own in scores.values())
    squares = sum(np.var(own) * len(own) for own in scores.values())
    error = math.sqrt(squares / degrees) if degrees else math.nan
    reach = student.ppf(0.975, degrees) * error
    return {row: reach / math.sqrt(len(own)) for row, own in scores.items()}


def few_seeds(experiment: Experiment | str, column: str) -> Scores:
    """The seeds of each row of a column that has a record, times the experiment's factor.

    A row of which a seed diverged is left out; one without chance has one number.
    """
    experiment = load(experiment)
    only = {name for name in experiment.at(TIER) if name[1] == column}
    scores = {}
    for (row, _), cell in read_cells(experiment, TIER, only).items():
        own = tuple(experiment.times * cell.values[seed] for seed in sorted(cell.values))
        if all(map(math.isfinite, own)):
            scores[row] = own[:1] if cell.fixed else own
    return scores


def html_few_seeds(experiment: Experiment | str, columns) -> Html:
    """A panel for each column: every seed as a ring, the means with their interval, best first."""
    experiment = load(experiment)
    columns = {column: few_seeds(experiment, column) for column in columns}
    panels = [_panel(column, scores) for column, scores in columns.items() if scores]
    key = f"{experiment.title}. {experiment.metric}. {KEY}"
    return beside(panels, key) if panels else waiting(experiment)


def _panel(column: str, scores: Scores) -> Html:
    means = {row: float(np.mean(own)) for row, own in scores.items()}
    rows, halves = sorted(scores, key=means.get, reverse=True), half_widths(scores)
    figure, axes = named_rows(column, rows)
    style = {"color": COLOURS[0], "linestyle": "none", "capsize": 3}
    for y, row in enumerate(rows):
        half, own = halves[row], scores[row]
        axes.plot(own, [y] * len(own), "o", mfc="none", mec=COLOURS[1], ms=9)
        axes.errorbar(means[row], y, xerr=0 if math.isnan(half) else half, fmt="o", **style)
    said = "; ".join(f"{row} {means[row]:.1f} of {len(scores[row])}" for row in rows)
    return figure_with_alt(figure, f"{column}, mean and number of seeds, best first: {said}")
