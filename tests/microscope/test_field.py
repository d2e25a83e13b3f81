import doctest
import importlib
import math

import numpy as np
import pytest

from stsutils.microscope import SUBJECTS, gradient_field
from stsutils.microscope.field import softmax_field


def softplus(gap):
    """The loss by how far the wrong pair is ahead, at a scale of 4, and its slope: a sigmoid."""
    return np.log1p(np.exp(4 * gap)), 4 / (1 + np.exp(-4 * gap))


def hinge(gap):
    """The loss by how much of a margin is missing, and its slope: a step."""
    return np.maximum(gap, 0), np.where(gap > 0, 1.0, 0.0)


@pytest.mark.parametrize(
    ("name", "settings", "loss_and_slope", "margin", "near"),
    [
        ("cosent", {"scale": 4.0}, softplus, 0.0, 1e-6),
        ("info_nce", {"temperature": 0.25}, softplus, 0.0, 1e-4),
        ("triplet", {"distance": "cosine", "margin": 0.6}, hinge, 0.6, 1e-9),
    ],
)
def test_two_cosines_are_pushed_apart(name, settings, loss_and_slope, margin, near):
    field = gradient_field(name, steps=9, **settings)
    assert len(field) == 81
    loss, slope = loss_and_slope(field.cos_neg - field.cos_pos + margin)
    for column, wanted in {"loss": loss, "gradient_pos": -slope, "gradient_neg": slope}.items():
        np.testing.assert_allclose(field[column], wanted, atol=near)
    assert margin == 0 or 0 < (field.loss == 0).sum() < 81


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


def test_with_euclid_the_push_on_the_cosine_grows_near_one():
    """|a − p| = sqrt(2 − 2 cos) on unit vectors, so its slope by the cosine is −1 / |a − p|."""
    field = gradient_field("triplet", steps=9, margin=3.0)
    np.testing.assert_allclose(field.gradient_pos, -1 / np.sqrt(2 - 2 * field.cos_pos), rtol=1e-5)
    np.testing.assert_allclose(field.gradient_neg, 1 / np.sqrt(2 - 2 * field.cos_neg), rtol=1e-5)


def test_angle_field_pushes_by_the_angle_and_not_by_the_cosine():
    field = gradient_field("angle", steps=9, scale=1.0)
    assert {"cos_pos", "cos_neg", "gradient_pos", "gradient_neg"} < set(field.columns)
    flat = field[(field.cos_pos.abs() < 0.9) & (field.cos_neg.abs() < 0.9)]
    pushed_away = flat[flat.gradient_pos > 0]  # beyond 45 degrees |cos − sin| grows with the angle
    assert (pushed_away.cos_pos < math.cos(math.pi / 4)).all()
    assert len(pushed_away) > 0


def test_softmax_field_depends_on_where_the_pair_lies():
    field = gradient_field("softmax", steps=21)
    assert set(field.label) == {0, 1}
    similar = field[field.label == 1]
    # the sum of |u − v| is largest at 135 degrees: beyond, similar pairs are pushed further apart
    near = similar.cosine > -math.sqrt(0.5)
    assert (similar[near].gradient < 0).all()
    assert (similar[~near].gradient > 0).all()
    assert len(similar[~near]) == 3
    u, v = [1.0, 0.0], [0.0, 1.0]
    at_zero = similar.iloc[(similar.cosine.abs()).argmin()]
    head = [[1.0, 1.0], [-1.0, -1.0]], [-1.0, 1.0]
    wanted = SUBJECTS["softmax"].naive([u], [v], [1], *head, features="|u-v|")
    assert at_zero.loss == pytest.approx(wanted)
    turned = softmax_field(21, turned=30)
    assert (turned.cosine == field.cosine).all()
    assert (turned.loss - field.loss).abs().max() > 0.1


def test_softmax_field_is_the_slope_of_its_loss():
    field = softmax_field(401, turned=90)
    one = field[field.label == 0].iloc[40:-40]
    slope = np.gradient(one.loss, one.cosine)
    assert one.gradient.to_numpy()[1:-1] == pytest.approx(slope[1:-1], abs=1e-3)


def test_a_loss_that_is_no_function_of_cosines_or_unknown_has_no_field(refused):
    names = [name for name, one in SUBJECTS.items() if "teacher_scores" in one.inputs]
    assert "list_net" in names
    for name, words in (
        {n: f"{n} has no field" for n in names} | {"cosinus": "no loss called"}
    ).items():
        refused(words, gradient_field, name)


def test_the_field_runs_over_predictions_beyond_both_ends():
    field = gradient_field("translated_relu", steps=17, slope=2.0)
    assert list(field.columns) == ["prediction", "label", "error", "loss", "gradient"]
    assert (field.prediction.min(), field.prediction.max()) == (-1, 3)
    assert sorted(set(field.label)) == [0, 1, 2]
    assert (field.error == field.prediction - field.label).all()
    zone = field.error.abs() <= 0.25
    assert zone.any()
    assert (field.gradient[zone] == 0).all()
    assert (field.gradient[~zone].abs() == 2).all()
    assert (field.gradient[~zone] * field.error[~zone] > 0).all()


def test_smooth_k2_grows_with_the_error():
    field = gradient_field("smooth_k2", steps=17)
    size = (field.error.abs() - 0.25).clip(lower=0)
    assert field.gradient.abs().tolist() == pytest.approx((4 * size).tolist())


@pytest.mark.parametrize(("boundary", "dead"), [("as_coded", 1), ("both_ends", 2), ("own_end", 0)])
def test_the_dead_zones_of_a_middle_label_can_be_seen(boundary, dead):
    field = gradient_field("smooth_k2", steps=17, boundary=boundary)
    middle = field[field.label == 1]
    ends = [middle[middle.prediction < 0], middle[middle.prediction > 2]]
    assert sum((side.gradient == 0).all() for side in ends) == dead


def test_l1_and_an_interaction_models_scores():
    assert set(gradient_field("l1", steps=9).gradient) == {-1.0, 0.0, 1.0}
    field = gradient_field("binary_cross_entropy", steps=5)
    assert list(field.columns) == ["score", "label", "loss", "gradient"]
    assert (field.score.min(), field.score.max()) == (-4, 4)


@pytest.mark.parametrize("name", ["checks", "dual", "field"])
def test_doctests(name):
    result = doctest.testmod(importlib.import_module(f"stsutils.microscope.{name}"))
    assert result.failed == 0
    assert result.attempted > 0
