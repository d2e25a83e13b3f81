import pytest

from stsutils.errors import UserError
from stsutils.microscope import gradient_field


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


def test_losses_on_rows_have_no_field():
    with pytest.raises(UserError, match="list_net has no field"):
        gradient_field("list_net")
