"""Many rows of two or three seeds: what chance does to a training is estimated over all of them.

Two seeds of one row say next to nothing of its error: the 95 % interval of their mean is twelve
times as wide as they are apart. But all rows of a search are trained alike. If chance moves each of
them as much, their seeds together say how much, with one degree of freedom for each seed beyond a
row's first.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.stats import t as student

from stsutils.experiments import Experiment, load
from stsutils.report.figures import figure_with_alt
from stsutils.report.markup import Html
from stsutils.report.measured import read_cells
from stsutils.report.pictures import beside, named_rows, waiting
from stsutils.report.style import COLOURS
from stsutils.statistics import holm_levels

KEY = "○ a seed · ● mean (bar: 95 % interval, by the chance in the seeds of all rows together)"


@dataclass(frozen=True)
class Seeds:
    """Rows of one column, each with the scores of its seeds, in the metric's own units."""

    scores: dict[str, tuple[float, ...]]

    @property
    def degrees(self) -> int:
        """How many seeds there are beyond the first of each row."""
        return sum(len(own) - 1 for own in self.scores.values())

    @property
    def deviation(self) -> float:
        """The standard deviation of one training within its row, over all rows; NaN for none."""
        squares = sum(np.var(own) * len(own) for own in self.scores.values())
        return math.sqrt(squares / self.degrees) if self.degrees else math.nan

    def mean(self, row: str) -> float:
        """The mean of a row's seeds."""
        return float(np.mean(self.scores[row]))

    def best(self) -> str:
        """The row of the largest mean."""
        return max(self.scores, key=self.mean)

    def half_width(self, row: str, level: float = 0.95) -> float:
        """Half of the interval of a row's mean, by the deviation of all rows; NaN for none."""
        error = self.deviation / math.sqrt(len(self.scores[row]))
        return student.ppf((1 + level) / 2, self.degrees) * error

    def above(self, base: str, level: float = 0.95) -> list[str]:
        """The rows whose mean is above that of ``base`` by more than chance, Holm over all rows."""
        return [row for row, sign in self._apart(base, level).items() if sign > 0]

    def below(self, base: str, level: float = 0.95) -> list[str]:
        """Those whose mean is below it, likewise."""
        return [row for row, sign in self._apart(base, level).items() if sign < 0]

    def _apart(self, base: str, level: float) -> dict[str, float]:
        """The other rows that differ from ``base``, each with the sign of its difference."""
        others = [row for row in self.scores if row != base]
        if not self.degrees or not others:
            return {}
        gaps = np.array([self.mean(row) - self.mean(base) for row in others])
        shares = [1 / len(self.scores[row]) + 1 / len(self.scores[base]) for row in others]
        chances = 2 * student.sf(np.abs(gaps) / (self.deviation * np.sqrt(shares)), self.degrees)
        seen = chances < 1 - holm_levels(chances, level)
        return {row: gap for row, gap, one in zip(others, gaps, seen, strict=True) if one}


def few_seeds(experiment: Experiment | str, column: str, tier: str = "lab") -> Seeds:
    """The seeds of each row of a column that has a record, times the experiment's factor.

    A row of which a seed diverged is left out; one without chance has one number.
    """
    experiment = load(experiment)
    only = {name for name in experiment.at(tier) if name[1] == column}
    scores = {}
    for (row, _), cell in read_cells(experiment, tier, only).items():
        own = tuple(experiment.times * cell.values[seed] for seed in sorted(cell.values))
        if all(map(math.isfinite, own)):
            scores[row] = own[:1] if cell.fixed else own
    return Seeds(scores)


def html_few_seeds(experiment: Experiment | str, columns, tier: str = "lab") -> Html:
    """A panel for each column: every seed as a ring, the means with their interval, best first."""
    experiment = load(experiment)
    columns = {column: few_seeds(experiment, column, tier) for column in columns}
    panels = [_panel(column, seeds) for column, seeds in columns.items() if seeds.scores]
    key = f"{experiment.title}. {experiment.metric}. {KEY}"
    return beside(panels, key) if panels else waiting(experiment, tier)


def _panel(column: str, seeds: Seeds) -> Html:
    rows = sorted(seeds.scores, key=seeds.mean, reverse=True)
    figure, axes = named_rows(column, rows)
    style = {"color": COLOURS[0], "linestyle": "none", "capsize": 3}
    for y, row in enumerate(rows):
        half, own = seeds.half_width(row), seeds.scores[row]
        axes.plot(own, [y] * len(own), "o", mfc="none", mec=COLOURS[1], ms=9)
        axes.errorbar(seeds.mean(row), y, xerr=0 if math.isnan(half) else half, fmt="o", **style)
    said = "; ".join(f"{row} {seeds.mean(row):.1f} of {len(seeds.scores[row])}" for row in rows)
    return figure_with_alt(figure, f"{column}, mean and number of seeds, best first: {said}")
