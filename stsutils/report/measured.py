"""From records to numbers with intervals: the join of the ledger with a table's cells."""

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from stsutils import claims, statistics
from stsutils.claims import CellName
from stsutils.errors import UserError
from stsutils.experiments import Cell, Derived, Experiment, Tuned, parts_of, resolve, seedless
from stsutils.ledger import Ledger, Record
from stsutils.report.chance import drawn_alike, widenings
from stsutils.report.derived import derive
from stsutils.statistics import Estimate

#: What pages show and prose is held to: the runs of the lab.
TIER = "lab"
#: Whatever stands in a table's cell.
Whole = Cell | Tuned | Derived
#: Its numbers are facts about the data: no interval, and each comparison of two is decided.
COUNTED = "audit-1"


@dataclass
class Measured:
    """A cell's runs: ``values`` seed → number, ``draws`` seed → bootstrap draws (may be empty).

    ``fixed``: one run without chance stands for all these seeds, so they say nothing of its error.
    ``gpus``: what the runs were made on, "" for a CPU.
    """

    values: dict[int, float]
    draws: dict[int, np.ndarray]
    fixed: bool = False
    gpus: frozenset[str] = frozenset()

    @property
    def mean(self) -> float:
        """The mean of the numbers alone."""
        return float(np.mean(list(self.values.values())))

    def estimate(self) -> Estimate | None:
        """Mean over the seeds with its standard error; None without a seed."""
        if not self.values:
            return None
        seeds = sorted(self.values)
        if self.fixed and not self.draws:
            seeds = seeds[:1]
        draws = _stack(seeds, self.draws, self.values)
        return statistics.estimate([self.values[s] for s in seeds], draws)

    def over(self, seeds: Iterable[int]) -> "Measured":
        """Itself; a fixed one for exactly these seeds, so that it pairs with any other cell."""
        if not self.fixed:
            return self
        seeds, first = list(seeds), min(self.values)
        draws = dict.fromkeys(seeds, self.draws[first]) if self.draws else {}
        return Measured(dict.fromkeys(seeds, self.values[first]), draws, True)


NOTHING = Measured({}, {})


def made_on(cells: Iterable[Measured]) -> str:
    """``made in part on a GPU, NVIDIA H200; …``; empty where all runs were made on a CPU.

    A GPU draws other random numbers from a seed, so a run is not repeated to the digit elsewhere.
    """
    kinds = frozenset().union(*(cell.gpus for cell in cells))
    if not (names := sorted(kinds - {""})):
        return ""
    part = "in part " if "" in kinds else ""
    return f"made {part}on a GPU, {' and '.join(names)}; a seed draws other numbers on a CPU"


def read_cells(experiment: Experiment, tier: str, only=None):
    """``{(row, column): Measured}`` of the cells that have a record, in table order.

    ``only`` keeps to some cells: one number needs one cell's records, not the table's.
    """
    measure, cells = measuring(experiment.seeds), {}
    for name, cell in experiment.at(tier).items():
        if only is None or name in only:
            try:
                cells[name] = measure(cell)
            except UserError as error:
                raise UserError(f"experiment {experiment.name!r}, cell {name}: {error}") from None
    return {name: cell for name, cell in cells.items() if cell.values}


def measuring(seeds: int) -> Callable[[Whole], Measured]:
    """A function from a cell to its `Measured`, with the first ``seeds`` seeds.

    It keeps what it has read until a record is written: tables and claims share runs. Seeds beyond
    those that the experiment declares are left out, whoever has made them. A deterministic recipe
    is run once; its record is used for every seed.
    """
    return _measuring(seeds, Ledger().state())


