"""What several contrasts decide together, by Holm's levels."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stsutils.statistics.intervals import Estimate


@dataclass(frozen=True)
class Decision:
    """How one of several contrasts came out, and the interval that shows it, with its level."""

    outcome: str
    level: float
    low: float
    high: float


def decide_together(tests: Sequence[tuple[Estimate | None, float, str]]) -> list[Decision | None]:
    """Decide several contrasts together, so that all hold at once at 95 %.

    ``tests``: the estimate, margin and kind of each. None for an estimate is a contrast that
    nobody has run: it counts as one with p = 1, so leaving runs out never helps, and gets None.
    """
    p = [1.0 if e is None else e.p_value(margin, kind) for e, margin, kind in tests]
    return [
        None if e is None else _decide(e, margin, kind, own)
        for (e, margin, kind), own in zip(tests, holm_levels(p).tolist(), strict=True)
    ]


def _decide(e: Estimate, margin: float, kind: str, level: float) -> Decision:
    """The outcome with the interval that shows it: two one-sided tests have the narrower one."""
    outcome = e.outcome(margin, kind, level)
    shown = 2 * level - 1 if (kind, outcome) == ("equivalent", "holds") else level
    return Decision(outcome, shown, *e.interval(shown))


def holm_levels(pvalues, level: float = 0.95) -> np.ndarray:
    """Level of each contrast's interval so that intervals decide as Holm's procedure does.

    The k-th smallest p of m faces alpha / (m - k + 1), alpha = 1 - level. From the first one that
    is not rejected on, all keep that step's level.
    Source: Holm 1979, A simple sequentially rejective multiple test procedure.
    """
    p = np.asarray(pvalues, dtype=float)
    order = np.argsort(p, kind="stable")
    shares = (1 - level) / np.arange(len(p), 0, -1)
    stopped = np.append(np.flatnonzero(p[order] >= shares), len(p))[0]
    shares[stopped:] = shares[stopped : stopped + 1]
    return (1 - shares)[np.argsort(order)]  # in the order of the contrasts again
