"""Intervals over test pairs and seeds.

A number in this book has two sources of chance: which pairs happen to be in the test set, and
which seed trained the model. The bootstrap over pairs measures the first, several seeds the
second. An :class:`Estimate` holds both.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy import optimize, special

from stsutils.errors import UserError
from stsutils.statistics.correlation import DRAWS

KINDS = ("greater", "equivalent")


@dataclass(frozen=True)
class Estimate:
    """A mean over seeds, its standard error, and where that comes from.

    ``se_pairs`` is the share of the test pairs in ``se``. The seeds' share is the rest, with ``df``
    degrees of freedom, one less than there are seeds: ``se**2 = se_pairs**2 + se_seeds**2``.
    """

    value: float
    se: float
    df: int
    se_pairs: float = 0.0

    @property
    def seeds(self) -> int:
        """How many seeds the mean is taken over."""
        return self.df + 1

    def half_width(self, level: float = 0.95) -> float:
        """Half of an interval whose two sources of chance each have a quantile of their own.

        ``sqrt((t(df)·se_seeds)**2 + (t(199)·se_pairs)**2)``: a few seeds tell little about the
        spread over seeds, 200 resamples tell much about that over test pairs. One t(df) for both
        would make intervals of three seeds at Holm's levels many times too wide where the pairs
        are most of the chance; pooled degrees of freedom (Satterthwaite) would make them too
        narrow where they are not. This one covers at least as often as it says
        (tests/test_statistics.py). Infinite with one seed, which says nothing about other seeds.
        Source: Banerjee 1960, Approximate confidence interval for linear functions of means of k
        populations when the population variances are not equal, Sankhyā 22.
        """
        check_level(level)
        return self._width(0.5 + level / 2)

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """``value ± half_width`` at this level; the whole line with one seed."""
        half = self.half_width(level)
        return self.value - half, self.value + half

    def p_value(self, margin: float = 0.0, kind: str = "greater") -> float:
        """P-value of the distance to the margin: below 1 - level where `outcome` decides.

        ``greater``: two-sided, of ``value`` against ``margin``. ``equivalent``: of ``|value|``
        against ``margin``; inside of ±margin that is the larger p of two one-sided tests
        (`outcome`), outside two-sided. One seed, or NaN, gives 1.
        """
        _check_kind(kind, margin)
        inside = kind == "equivalent" and abs(self.value) < margin
        p = self._two_sided(margin, kind)
        return p / 2 if inside and p < 1 else p

    def _two_sided(self, margin: float, kind: str) -> float:
        distance = abs((abs(self.value) if kind == "equivalent" else self.value) - margin)
        if self.df < 1 or not np.isfinite([distance, self.se]).all() or distance == 0:
            return 1.0
        if self.se == 0:
            return 0.0
        smallest, largest = 1e-12, 1 - 1e-12

        def beyond(log_p: float) -> float:
            return self._width(1 - np.exp(log_p) / 2) - distance

        if beyond(np.log(smallest)) <= 0:
            return smallest
        if beyond(np.log(largest)) >= 0:
            return 1.0
        return float(np.exp(optimize.brentq(beyond, np.log(smallest), np.log(largest), xtol=1e-12)))

    def outcome(self, margin: float = 0.0, kind: str = "greater", level: float = 0.95) -> str:
        """``holds``, ``fails`` or ``open``, by the interval against the margin.

        ``greater``: holds when the interval lies above the margin, fails when below.
        ``equivalent``: fails when the interval lies outside of ±margin (above or below); holds
        when two one-sided tests, each with the error 1 - level, both reject a difference as large
        as the margin, that is when the interval of the level ``2·level - 1`` lies inside.
        An interval that crosses or touches the margin leaves it open. So does NaN.

        Source: Schuirmann 1987, A comparison of the two one-sided tests procedure and the power
        approach, J. Pharmacokinetics and Biopharmaceutics 15.
        """
        _check_kind(kind, margin)
        low, high = self.interval(level)
        if kind == "greater":
            return "holds" if low > margin else "fails" if high < margin else "open"
        if low > margin or high < -margin:
            return "fails"
        return "holds" if abs(self.value) + self._width(level) < margin else "open"

    def detectable(self, level: float = 0.95, power: float = 0.8) -> float:
        """Minimum detectable difference: the smallest true one that would show with this power.

        The half-width at this level, and once more with the quantile ``power``; without
        ``se_pairs`` that is ``(t(1 - alpha/2, df) + t(power, df))·se``. Infinite with one seed.
        """
        check_level(level)
        check_level(power, "power")
        return self._width(0.5 + level / 2) + self._width(power)

    def with_seeds(self, seeds: int) -> "Estimate":
        """The estimate that this many seeds would give if the mean and both spreads stayed.

        The seeds' share of the error shrinks with ``1/sqrt(seeds)``; that of the test pairs stays.
        One seed tells no spread: then the error is infinite, whatever the number.
        """
        own = self._se_seeds() * np.sqrt(self.seeds / seeds) if self.df else np.inf
        return replace(self, se=float(np.hypot(own, self.se_pairs)), df=seeds - 1)

    def with_pairs(self, times: float) -> "Estimate":
        """The estimate of ``times`` as many test pairs if all else stayed: their variance / times.

        The spread over seeds is kept whole, though a part of it comes from the few test pairs.
        """
        pairs = self.se_pairs / np.sqrt(times)
        return replace(self, se=float(np.hypot(self._se_seeds(), pairs)), se_pairs=float(pairs))

    def seeds_to_decide(
        self, margin: float = 0.0, kind: str = "greater", most: int = 100
    ) -> int | None:
        """The fewest seeds with which `outcome` would decide, if nothing but the number changed.

        None where ``most`` of them would not: then the test pairs alone leave it open, or the value
        lies at the margin. A plan and no promise: the true difference is not the measured one.
        """
        tried = range(2, most + 1)
        return next((n for n in tried if self.with_seeds(n).outcome(margin, kind) != "open"), None)

    def _se_seeds(self) -> float:
        se, pairs = self.se, self.se_pairs
        return np.sqrt(max(0.0, se**2 - pairs**2)) if se == se else se  # NaN stays NaN

    def _width(self, quantile: float) -> float:
        if self.df < 1:
            return float("inf")
        quantiles = special.stdtrit([self.df, DRAWS - 1], quantile)  # Student's t
        return float(np.hypot(*(quantiles * [self._se_seeds(), self.se_pairs])))


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
    return Estimate(float(values.mean()), se, seeds - 1, se_pairs)


def contrast(values_a, values_b, draws_a=None, draws_b=None) -> Estimate:
    """The estimate of a - b, paired by seed and draw; arguments as in :func:`estimate`.

    What the two models share, a hard test set or a lucky data order, cancels in the differences.
    Draws on one side only would leave the other side's chance out, so give both or neither.
    Without draws, differences that are all equal give no interval: ``se`` is infinite.
    """
    a, b = np.asarray(values_a, dtype=float), np.asarray(values_b, dtype=float)
    if a.shape != b.shape:
        raise UserError(f"a contrast needs the same seeds on both sides, got {a.shape} {b.shape}")
    if np.asarray(draws_a).shape != np.asarray(draws_b).shape:
        raise UserError("a contrast needs draws on both sides, of one shape, or on neither")
    if draws_a is None:
        difference = estimate(a - b)
        # a few equal numbers, such as right or wrong in every seed, do not tell their spread
        known = difference.se != 0 or not difference.df
        return difference if known else replace(difference, se=np.inf)
    return estimate(a - b, np.asarray(draws_a, float) - np.asarray(draws_b, float))


def check_level(level: float, what: str = "level") -> None:
    """Refuse a level (or power) that is no share between 0 and 1."""
    if not 0 < level < 1:
        raise UserError(f"{what} must lie between 0 and 1, got {level}")


def _check_kind(kind: str, margin: float) -> None:
    if kind not in KINDS:
        raise UserError(f"unknown kind of contrast {kind!r}: one of {', '.join(KINDS)}")
    if kind == "equivalent" and margin <= 0:
        raise UserError(f"equivalence needs a margin above 0, got {margin}")
