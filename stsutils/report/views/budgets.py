"""How often a comparison came out as it did with a smaller budget."""

from typing import NamedTuple

from stsutils.report.earlier import earlier
from stsutils.report.verdicts import every_verdict
from stsutils.statistics import Estimate


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
