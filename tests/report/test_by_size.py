"""Differences by the encoder's size: the slope is the weighted straight line's."""

import numpy as np
import pytest

from stsutils.experiments.checks.encoder_size import SIZES, WEIGHTS
from stsutils.report.views import by_size


def test_the_slope_is_that_of_the_weighted_line():
    rng = np.random.default_rng(0)
    x, y, errors = rng.normal(size=5), rng.normal(size=5), rng.uniform(0.5, 2, 5)
    (wanted, _), covariance = np.polyfit(x, y, 1, w=1 / errors, cov="unscaled")
    value, error = by_size.slope(x, y, errors)
    assert (value, error) == pytest.approx((wanted, covariance[0, 0] ** 0.5))


def test_a_panel_says_each_size_and_the_slope():
    assert set(WEIGHTS) == set(SIZES)
    slug = "cosent-beats-softmax-at-each-size"
    html = by_size.html_by_size({slug: "CoSENT − softmax"})
    assert html.count("<img") == 1
    for size in WEIGHTS:
        assert f"{size} +" in html
    assert "a doubling" in html
