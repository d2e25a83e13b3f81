"""Words for prose: a difference has the interval that its verdict used, not one of its own."""

from collections.abc import Iterable
from dataclasses import replace

from stsutils.claims import CellName
from stsutils.experiments import Experiment, load
from stsutils.ledger import Ledger
from stsutils.report.bench import Bench
from stsutils.report.measured import difference, read_cells
from stsutils.report.verdicts import claims_about, judged
from stsutils.statistics import Estimate

USUAL = 0.95  # of an interval that stands alone


def gap(
    experiment: Experiment, a: CellName, b: CellName, tier: str, ledger: Ledger | None = None
) -> tuple[Estimate, float] | None:
    """a - b and the level of its interval: as a verdict has it, or else plainly at `USUAL`.

    None where either cell is missing, or no seed has both.
    """
    found = read_cells(experiment, tier, ledger, only=(a, b))
    number = difference(found[a], found[b]) if a in found and b in found else None
    return number and (as_judged(experiment, a, b, tier, ledger) or (number, USUAL))


def as_judged(
    experiment: Experiment, a: CellName, b: CellName, tier: str, ledger: Ledger | None = None
) -> tuple[Estimate, float] | None:
    """a - b as the claim that compares them has judged it, and the level of its interval.

    The level is Holm's within that claim, and after a second look the seeds are that look's. Either
    cell may come first. Of several claims it is the one with the widest interval; None where no
    claim compares the two, or a seed of it is to be run.
    """
    found, bench = [], Bench(tier, ledger)
    for home, claim in claims_about(experiment):
        if not any(_compares(contrast, a, b) for contrast in claim.contrasts):
            continue
        one = judged(home, claim, bench)
        for part in one.contrasts if one else ():
            own = (part.contrast.table or home.name) == experiment.name
            if own and part.estimate and _compares(part.contrast, a, b):
                sign = 1 if part.contrast.a == a else -1
                found.append((replace(part.estimate, value=sign * part.estimate.value), part.level))
    return max(found, key=lambda one: one[0].half_width(one[1]), default=None)


def _compares(contrast, a: CellName, b: CellName) -> bool:
    return {contrast.a, contrast.b} == {a, b}


def side(
    experiment: Experiment | str,
    a: CellName,
    b: CellName,
    tier: str = "lab",
    ledger: Ledger | None = None,
) -> int:
    """1 where a is shown to lie above b, -1 where below, 0 where neither or where one is missing.

    By the interval that `stsutils.report.value` prints of their difference, so that a sentence's
    words and its number cannot disagree.
    """
    found = gap(load(experiment), a, b, tier, ledger)
    if found is None:
        return 0
    number, level = found
    low, high = number.interval(level)
    return int(low > 0) - int(high < 0)


def listed(names: Iterable[str], none: str = "none") -> str:
    """Names as a sentence has them: ``PAWS, MRPC and BQ``."""
    *first, last = list(names) or [none]
    return ", ".join(first) + " and " * bool(first) + last
