"""One difference from several: their mean over sets, and what a further set may show."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import optimize, special

from stsutils.errors import UserError


@dataclass(frozen=True)
class Pooled:
    """A random-effects mean of k differences, in their unit.

    ``low`` and ``high`` end the 95 % interval of the mean, ``next_low`` and ``next_high`` the 95 %
    range of the true difference on a further set of the same kind; the whole line where k < 3.
    ``spread`` is the standard deviation of the true differences between sets (τ).
    """

    mean: float
    low: float
    high: float
    next_low: float
    next_high: float
    spread: float
    number: int


def pool(values: Sequence[float], errors: Sequence[float]) -> Pooled:
    """Pool k ≥ 2 differences with their standard errors.

    ``values[i] ~ Normal(mean, errors[i]² + τ²)``: τ² makes the weighted squares about the mean as
    large as expected, ``Σ (v_i - m)² / (e_i² + τ²) = k - 1`` (Paule and Mandel 1982). The mean has
    Student's t(k - 1) and the error of its weights; with this τ² it is that of Hartung and Knapp
    (2001), or more where τ² = 0. A further difference lies within ``m ± t(k - 2)·sqrt(τ² + se²)``
    (Higgins, Thompson and Spiegelhalter 2009).
    """
    v, e = np.asarray(values, float), np.asarray(errors, float)
    if v.ndim != 1 or v.shape != e.shape or len(v) < 2:
        raise UserError("pool: two differences at least are needed, each with its standard error")
    if not (np.isfinite(v).all() and np.isfinite(e).all() and (e > 0).all()):
        raise UserError("pool: differences must be finite and standard errors above 0")

    def squares(between: float) -> tuple[float, float, float]:
        weights = 1 / (e**2 + between)
        mean = float(weights @ v / weights.sum())
        return float(weights @ (v - mean) ** 2), mean, float(weights.sum())

    degrees = len(v) - 1
    between = 0.0
    if squares(0.0)[0] > degrees:
        most = degrees * float(np.ptp(v) ** 2)
        between = optimize.brentq(lambda b: squares(b)[0] - degrees, 0.0, most, xtol=1e-14 * most)
    _, mean, weight = squares(between)
    error = 1 / np.sqrt(weight)
    half = float(special.stdtrit(degrees, 0.975) * error)
    further = float("inf")
    if degrees > 1:
        further = float(special.stdtrit(degrees - 1, 0.975) * np.hypot(np.sqrt(between), error))
    ends = mean - half, mean + half, mean - further, mean + further
    return Pooled(mean, *ends, float(np.sqrt(between)), len(v))
