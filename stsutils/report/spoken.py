"""Numbers and words for prose: a difference has the interval that its verdict used."""

import math
from collections.abc import Iterable
from dataclasses import replace

from stsutils.claims import CellName
from stsutils.errors import UserError
from stsutils.experiments import TIERS, Experiment, load
from stsutils.report.bench import Bench
from stsutils.report.derived import blank
from stsutils.report.markup import DASH
from stsutils.report.measured import difference, published, read_cells
from stsutils.report.tables import USUAL, form
from stsutils.report.verdicts import claims_about, judged
from stsutils.statistics import Estimate


def value(
    experiment: Experiment | str,
    cell: CellName,
    tier: str = "lab",
    *,
    minus: CellName | None = None,
) -> str:
    """A cell's number for ``glue``, as :func:`form` prints it; ``tier="theirs"`` for the paper's.

    With ``minus`` the difference of two cells, paired by seed and draw. Where a claim compares the
    two, it has the interval and the seeds that the verdict used (:func:`gap`). A dash where it is
    missing.
    """
    experiment = load(experiment)
    for name in (cell, minus):
        if name is not None and not any(name in experiment.at(t) for t in TIERS):
            raise UserError(f"experiment {experiment.name!r} has no cell {name}")
    if tier == "theirs":
        if minus is not None:
            raise UserError("value: a difference is of our numbers; the paper's have no draws")
        return published(experiment).get(cell, DASH)
    measured = read_cells(experiment, tier, only=(cell, minus))
    if minus is not None:
        number, level = gap(experiment, cell, minus, tier) or (None, USUAL)
    else:
        number, level = measured[cell].estimate() if cell in measured else None, USUAL
    if number is None:
        return DASH
    fixed = all(one.fixed for one in measured.values())
    return form(number, experiment.times, level, blank(experiment.at(tier)[cell]), fixed)


def detectable(experiment: Experiment | str, a: CellName, b: CellName, tier: str = "lab") -> str:
    """The smallest difference that a - b would show in 4 runs of 5, as text for ``glue``.

    At the level that the verdict used, where a claim compares the two.
    """
    experiment = load(experiment)
    number, level = gap(experiment, a, b, tier) or (None, USUAL)
    size = number.detectable(level) if number else math.inf
    return f"{size * experiment.times:.2f}" if math.isfinite(size) else DASH


def gap(
    experiment: Experiment, a: CellName, b: CellName, tier: str
) -> tuple[Estimate, float] | None:
    """a - b and the level of its interval: as a verdict has it, or else plainly at `USUAL`.

    None where either cell is missing, or no seed has both.
    """
    measured = read_cells(experiment, tier, only=(a, b))
    number = difference(measured[a], measured[b]) if a in measured and b in measured else None
    return number and (as_judged(experiment, a, b, tier) or (number, USUAL))


def as_judged(
    experiment: Experiment, a: CellName, b: CellName, tier: str
) -> tuple[Estimate, float] | None:
    """a - b as the claim that compares them has judged it, with its seeds, and the level `USUAL`.

    Either cell may come first. Of several claims it is the one with the widest interval; None where
    no claim compares the two, a seed of it is to be run, or an average leaves a set out.
    """
    bench, judged_alike = Bench(tier), []
    for home, claim in claims_about(experiment):
        if not any({contrast.a, contrast.b} == {a, b} for contrast in claim.contrasts):
            continue
        verdict = judged(home, claim, bench)
        for part in verdict.contrasts if verdict else ():
            contrast, estimate = part.contrast, part.estimate
            here = (contrast.table or home.name) == experiment.name
            if here and estimate and not part.without and {contrast.a, contrast.b} == {a, b}:
                sign = 1 if contrast.a == a else -1
                judged_alike.append((replace(estimate, value=sign * estimate.value), USUAL))
    return max(judged_alike, key=lambda one: one[0].half_width(one[1]), default=None)


def side(experiment: Experiment | str, a: CellName, b: CellName, tier: str = "lab") -> int:
    """1 where a is shown to lie above b, -1 where below, 0 where neither or where one is missing.

    By the interval that :func:`value` prints of their difference, so that a sentence's words and
    its number cannot disagree.
    """
    number, level = gap(load(experiment), a, b, tier) or (None, USUAL)
    low, high = number.interval(level) if number else (0, 0)
    return int(low > 0) - int(high < 0)


def listed(names: Iterable[str], none: str = "none") -> str:
    """Names as a sentence has them: ``PAWS, MRPC and BQ``."""
    *first, last = list(names) or [none]
    return ", ".join(first) + " and " * bool(first) + last
