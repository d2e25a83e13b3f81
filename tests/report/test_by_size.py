"""Differences by the encoder's size: the slope is the weighted straight line's."""

import numpy as np
import pytest

from stsutils.experiments.checks.encoder_size import SIZES, WEIGHTS
from stsutils.report.views import by_size


def test_the_slope_is_that_of_the_weighted_line():
    rng = np.random.default_rng(0)
    x, y, errors = rng.normal(size=5), rng.normal(size=5), rng.uniform(0.5, 2, 5)
    line, covariance = np.polyfit(x, y, 1, w=1 / errors, cov="unscaled")
    value, error = by_size.slope(x, y, errors)
    misfit = (((y - np.polyval(line, x)) / errors) ** 2).sum() / 3
    assert (value, error) == pytest.approx((line[0], (max(1, misfit) * covariance[0, 0]) ** 0.5))


def test_a_line_that_fits_has_the_errors_as_they_are_and_one_that_does_not_wider_ones():
    x, errors = np.array([0.0, 1.0, 2.0]), np.full(3, 0.1)
    assert by_size.slope(x, np.array([1.0, 2.0, 3.0]), errors) == pytest.approx((1, 0.1 / 2**0.5))
    # one point lies .9 off the others' line: what is left is (.3, -.6, .3), 54 errors squared
    _, error = by_size.slope(x, np.array([1.0, 1.1, 3.0]), errors)
    assert error == pytest.approx(54**0.5 * 0.1 / 2**0.5)


def test_a_panel_says_each_size_and_the_slope():
    assert set(WEIGHTS) == set(SIZES)
    slug = "cosent-beats-softmax-at-each-size"
    html = by_size.html_by_size({slug: "CoSENT − softmax"})
    assert html.count("<img") == 1
    for size in WEIGHTS:
        assert f"{size} +" in html
    assert "a doubling" in html
