"""Rank correlation, its ceiling under ties, and intervals over test pairs and seeds.

A number in this book has two sources of chance: which pairs happen to be in the test set, and
which seed trained the model. The bootstrap over pairs measures the first, several seeds the
second, and :func:`estimate` adds them. Everything here is numpy and scipy, no model.
"""

import hashlib
from dataclasses import dataclass

import numpy as np
from scipy import optimize, stats

from stsutils.errors import UserError

DRAWS = 200
KINDS = ("greater", "equivalent")


def spearman(a, b) -> float:
    """Spearman's rank correlation: Pearson's correlation of the average ranks.

    ``a`` and ``b`` are n numbers each, n >= 2. A constant side orders nothing and gives 0.0, so a
    collapsed model scores zero. A NaN on either side gives NaN: the training diverged.
    """
    a, b = _pair(a, b)
    if np.isnan(a).any() or np.isnan(b).any():
        return float("nan")
    ranks_a, ranks_b = stats.rankdata(a), stats.rankdata(b)
    return float(_pearson(ranks_a, ranks_b, np.ones(len(a))))


def tie_ceiling(labels) -> float:
    """Best Spearman that a ranking without ties can reach against these labels.

    Groups of t equal labels share one average rank, which no untied ranking can imitate::

        ceiling = sqrt(1 - sum(t**3 - t) / (n**3 - n))

    With two classes and a share p of positives this tends to sqrt(3 p (1 - p)): .866 when
    balanced, .666 at the 18 % positives of ATEC. All labels equal gives 0.
    """
    labels = np.asarray(labels)
    if labels.ndim != 1 or len(labels) < 2:
        raise UserError(f"tie_ceiling needs a flat list of two labels or more, got {labels.shape}")
    if labels.dtype.kind == "f" and np.isnan(labels).any():
        raise UserError("tie_ceiling: a label is NaN. Drop the rows without a label first")
    n = float(len(labels))
    ties = np.unique(labels, return_counts=True)[1].astype(float)
    return float(np.sqrt(max(0.0, 1.0 - (ties**3 - ties).sum() / (n**3 - n))))


def bootstrap_indices(name: str, n: int, draws: int = DRAWS) -> np.ndarray:
    """Row numbers of ``draws`` resamples (draws×n) of a test set of ``n`` pairs.

    The seed is the sha256 of the set's name, so every model tested on this set sees the same
    resamples and the draws of two models pair by themselves. ``RandomState`` is used because
    numpy promises that its stream never changes: draws recorded years apart still pair.
    """
    if n < 2:
        raise UserError(f"bootstrap of {name!r}: two pairs or more are needed, got {n}")
    words = np.frombuffer(hashlib.sha256(name.encode()).digest(), dtype="<u4")
    return np.random.RandomState(words.astype(np.uint32)).randint(
        0, n, size=(draws, n), dtype=np.int64
    )


def bootstrap_spearman(predictions, labels, name: str, draws: int = DRAWS) -> np.ndarray:
    """Spearman on each bootstrap resample of the test set called ``name`` (draws numbers).

    Exact, ties included, without a sort per draw: a resample only changes how often each value
    occurs. With c(v) copies of value v, its average rank is sum(c(w), w <= v) - (c(v) - 1) / 2.
    """
    predictions, labels = _pair(predictions, labels)
    if np.isnan(predictions).any() or np.isnan(labels).any():
        return np.full(draws, np.nan)
    n = len(labels)
    group_a = np.unique(predictions, return_inverse=True)[1]
    group_b = np.unique(labels, return_inverse=True)[1]
    out = np.empty(draws)
    for k, rows in enumerate(bootstrap_indices(name, n, draws)):
        copies = np.bincount(rows, minlength=n).astype(float)
        out[k] = _pearson(_ranks(group_a, copies), _ranks(group_b, copies), copies)
    return out


@dataclass(frozen=True)
class Estimate:
    """A mean over ``seeds`` seeds, its standard error, and where that comes from.

    ``se_pairs`` is the share of the test pairs in ``se``. The seeds' share is the rest, with ``df``
    degrees of freedom: ``se**2 = se_pairs**2 + se_seeds**2``.
    """

    value: float
    se: float
    df: int
    seeds: int
    se_pairs: float = 0.0

    def half_width(self, level: float = 0.95) -> float:
        """Half of the interval (:func:`half_width`)."""
        return half_width(self.se, self.df, level, self.se_pairs)

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """``(low, high)`` at this level."""
        return interval(self.value, self.se, self.df, level, self.se_pairs)