@functools.lru_cache(maxsize=8)
def _measuring(seeds: int, state: tuple) -> Callable[[Whole], Measured]:
    factors = widenings()

    @functools.cache
    def records_by_seed(part: Cell | Tuned) -> dict[int, Record]:
        records = records_of(part, seeds)
        if records and deterministic(part):
            copies = range(max(2, seeds))  # from two on its draws alone make an interval
            records = dict.fromkeys(copies, next(iter(records.values())))
        return records

    @functools.cache
    def measure(cell: Whole) -> Measured:
        parts = [(p.metric, records_by_seed(replace(p, metric=""))) for p in parts_of(cell)]
        values, draws, kinds = {}, {}, {}
        for seed in sorted(set.intersection(*(set(records) for _, records in parts))):
            own = [(metric, records[seed]) for metric, records in parts]
            values[seed], drawn = derive(getattr(cell, "how", "mean"), own, factors)
            if drawn is not None:
                draws[seed] = drawn
                kinds[seed] = tuple(record.provenance.get("drawn") for _, record in own)
        draws = drawn_alike(draws, values, kinds)
        if all(part.recipe == COUNTED for part in parts_of(cell)):
            draws = {seed: np.full(2, value) for seed, value in values.items()}
        gpus = {r.provenance.get("gpu", "") for _, records in parts for r in records.values()}
        fixed = bool(values) and all(map(deterministic, parts_of(cell)))
        return Measured(values, draws, fixed, frozenset(gpus))

    return measure


def deterministic(part: Cell | Tuned) -> bool:
    """Whether one run of it, with seed 0, stands for every seed."""
    return isinstance(part, Cell) and seedless(part)


def records_of(cell: Cell | Tuned, seeds: int) -> dict[int, Record]:
    """The records of the first ``seeds`` seeds, by seed; none where no settings are chosen yet."""
    ledger = Ledger()
    settled = resolve(cell, ledger)
    runs = [settled.run(seed) for seed in range(seeds)] if settled else []
    return {run.seed: record for run in runs if (record := ledger.read(run))}


def difference(a: Measured, b: Measured) -> Estimate | None:
    """a - b over the seeds that both have; None where they share none."""
    a, b = a.over(b.values), b.over(a.values)
    seeds = sorted(a.values.keys() & b.values.keys())
    if not seeds:
        return None
    values_a, values_b = [a.values[s] for s in seeds], [b.values[s] for s in seeds]
    if not np.isfinite([values_a, values_b]).all():  # a seed diverged: nothing to compare
        return statistics.estimate([float("nan")] * len(seeds))
    draws_a, draws_b = _stack(seeds, a.draws, a.values), _stack(seeds, b.draws, b.values)
    return statistics.contrast(values_a, values_b, draws_a, draws_b)


def compared(experiment: Experiment, a: CellName, b: CellName, tier: str) -> Estimate | None:
    """a - b by the experiment's seeds, or by `AGAIN` where a claim asks for these and has them.

    None where either cell is missing, or no seed has both.
    """
    again = (experiment.name, frozenset((a, b))) in _asked_again()
    for number in (claims.AGAIN, experiment.seeds) if again else (experiment.seeds,):
        cells = read_cells(replace(experiment, seeds=number), tier, only=(a, b))
        estimate = difference(cells.get(a, NOTHING), cells.get(b, NOTHING))
        if estimate and (number == experiment.seeds or estimate.seeds == number):
            return estimate
    return None


@functools.cache
def _asked_again() -> set[tuple[str, frozenset]]:
    """Table and cells of each line that a claim wants with more seeds."""
    return {
        (line.table or claim.table, frozenset((line.a, line.b)))
        for claim in claims.all_claims().values()
        for line in claim.contrasts
        if claim.twice(line)
    }


def pairs_behind(cell, seeds: int) -> int:
    """How many test pairs a cell's number is about; 0 where its records keep no predictions."""
    part, *others = parts_of(cell)
    records = {} if others else records_of(part, seeds)
    return next((record.tested.get(part.metric, 0) for record in records.values()), 0)


def _stack(seeds, draws, values) -> np.ndarray | None:
    """Draws of these seeds, S×D; None without draws. A diverged seed has NaN for draws."""
    if not any(s in draws for s in seeds):
        return None
    blank = np.full_like(next(iter(draws.values())), np.nan)
    lacking = [s for s in seeds if s not in draws and np.isfinite(values[s])]
    if lacking:
        raise UserError(f"seeds {lacking} of a cell have no draws while others do; run them again")
    return np.stack([draws.get(s, blank) for s in seeds])
