"""Differences by the encoder's size: the slope is the weighted straight line's."""

import numpy as np
import pytest

from stsutils.experiments.checks.encoder_size import SIZES
from stsutils.report.views import by_size

NUMBERS = {"2 × 128": 1_693_440, "4 × 256": 5_752_832, "6 × 384": 14_537_472}


def test_the_slope_is_that_of_the_weighted_line():
    rng = np.random.default_rng(0)
    x, y, errors = rng.normal(size=5), rng.normal(size=5), rng.uniform(0.5, 2, 5)
    (wanted, _), covariance = np.polyfit(x, y, 1, w=1 / errors, cov="unscaled")
    value, error = by_size.slope(x, y, errors)
    assert (value, error) == pytest.approx((wanted, covariance[0, 0] ** 0.5))


def test_a_panel_says_each_size_and_the_slope():
    assert set(NUMBERS) == set(SIZES)
    slug = "cosent-beats-softmax-at-each-size"
    html = by_size.html_by_size(NUMBERS, {slug: "CoSENT − softmax"})
    assert html.count("<img") == 1
    for size in NUMBERS:
        assert f"{size} +" in html
    assert "a doubling" in html