def half_width(se: float, df: int, level: float = 0.95, se_pairs: float = 0.0) -> float:
    """Half of an interval whose two sources of chance each have a quantile of their own.

    ``sqrt((t(df)·se_seeds)**2 + (t(199)·se_pairs)**2)``: a few seeds tell little about the spread
    over seeds, 200 resamples tell much about that over test pairs. One t(df) for both would make
    intervals of three seeds at Holm's levels many times too wide where the pairs are most of the
    chance; pooled degrees of freedom (Satterthwaite) would make them too narrow where they are
    not. This one covers at least as often as it says (tests/test_statistics.py). Infinite with
    one seed, which says nothing about other seeds.
    Source: Banerjee 1960, Approximate confidence interval for linear functions of means of k
    populations when the population variances are not equal, Sankhyā 22.
    """
    _check_level(level)
    return _width(0.5 + level / 2, se, df, se_pairs)


def _width(quantile: float, se: float, df: int, se_pairs: float) -> float:
    if df < 1:
        return float("inf")
    se_seeds = np.sqrt(max(0.0, se**2 - se_pairs**2)) if se == se else se  # NaN stays NaN
    seeds, pairs = stats.t.ppf(quantile, [df, DRAWS - 1]) * [se_seeds, se_pairs]
    return float(np.hypot(seeds, pairs))


def interval(
    value: float, se: float, df: int, level: float = 0.95, se_pairs: float = 0.0
) -> tuple[float, float]:
    """``value ± half_width`` at this level; the whole line when ``df`` is 0."""
    half = half_width(se, df, level, se_pairs)
    return value - half, value + half


def estimate(values, draws=None) -> Estimate:
    """Mean over S seeds, uncertain both by seed and by test set.

    ``values``: one number a seed (S). ``draws``: the bootstrap draws of each seed's model (S×D),
    or None for a number without a test set. The draws are averaged over seeds first, because the
    same resample hits all models alike::

        se**2 = var(mean over seeds of draws) + sd(values)**2 / S,    df = S - 1

    The first term is ``se_pairs**2``.
    """
    values = np.asarray(values, dtype=float)
    if values.ndim != 1 or len(values) == 0:
        raise UserError(f"estimate needs one number a seed, got shape {values.shape}")
    seeds = len(values)
    variance, pairs = float(values.var(ddof=1)) / seeds if seeds > 1 else 0.0, 0.0
    if draws is not None:
        draws = np.asarray(draws, dtype=float)
        if draws.ndim != 2 or len(draws) != seeds or draws.shape[1] < 2:
            raise UserError(f"draws must be {seeds} seeds × 2 draws or more, got {draws.shape}")
        pairs = float(draws.mean(axis=0).var(ddof=1))
    se, se_pairs = float(np.sqrt(variance + pairs)), float(np.sqrt(pairs))
    return Estimate(float(values.mean()), se, seeds - 1, seeds, se_pairs)


def contrast(values_a, values_b, draws_a=None, draws_b=None) -> Estimate:
    """a - b, computed seed by seed and draw by draw (arguments as in :func:`estimate`, paired).

    What the two models share, a hard test set or a lucky data order, cancels in the differences.
    Draws on one side only would leave the other side's chance out, so give both or neither.
    """
    a, b = np.asarray(values_a, dtype=float), np.asarray(values_b, dtype=float)
    if a.shape != b.shape:
        raise UserError(f"a contrast needs the same seeds on both sides, got {a.shape} {b.shape}")
    if (draws_a is None) != (draws_b is None):
        raise UserError("a contrast needs draws on both sides or on neither")
    if draws_a is None:
        return estimate(a - b)
    draws_a, draws_b = np.asarray(draws_a, dtype=float), np.asarray(draws_b, dtype=float)
    if draws_a.shape != draws_b.shape:
        raise UserError(f"draws do not pair: {draws_a.shape} and {draws_b.shape}")
    return estimate(a - b, draws_a - draws_b)


def p_value(
    value: float, se: float, df: int, margin: float, kind: str = "greater", se_pairs: float = 0.0
) -> float:
    """Two-sided p of the distance to the margin: p < 1 - level as the interval excludes it.

    ``greater``: distance of ``value`` to ``margin``. ``equivalent``: distance of ``|value|`` to
    ``margin``, that is to the nearer edge of ±margin. One seed, or NaN, gives 1.
    """
    if kind not in KINDS:
        raise UserError(f"unknown kind of contrast {kind!r}: one of {', '.join(KINDS)}")
    distance = abs((abs(value) if kind == "equivalent" else value) - margin)
    if df < 1 or not np.isfinite([distance, se]).all() or distance == 0:
        return 1.0
    if se == 0:
        return 0.0
    smallest, largest = 1e-12, 1 - 1e-12

    def beyond(log_p: float) -> float:
        return _width(1 - np.exp(log_p) / 2, se, df, se_pairs) - distance

    if beyond(np.log(smallest)) <= 0:
        return smallest
    if beyond(np.log(largest)) >= 0:
        return 1.0
    return float(np.exp(optimize.brentq(beyond, np.log(smallest), np.log(largest), xtol=1e-12)))


