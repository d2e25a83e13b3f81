"""What a tier's tables measure for their claims: the first look at a claim, and the second one."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from stsutils import claims
from stsutils.claims import CellName, Claim, Contrast
from stsutils.experiments import Experiment
from stsutils.report.learned import is_testable, learning
from stsutils.report.measured import Measured, difference, measuring, read_cell
from stsutils.statistics import Estimate

#: Contrasts of a claim, each with the table that has its cells.
Placed = Sequence[tuple[Contrast, Experiment]]


@dataclass(frozen=True)
class Look:
    """Estimates of a claim's contrasts, None where a seed is to be run; their level and seeds."""

    estimates: list[Estimate | None]
    level: float
    seeds: list[int]


class Bench:
    """What a tier's tables measure, each cell read once, and only where a claim names it."""

    def __init__(self, tier: str):
        """Nothing is read before a claim asks for it."""
        self.tier = tier
        self._cells: dict[tuple, Measured | None] = {}
        self._measure = functools.cache(measuring)
        self._learned = functools.cache(learning)

    def look(self, claim: Claim, placed: Placed, level: float) -> Look:
        """The second look at a claim that has one, once all its seeds are there; else the first.

        A contrast in another column keeps its seeds, and meets the second look's level, too.
        """
        first = [self._estimate(contrast, table) for contrast, table in placed]
        seeds = [table.seeds for _, table in placed]
        again = [claim.twice(contrast) for contrast, _ in placed]
        second = [
            self._estimate(contrast, replace(table, seeds=claims.AGAIN)) if twice else estimate
            for (contrast, table), twice, estimate in zip(placed, again, first, strict=True)
        ]
        if not any(again) or None in second:
            return Look(first, level, seeds)
        seeds = [claims.AGAIN if twice else n for twice, n in zip(again, seeds, strict=True)]
        return Look(second, 1 - (1 - level) * claims.AGAIN_ERROR, seeds)

    def testable(self, contrast: Contrast, table: Experiment, level: float) -> bool | None:
        """Whether a contrast can say anything; None while an untrained number is to be run."""
        pair = contrast.a, contrast.b
        a, b = (self._learned(table.seeds)(table.at(self.tier)[name]) for name in pair)
        if a.trained or b.trained or table.floor is None:
            return is_testable(contrast, a, b, level)
        lows = [self._cell(table, name).estimate().interval(level)[0] for name in pair]
        return not claims.at_floor(lows, table.floor)

    def _estimate(self, contrast: Contrast, table: Experiment) -> Estimate | None:
        """a - b, or None where a seed is still to be run: with it the verdict might turn."""
        a, b = (self._cell(table, name) for name in (contrast.a, contrast.b))
        estimate = difference(a, b) if a and b else None
        return estimate if estimate and estimate.seeds >= table.seeds else None

    def _cell(self, table: Experiment, name: CellName) -> Measured | None:
        key = table.name, table.seeds, name
        if key not in self._cells:
            self._cells[key] = read_cell(table, self.tier, name, self._measure(table.seeds))
        return self._cells[key]
