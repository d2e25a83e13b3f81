"""The first result of a comparison beside the present one: what a smaller budget had said.

``book/earlier/results.csv`` has the first results; ``book/earlier/make.py`` makes it from the
history.
"""

import csv
import functools
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from stsutils.claims import CellName
from stsutils.ledger import find_book
from stsutils.report.verdicts import every_verdict
from stsutils.statistics import Estimate

Line = tuple[str, CellName, CellName]


@dataclass(frozen=True)
class Earlier:
    """The first estimate of a − b, the day of the ledger it is from, and its conditions.

    ``conditions``: encoder, training pairs, epochs, seeds and cut test sets, in the words of
    `stsutils.report.conditions.told`.
    """

    estimate: Estimate
    date: str
    conditions: str


class Turned(NamedTuple):
    """How first results compare with the present ones, counted in lines of claims of documents.

    ``lines``: all of them. ``earlier``: those with an earlier result and a present one.
    ``significant``: those of which both 95 % intervals exclude 0. ``kept``: those of them with the
    sign they first had. ``inside``: the share of the present values, over ``earlier``, that lie in
    the earlier 95 % interval.
    """

    lines: int
    earlier: int
    significant: int
    kept: int
    inside: float


def earlier(table: str, a: CellName, b: CellName) -> Earlier | None:
    """The first result of a − b, made with a smaller budget; None where there is none."""
    results = _read(find_book("earlier") / "results.csv")
    if (found := results.get((table, a, b))) is not None:
        return found
    other = results.get((table, b, a))
    if other is None:
        return None
    return replace(other, estimate=replace(other.estimate, value=-other.estimate.value))


def turned(tier: str = "lab") -> Turned:
    """How many comparisons came out as they first did.

    A comparison counts once for each claim that names it. A present value has chance of its own,
    and other conditions have other differences: ``inside`` describes, and tests no interval.
    """
    lines, pairs = 0, []
    for home, one in every_verdict(tier):
        for part in () if one.claim.ours else one.contrasts:
            lines += 1
            contrast = part.contrast
            first = earlier(contrast.table or home.name, contrast.a, contrast.b)
            if first and part.estimate:
                pairs.append((first.estimate, part.estimate))
    both = [(first, now) for first, now in pairs if _significant(first) and _significant(now)]
    kept = sum((first.value > 0) == (now.value > 0) for first, now in both)
    within = [first.interval()[0] <= now.value <= first.interval()[1] for first, now in pairs]
    inside = sum(within) / len(pairs) if pairs else float("nan")
    return Turned(lines, len(pairs), len(both), kept, inside)


def _significant(estimate: Estimate) -> bool:
    low, high = estimate.interval()
    return low > 0 or high < 0


@functools.cache
def _read(path: Path) -> dict[Line, Earlier]:
    results = {}
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            numbers = (float(row[name]) for name in ("value", "se"))
            estimate = Estimate(*numbers, int(row["df"]), float(row["se_pairs"]))
            cells = (row["a_row"], row["a_column"]), (row["b_row"], row["b_column"])
            results[row["table"], *cells] = Earlier(estimate, row["date"], row["conditions"])
    return results
