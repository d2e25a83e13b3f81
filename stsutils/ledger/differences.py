"""Where two records of one run differ."""

import math
from itertools import zip_longest

import numpy as np

from stsutils.ledger.runs import Record

#: Two metrics closer than this print alike: tables have ρ × 100 with two decimals. Another
#: processor or another torch adds up in another order, and gives other last digits.
TOLERANCE = 0.00005


def differences(one: Record, other: Record) -> list[str]:
    """A line for each number, or list of numbers, that is not the same in both; empty if none.

    Metrics, draws, predictions and the training's curve are compared to the last digit that
    records keep; NaN equals NaN. When and how fast a run was made is no difference. Draws of
    single pairs and of linked pairs (``drawn`` in the provenance) are not compared, nor what only
    one record predicts: not every record keeps its predictions.
    """
    out = []
    alike = one.provenance.get("drawn") == other.provenance.get("drawn")
    for part in ("metrics", "draws", "predictions") if alike else ("metrics", "predictions"):
        mine, theirs = getattr(one, part), getattr(other, part)
        for name in dict.fromkeys([*mine, *theirs]):
            if name not in mine or name not in theirs:
                if part == "predictions":
                    continue
                out.append(f"{part} {name}: in one of the two only")
            elif not np.array_equal(mine[name], theirs[name], equal_nan=True):
                out.append(f"{part} {name}: {_told(mine[name], theirs[name])}")
    for number, (mine, theirs) in enumerate(zip_longest(one.curve, other.curve), start=1):
        if mine != theirs:
            out.append(f"curve, from point {number} of {len(one.curve)}")
            break
    return out


def apart(one: Record, other: Record) -> float:
    """The largest distance between two metrics of one name; infinite where the first lacks one.

    What the first alone has is told by `differences`: a recipe may count less than it did.
    """
    if not other.metrics.keys() <= one.metrics.keys():
        return math.inf
    pairs = [(one.metrics[name], metric) for name, metric in other.metrics.items()]
    if any(math.isnan(a) != math.isnan(b) for a, b in pairs):
        return math.inf
    return max((abs(a - b) for a, b in pairs if not math.isnan(a)), default=0.0)


def _told(mine, theirs) -> str:
    a, b = np.asarray(mine), np.asarray(theirs)
    if a.shape != b.shape:
        return f"{a.size} numbers and {b.size}"
    if a.ndim == 0:
        return f"{a:.6g} and {b:.6g}, {abs(a - b):.2g} apart"
    return f"{(a != b).sum()} of {a.size} numbers differ, by {np.abs(a - b).max():.2g} at most"
