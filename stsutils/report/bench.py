"""What a tier's tables measure for their claims, line by line."""

from dataclasses import dataclass, replace
from functools import cache

from stsutils import claims
from stsutils.claims import Claim, Contrast
from stsutils.errors import UserError
from stsutils.experiments import Cell, Derived, Experiment, Tuned, parts_of
from stsutils.report.learned import is_misled, is_tested, learning
from stsutils.report.measured import difference, measuring, once
from stsutils.report.near import ends
from stsutils.statistics import Estimate

Pair = tuple[Cell | Tuned | Derived, Cell | Tuned | Derived]


@dataclass(frozen=True)
class Line:
    """A line as measured; ``estimate`` is None where a seed is to be run.

    ``tested``: whether it tells anything (`stsutils.report.learned`), None while that is to be run.
    ``seeds`` is how many it has been asked for; ``without``: sets that an average leaves out.
    ``beside`` has the estimates at the settings that validation cannot tell from the chosen ones
    (`stsutils.experiments.choice`), those that favour b most and those that favour a most;
    ``pending`` is how many of such settings are still to be run.
    """

    cells: Pair
    estimate: Estimate | None
    tested: bool | None
    seeds: int
    without: str = ""
    beside: tuple[Estimate, ...] = ()
    pending: int = 0


class Bench:
    """What a tier's tables measure, each cell read once, and only where a claim names it."""

    def __init__(self, tier: str):
        """Nothing is read before a claim asks for it."""
        self.tier = tier
        self._bench = cache(_Seeds)

    def line(self, claim: Claim, contrast: Contrast, table: Experiment) -> Line:
        """A line by its table's seeds, or by `AGAIN` where the claim asks and all are there."""
        cells = tuple(table.at(self.tier)[name] for name in (contrast.a, contrast.b))
        try:
            first = self._bench(table.seeds).line(cells)
            if claim.twice(contrast):
                more = self._bench(claims.AGAIN).line(cells)
                return first if more.estimate is None else more
            return first
        except UserError as error:
            raise UserError(f"experiment {table.name!r}, {contrast}: {error}") from None


class _Seeds:
    """Cells as the first ``seeds`` seeds measure them."""

    def __init__(self, seeds: int):
        self.seeds, self.measure = seeds, once(measuring(seeds))
        self._learned = learning(self.measure)

    def line(self, cells: Pair) -> Line:
        """A line, an average over those of its sets that are tested."""
        averages = [getattr(cell, "how", "") in ("mean", "gain") for cell in cells]
        without: list[str] = []
        if all(averages) and len(parts_of(cells[0])) == len(parts_of(cells[1])):
            cells, without = self._tested_sets(cells)
        a, b = map(self.measure, cells)
        estimate = difference(a, b) if a.values and b.values else None
        if estimate and estimate.seeds < self.seeds:
            estimate = None
        tested = self._tested(cells)
        pairs, pending = ends(cells, self.measure) if tested and estimate else ((), 0)
        beside = tuple(difference(*map(self.measure, pair)) for pair in pairs)
        return Line(cells, estimate, tested, self.seeds, ", ".join(without), beside, pending)

    def _tested(self, cells: Pair) -> bool | None:
        return not any(map(is_misled, cells)) and is_tested(*map(self._learned, cells))

    def _tested_sets(self, cells: Pair) -> tuple[Pair, list[str]]:
        """Both averages over the sets that are tested, and the others' names; all if none is."""
        pairs = list(zip(*map(parts_of, cells), strict=True))
        sets = pairs[: len(pairs) // 2] if cells[0].how == "gain" else pairs
        keep = [self._tested(pair) is not False for pair in sets]
        if all(keep) or not any(keep):
            return cells, []
        without = [
            a.metric.partition(":")[0] for (a, _), kept in zip(sets, keep, strict=True) if not kept
        ]
        keep *= len(pairs) // len(sets)
        kept = [pair for pair, own in zip(pairs, keep, strict=True) if own]
        parts = zip(*kept, strict=True)
        a, b = (replace(cell, parts=own) for cell, own in zip(cells, parts, strict=True))
        return (a, b), without
