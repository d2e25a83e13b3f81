"""Who stands where in one column of a table, and which differences the records can show at all.

The largest mean of several is not yet the best method: a part of its lead is luck. So every two
rows are compared, paired by seed and by draw, and Holm's correction runs over all of these
comparisons. What nobody beats is mostly several rows, seldom a single one.
"""

import math
from dataclasses import dataclass
from itertools import combinations

from stsutils.experiments import Experiment, load
from stsutils.report.markup import DASH
from stsutils.report.measured import TIER, difference, read_cells
from stsutils.report.tables import form
from stsutils.statistics import Estimate, decide_together


@dataclass(frozen=True)
class Standing:
    """The rows of one column: ``numbers`` of those measured, and a duel of every two of them.

    ``duels`` has the estimate of a - b by (a, b), ``beaten_by`` the rows that are shown to be
    better than each one.
    """

    rows: tuple[str, ...]
    numbers: dict[str, Estimate]
    duels: dict[tuple[str, str], Estimate]
    beaten_by: dict[str, list[str]]
    times: float

    def frame(self):
        """DataFrame, best mean first: row, number, and who beats it. What nobody ran comes last."""
        import pandas as pd

        means = pd.Series({row: number.value for row, number in self.numbers.items()}, dtype=float)
        order = means.sort_values(ascending=False, kind="stable", na_position="last").index
        lines = [
            (row, form(self.numbers[row], self.times), "; ".join(self.beaten_by[row]) or "nobody")
            for row in order
        ]
        lines += [(row, DASH, DASH) for row in self.rows if row not in self.numbers]
        return pd.DataFrame(lines, columns=["row", "number", "beaten by"])

    def detectable(self, together: bool = False) -> str:
        """The smallest difference that the middle duel would show in 4 runs of 5, as for `form`.

        For one comparison chosen beforehand, or (`together`) for the first step of Holm's
        correction over all of them. A dash without a duel, or with one seed.
        """
        level = 1 - 0.05 / len(self.duels) if together and self.duels else 0.95
        sizes = sorted(estimate.detectable(level) for estimate in self.duels.values())
        middle = sizes[len(sizes) // 2] if sizes else math.inf
        return f"{middle * self.times:.2f}" if math.isfinite(middle) else DASH


def standing(experiment: Experiment | str, column: str, rows: tuple[str, ...]) -> Standing:
    """Compare every two of these rows of a column that are measured, corrected together at 95 %.

    A row that diverged takes part in no duel, and two rows without a common seed have none.
    """
    experiment = load(experiment)
    cells = read_cells(experiment, TIER, [(row, column) for row in rows])
    measured = {row: cells[row, column] for row in rows if (row, column) in cells}
    every = {(a, b): difference(measured[a], measured[b]) for a, b in combinations(measured, 2)}
    duels = {pair: e for pair, e in every.items() if e and not math.isnan(e.value)}
    decisions = decide_together([(e, 0.0, "greater") for e in duels.values()])
    beaten_by = {row: [] for row in measured}
    for (a, b), decision in zip(duels, decisions, strict=True):
        if decision.outcome != "open":
            won, lost = (a, b) if decision.outcome == "holds" else (b, a)
            beaten_by[lost].append(won)
    numbers = {row: cell.estimate() for row, cell in measured.items()}
    return Standing(rows, numbers, duels, beaten_by, experiment.times)
