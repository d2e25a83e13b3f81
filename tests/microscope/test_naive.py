import math

import pytest
import torch

from stsutils.microscope import SUBJECTS, naive
from stsutils.microscope.subject import slopes


def test_cosent_by_hand():
    assert naive.cosent([0.5, 1.0], [1, 0]) == pytest.approx(math.log(1 + math.exp(10)))
    assert naive.cosent([0.3, 0.3, 0.3], [4, 4, 1], scale=3.0) == pytest.approx(math.log(3))
    assert naive.cosent([0.3, 0.9], [1, 1]) == 0
    assert naive.cosent([-1, 1], [1, 0], scale=1e4) == 2e4  # exp(20000) would overflow


def test_cosine_mse_by_hand():
    assert naive.cosine_mse([1.0, 0.5], [1.0, 0.1]) == pytest.approx(0.08)


def test_contrastive_by_hand():
    pairs = [0.6, 0.7, 0.2], [1, 0, 0]
    assert naive.contrastive(*pairs) == pytest.approx(0.9 / 6)
    assert naive.contrastive(*pairs, form="as_coded") == pytest.approx(0.2 / 6)


def test_the_slopes_of_a_loop():
    lists = {"u": [[1.0, 2.0], [0.5, -3.0]], "y": [2.0]}
    square = lambda u, y, power: y[0] * sum(x**power for row in u for x in row)  # noqa: E731
    assert slopes(square, lists, {"power": 2}, "u") == pytest.approx([4, 8, 2, -12])
    assert slopes(square, lists, {"power": 2}, "y") == pytest.approx([1 + 4 + 0.25 + 9])
    assert lists == {"u": [[1.0, 2.0], [0.5, -3.0]], "y": [2.0]}


@pytest.mark.parametrize("name", [s.name for s in SUBJECTS.values() if s.naive_gradient])
def test_the_written_gradients_are_the_slopes_of_the_values(name):
    subject = SUBJECTS[name]
    generator = torch.Generator().manual_seed(0)
    for draw, settings in subject.cases:
        lists = {name: value.tolist() for name, value in draw(6, generator).items()}
        gradient = subject.naive_gradient(*lists.values(), **settings)
        assert any(gradient)
        wanted = slopes(subject.naive, lists, settings, next(iter(lists)))
        assert gradient == pytest.approx(wanted, rel=1e-5, abs=1e-8)


@pytest.mark.parametrize("name", [s.name for s in SUBJECTS.values() if not s.naive_gradient])
def test_the_loops_have_the_values_worked_out_by_hand(name):
    subject = SUBJECTS[name]
    assert subject.known
    for inputs, settings, value in subject.known:
        assert subject.naive(*inputs.values(), **settings) == pytest.approx(value, abs=1e-13)


def test_a_zero_vector_has_cosine_zero():
    assert naive.cosine([0.0, 0.0], [3.0, 1.0]) == 0
    assert naive.cosine([3.0, 0.0], [2.0, 0.0]) == 1