def verdict_of_contrast(
    value: float,
    se: float,
    df: int,
    margin: float,
    kind: str = "greater",
    level: float = 0.95,
    se_pairs: float = 0.0,
) -> str:
    """``holds``, ``fails`` or ``undecided``, by the interval against the margin.

    ``greater``: holds when the interval lies above the margin, fails when below.
    ``equivalent``: holds inside ±margin, fails when entirely outside (above or below).
    An interval that crosses or touches the margin is undecided. So is NaN.
    """
    if kind not in KINDS:
        raise UserError(f"unknown kind of contrast {kind!r}: one of {', '.join(KINDS)}")
    low, high = interval(value, se, df, level, se_pairs)
    if kind == "greater":
        return "holds" if low > margin else "fails" if high < margin else "undecided"
    if margin <= 0:
        raise UserError(f"equivalence needs a margin above 0, got {margin}")
    if -margin < low and high < margin:
        return "holds"
    return "fails" if low > margin or high < -margin else "undecided"


def holm(pvalues) -> np.ndarray:
    """Holm's adjusted p-values, in the order given.

    Sorted p(1) <= ... <= p(m): adjusted p(k) = max over j <= k of min(1, (m - j + 1)·p(j)).
    Source: Holm 1979, A simple sequentially rejective multiple test procedure.
    """
    p = _pvalues(pvalues)
    order = np.argsort(p, kind="stable")
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(
        1.0, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1, dtype=float))
    )
    return adjusted


def holm_levels(pvalues, level: float = 0.95) -> np.ndarray:
    """Level of each contrast's interval so that intervals decide as Holm's procedure does.

    The k-th smallest p of m faces alpha / (m - k + 1), alpha = 1 - level. From the first one that
    is not rejected on, all keep that step's level.
    """
    _check_level(level)
    p, alpha = _pvalues(pvalues), 1 - level
    levels, share = np.empty(len(p)), alpha
    stopped = False
    for k, place in enumerate(np.argsort(p, kind="stable")):
        if not stopped:
            share = alpha / (len(p) - k)
            stopped = bool(p[place] >= share)
        levels[place] = 1 - share
    return levels


def minimum_detectable_difference(
    se: float, df: int, level: float = 0.95, power: float = 0.8, se_pairs: float = 0.0
) -> float:
    """Smallest true difference that an interval of this ``se`` would show with this power.

    The half-width at this level, and once more with the quantile ``power``; without ``se_pairs``
    that is ``(t(1 - alpha/2, df) + t(power, df))·se``. Infinite with one seed.
    """
    _check_level(level)
    _check_level(power, "power")
    return _width(0.5 + level / 2, se, df, se_pairs) + _width(power, se, df, se_pairs)


def _pair(a, b) -> tuple[np.ndarray, np.ndarray]:
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    if a.ndim != 1 or a.shape != b.shape or len(a) < 2:
        raise UserError(f"need two flat lists of equal length (2 or more): {a.shape}, {b.shape}")
    return a, b


def _ranks(group: np.ndarray, copies: np.ndarray) -> np.ndarray:
    size = np.bincount(group, weights=copies)
    return (np.cumsum(size) - (size - 1) / 2)[group]


def _pearson(x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> float:
    total = weights.sum()
    x, y = x - (weights @ x) / total, y - (weights @ y) / total
    spread = np.sqrt((weights @ (x * x)) * (weights @ (y * y)))
    return float(np.clip((weights @ (x * y)) / spread, -1.0, 1.0)) if spread > 0 else 0.0


def _pvalues(pvalues) -> np.ndarray:
    p = np.asarray(pvalues, dtype=float)
    if p.ndim != 1 or not ((p >= 0) & (p <= 1)).all():
        raise UserError("p-values must be a flat list of numbers from 0 to 1")
    return p


def _check_level(level: float, what: str = "level") -> None:
    if not 0 < level < 1:
        raise UserError(f"{what} must lie between 0 and 1, got {level}")
