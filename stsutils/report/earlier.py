"""The first result of a comparison beside the present one: what a smaller budget had said.

``book/earlier/results.csv`` has the first results; ``book/earlier/make.py`` makes it from the
history.
"""

import csv
import functools
from dataclasses import dataclass
from pathlib import Path

from stsutils.checkout import find_in_checkout
from stsutils.claims import CellName
from stsutils.statistics import Estimate

Line = tuple[str, CellName, CellName]


@dataclass(frozen=True)
class Earlier:
    """The first estimate of a − b, and its conditions.

    ``conditions``: encoder, training pairs, epochs, seeds and cut test sets, in the words of
    `stsutils.report.conditions.conditions_of`.
    """

    estimate: Estimate
    conditions: str


def earlier(table: str, a: CellName, b: CellName) -> Earlier | None:
    """The first result of a − b, made with a smaller budget; None where there is none."""
    return _read(find_in_checkout("book/earlier/results.csv")).get((table, a, b))


@functools.cache
def _read(path: Path) -> dict[Line, Earlier]:
    """Each line as it stands, and turned round."""
    results = {}
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            value, se, pairs = (float(row[name]) for name in ("value", "se", "se_pairs"))
            a, b = (row["a_row"], row["a_column"]), (row["b_row"], row["b_column"])
            for first, second, gap in ((a, b, value), (b, a, -value)):
                estimate = Estimate(gap, se, int(row["df"]), pairs)
                results[row["table"], first, second] = Earlier(estimate, row["conditions"])
    return results
