import math

import pytest
import torch

from stsutils.microscope import SUBJECTS
from stsutils.microscope.dual import Dual, exp, log, sqrt, value_and_gradient

STEP = 1e-6


def slopes(loop, lists, settings, name):
    """The loop's slope by each number of the input `name`: two calls a number."""
    found = []
    values = lists[name]
    for row in values if isinstance(values[0], list) else [values]:
        for place, value in enumerate(row):
            ends = []
            for moved in (value + STEP, value - STEP):
                row[place] = moved
                ends.append(loop(*lists.values(), **settings))
            row[place] = value
            found.append((ends[0] - ends[1]) / (2 * STEP))
    return found


def slope(function, at):
    """The slope of a function of one number."""
    return value_and_gradient(lambda x: function(x[0]), {"x": [at]}, {})[1]["x"][0]


@pytest.mark.parametrize(
    ("function", "at", "wanted"),
    [
        (lambda x: 3 + x * x - x, 2.0, 3.0),
        (lambda x: 2 - x, 5.0, -1.0),
        (lambda x: x / (1 + x), 1.0, 0.25),
        (lambda x: x / 4, 1.0, 0.25),
        (lambda x: x**3, 2.0, 12.0),
        (lambda x: x**1, 0.0, 1.0),
        (exp, 0.5, math.exp(0.5)),
        (log, 4.0, 0.25),
        (sqrt, 4.0, 0.25),
        (abs, -3.0, -1.0),
        (abs, 0.0, 0.0),
        (sqrt, 0.0, 0.0),
        (lambda x: max(0.0, x), 0.0, 0.0),
        (lambda x: max(0.0, x), 1.0, 1.0),
        (lambda x: sum([x, x, 1.0]), 7.0, 2.0),
        (lambda x: 5.0, 7.0, 0.0),
    ],
)
def test_slopes_by_hand(function, at, wanted):
    assert slope(function, at) == pytest.approx(wanted)


def test_they_compare_by_value():
    small, large = Dual(1.0, 0.0), Dual(2.0, 0.0)
    assert 0.5 < small < large < 2.5
    assert large > small
    assert max(small, large) is large


def test_inputs_keep_their_names_and_fixed_ones_are_not_pushed():
    lists = {"u": [[1.0, 2.0], [0.5, -3.0]], "y": [2.0]}
    square = lambda u, y, power: y[0] * sum(x**power for row in u for x in row)  # noqa: E731
    loss, gradient = value_and_gradient(square, lists, {"power": 2}, fixed=("y",))
    assert loss == 2 * (1 + 4 + 0.25 + 9)
    assert gradient == {"u": [4, 8, 2, -12]}
    assert value_and_gradient(square, lists, {"power": 2})[1]["y"] == [1 + 4 + 0.25 + 9]


@pytest.mark.parametrize("name", list(SUBJECTS))
def test_the_dual_gradients_are_the_slopes_of_the_values(name):
    subject = SUBJECTS[name]
    generator = torch.Generator().manual_seed(0)
    for draw, settings in subject.cases:
        lists = {name: value.tolist() for name, value in draw(6, generator).items()}
        loss, gradient = value_and_gradient(subject.naive, lists, settings, subject.fixed)
        assert loss == subject.naive(*lists.values(), **settings)
        assert any(any(slopes) for slopes in gradient.values())
        for moved, found in gradient.items():
            wanted = slopes(subject.naive, lists, settings, moved)
            assert found == pytest.approx(wanted, rel=1e-5, abs=1e-8)
