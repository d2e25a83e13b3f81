import doctest
import importlib
import math

import pytest

from stsutils.errors import UserError
from stsutils.microscope import gradient_field


def test_cosent_field_is_the_sigmoid_of_the_violation():
    field = gradient_field("cosent", steps=9, scale=4.0)
    assert len(field) == 81
    for row in field.itertuples():
        push = 4 / (1 + math.exp(-4 * (row.cos_neg - row.cos_pos)))
        assert row.gradient_pos == pytest.approx(-push)
        assert row.gradient_neg == pytest.approx(push)


def test_cosine_mse_field_is_a_line_through_the_label():
    field = gradient_field("cosine_mse", steps=5)
    assert sorted(set(field.cosine)) == [-1, -0.5, 0, 0.5, 1]
    assert field.gradient.tolist() == pytest.approx((2 * (field.cosine - field.label)).tolist())


def test_contrastive_field_takes_settings():
    field = gradient_field("contrastive", steps=21, threshold=0.5, form="as_coded")
    negatives = field[field.label == 0]
    wanted = (negatives.cosine - 0.5).clip(lower=0)
    assert negatives.gradient.tolist() == pytest.approx(wanted.tolist())
    written = gradient_field("contrastive", steps=21, threshold=0.5)
    assert not written.gradient.equals(field.gradient)


def test_an_unknown_loss_is_refused():
    with pytest.raises(UserError, match="no loss called"):
        gradient_field("cosinus")


@pytest.mark.parametrize("name", ["checks", "field"])
def test_doctests(name):
    result = doctest.testmod(importlib.import_module(f"stsutils.microscope.{name}"))
    assert result.failed == 0
    assert result.attempted > 0
