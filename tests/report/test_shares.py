"""Intervals of shares of few pairs."""

import pytest

from stsutils.report.views.shares import share, wilson


@pytest.mark.parametrize(("right", "of"), [(8, 10), (3, 10), (1, 2), (54, 111)])
def test_the_ends_of_wilsons_interval_are_just_not_contradicted(right, of):
    for p in wilson(right, of):
        assert abs(right / of - p) == pytest.approx(1.959964 * (p * (1 - p) / of) ** 0.5)


def test_wilson_at_the_ends_and_what_it_refuses(refused):
    assert (wilson(0, 5)[0], wilson(5, 5)[1]) == (0, 1)
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert share(8, 10) == "8 of 10 (49–94 %)"
    for wrong in [(1, 0), (3, 2), (-1, 2)]:
        refused("no share", wilson, *wrong)
