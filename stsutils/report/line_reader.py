"""The lines of claims, as a tier's records measure them."""

from dataclasses import replace
from itertools import compress

from stsutils import claims
from stsutils.claims import Claim, Contrast
from stsutils.errors import UserError
from stsutils.experiments import Experiment, parts_of
from stsutils.report.earlier import earlier
from stsutils.report.learned import is_misled, is_tested, learning
from stsutils.report.measured import difference, measuring
from stsutils.report.near import Pair, near_pairs, with_parts
from stsutils.report.settling import Judged


def read_line(claim: Claim, contrast: Contrast, table: Experiment, tier: str) -> Judged:
    """A line by its table's seeds, or by `AGAIN` where the claim asks and all are there."""
    line = Judged(
        contrast,
        times=table.times,
        where="" if contrast.table in ("", claim.table) else f"{table.title}: ",
        cells=tuple(table.at(tier)[name] for name in (contrast.a, contrast.b)),
        first=earlier(table.name, contrast.a, contrast.b),
    )
    try:
        first = _Seeds(table.seeds).measured(line)
        more = _Seeds(claims.AGAIN).measured(line) if claim.twice(contrast) else None
        return replace(more, again=True) if more and more.estimate else first
    except UserError as error:
        raise UserError(f"experiment {table.name!r}, {contrast}: {error}") from None


class _Seeds:
    """Cells as the first ``seeds`` seeds measure them."""

    def __init__(self, seeds: int):
        self.seeds, self.measure = seeds, measuring(seeds)
        self._learned = learning(self.measure)

    def measured(self, line: Judged) -> Judged:
        """A line with its estimate, an average over those of its sets that are tested."""
        cells, without = line.cells, ""
        averages = [getattr(cell, "how", "") in ("mean", "gain") for cell in cells]
        if all(averages) and len(parts_of(cells[0])) == len(parts_of(cells[1])):
            cells, without = self._tested_sets(cells)
        estimate = difference(*map(self.measure, cells))
        if estimate and estimate.seeds < self.seeds:
            estimate = None
        tested = self._tested(cells)
        pairs, pending = near_pairs(cells, self.measure) if tested and estimate else ((), 0)
        beside = tuple(difference(*map(self.measure, pair)) for pair in pairs)
        found = {"estimate": estimate, "tested": tested, "beside": beside, "pending": pending}
        return replace(line, cells=cells, seeds=self.seeds, without=without, **found)

    def _tested(self, cells: Pair) -> bool | None:
        return not any(map(is_misled, cells)) and is_tested(*map(self._learned, cells))

    def _tested_sets(self, cells: Pair) -> tuple[Pair, str]:
        """Both averages over the sets that are tested, and the others' names; all if none is."""
        pairs = list(zip(*map(parts_of, cells), strict=True))
        sets = pairs[: len(pairs) // 2] if cells[0].how == "gain" else pairs
        keep = [self._tested(pair) is not False for pair in sets]
        if all(keep) or not any(keep):
            return cells, ""
        names = [a.metric.partition(":")[0] for a, _ in sets]
        without = [name for name, kept in zip(names, keep, strict=True) if not kept]
        kept = compress(pairs, keep * (len(pairs) // len(sets)))
        return with_parts(cells, kept), ", ".join(without)
