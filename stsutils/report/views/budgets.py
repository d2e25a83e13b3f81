"""How often a comparison came out as it did with a smaller budget."""

from typing import NamedTuple

from stsutils.report.verdicts import every_verdict


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
    for _, one in every_verdict(tier):
        for part in () if one.claim.ours else one.contrasts:
            lines += 1
            if part.first and part.estimate:
                pairs.append((part.first.estimate, part.estimate))
    both = [pair for pair in pairs if "open" not in (one.outcome() for one in pair)]
    kept = sum((first.value > 0) == (now.value > 0) for first, now in both)
    within = [first.interval()[0] <= now.value <= first.interval()[1] for first, now in pairs]
    inside = sum(within) / len(pairs) if pairs else float("nan")
    return Turned(lines, len(pairs), len(both), kept, inside)
