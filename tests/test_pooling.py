"""Pooling of differences: known values, an oracle by hand, and how often its ranges are right."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from stsutils.report.verdicts import every_verdict
from stsutils.statistics import pool


def by_hand(values, errors):
    """τ² by bisection on the weighted squares, then t quantiles: loops, no numpy."""
    k = len(values)

    def squares(between):
        weights = [1 / (e * e + between) for e in errors]
        mean = sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)
        q = sum(w * (v - mean) ** 2 for w, v in zip(weights, values, strict=True))
        return q, mean, sum(weights)

    low, high = 0.0, k * (max(values) - min(values)) ** 2 + 1
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if squares(middle)[0] > k - 1 else (low, middle)
    between = high if squares(0.0)[0] > k - 1 else 0.0
    q, mean, weight = squares(between)
    error = (max(1.0, q / (k - 1)) / weight) ** 0.5
    half = stats.t.ppf(0.975, k - 1) * error
    further = stats.t.ppf(0.975, k - 2) * (between + error**2) ** 0.5 if k > 2 else float("inf")
    return mean, mean - half, mean + half, mean - further, mean + further, between**0.5


NUMBERS = st.tuples(st.floats(-30, 30), st.floats(0.1, 5))


@given(st.lists(NUMBERS, min_size=2, max_size=12))
def test_it_is_what_a_plain_loop_gives(pairs):
    values, errors = zip(*pairs, strict=True)
    p = pool(values, errors)
    ours = p.mean, p.low, p.high, p.next_low, p.next_high, p.spread
    assert ours == pytest.approx(by_hand(values, errors), abs=1e-5)
    assert p.number == len(pairs)


def test_equal_differences_have_no_spread_and_two_lines_say_nothing_of_a_third():
    p = pool([2.0, 2.0, 2.0, 2.0], [1.0, 1.0, 1.0, 1.0])
    assert (p.mean, p.spread) == (2.0, 0.0)
    assert p.high == pytest.approx(2 + stats.t.ppf(0.975, 3) / 2), "never narrower than the errors"
    assert pool([0.0, 5.0], [1.0, 1.0]).next_high == float("inf")
    small = pool([1e-7, 3e-7, 2e-7], [1e-8] * 3)
    assert small.spread == pytest.approx(1e-7 * pool([1, 3, 2], [0.1] * 3).spread)


@pytest.mark.parametrize("spread", [0.0, 3.0])
def test_the_ranges_hold_about_as_often_as_they_say(spread):
    """Eight sets, true differences about 2 with this spread between them, errors of half to two."""
    random, n, mean, further = np.random.default_rng(1), 800, 0, 0
    for _ in range(n):
        errors = random.uniform(0.5, 2.0, 8)
        truth = random.normal(2.0, spread, 9)
        p = pool(truth[:8] + random.normal(0, errors), errors)
        mean += p.low < 2.0 < p.high
        further += p.next_low < truth[8] < p.next_high
    assert mean / n > 0.93
    assert further / n > 0.92


@pytest.mark.parametrize(
    ("values", "errors"),
    [([1.0], [1.0]), ([1.0, 2.0], [1.0]), ([1.0, 2.0], [1.0, 0.0]), ([1.0, np.nan], [1.0, 1.0])],
)
def test_mistakes_are_refused(refused, values, errors):
    refused("pool: ", pool, values, errors)


def test_pooled_rows_of_the_book_are_what_a_plain_loop_gives_from_their_lines():
    seen = 0
    for _, one in every_verdict("lab"):
        if not (p := one.pooled):
            continue
        lines = [x for x in one.contrasts if x.outcome in ("holds", "fails", "open")]
        lines = [x for x in lines if np.isfinite(x.estimate.se) and x.estimate.se]
        lines = [x for x in lines if not x.average] or lines
        values = [x.estimate.value * x.times for x in lines]
        errors = [x.estimate.se * x.times for x in lines]
        assert p.number == len(lines)
        assert (p.mean, p.low, p.high) == pytest.approx(by_hand(values, errors)[:3], abs=1e-4)
        seen += 1
    assert seen >= 40
