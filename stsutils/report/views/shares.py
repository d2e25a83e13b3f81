"""Shares of a few pairs: k of n, with the interval that so few allow."""

from scipy import stats


def wilson(right: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share: every p that `right` of `of` does not contradict.

    A true share p is kept where ``|right / of - p| <= z · sqrt(p (1 - p) / of)``. Solved for p that
    is an interval, inside 0 to 1, also where all pairs are right or none is.
    """
    found = stats.binomtest(right, of).proportion_ci(0.95, method="wilson")
    return float(found.low), float(found.high)


def share(right: int, of: int) -> str:
    """``8 of 10 (49–94 %)``: the count with Wilson's interval."""
    low, high = wilson(right, of)
    return f"{right} of {of} ({100 * low:.0f}–{100 * high:.0f} %)"
