"""L1, Translated ReLU and Smooth K2: known values, the readings of the ends, and the head."""

import pytest
import torch

from stsutils.losses import RegressionHead, l1, smooth_k2, translated_relu

SETTINGS = {"slope": 2.0, "tolerance": 0.25}


def gradient(function, predictions, labels, **settings):
    leaf = torch.tensor(predictions, dtype=torch.float64, requires_grad=True)
    (found,) = torch.autograd.grad(function(leaf, torch.tensor(labels), **settings), leaf)
    return (len(labels) * found).tolist()  # as if each pair were alone


def test_l1_by_hand_and_a_prediction_that_is_right_is_left_alone(losses):
    assert losses.l1(torch.tensor([1.5, 0.0, 3.0, 2.5]), torch.tensor([2, 0, 2, 2])).item() == 0.5
    assert gradient(l1, [2.0, 3.0, 0.5], [2, 1, 1]) == [0.0, 1.0, -1.0]


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("miss", [0.0, 0.2, 0.25, 0.5, 1.0, 1.75])
def test_the_papers_figure_2(losses, miss, sign):
    """k = 2, x0 = 0.25: a line of slope 2 beyond the zone, and the square in its expanded form."""
    inside, pair = miss < 0.25, (torch.tensor([1 + sign * miss]), torch.tensor([1]))
    line = 0.0 if inside else 2 * (miss - 0.25)
    square = 0.0 if inside else 2 * (miss * miss - 2 * 0.25 * miss + 0.25**2)
    assert losses.translated_relu(*pair, **SETTINGS).item() == pytest.approx(line)
    assert losses.smooth_k2(*pair, **SETTINGS).item() == pytest.approx(square, abs=1e-6)


def test_the_zone_has_no_gradient_and_its_edge_has_none_either():
    zone = [1.0, 1.1, 0.9, 1.25, 0.75]
    for function in (translated_relu, smooth_k2):
        assert gradient(function, zone, [1] * 5, **SETTINGS) == [0.0] * 5
    beyond = [1.2500001, 0.7499999]
    assert gradient(translated_relu, beyond, [1, 1], **SETTINGS) == [2.0, -2.0]
    assert gradient(smooth_k2, beyond, [1, 1], **SETTINGS) == pytest.approx([0, 0], abs=1e-6)


@pytest.mark.parametrize(
    ("boundary", "below", "above", "pulled_up", "pulled_down"),
    [
        ("none", (0.5, 1.5, 2.5), (2.5, 1.5, 0.5), [-2, -2, -2], [2, 2, 2]),
        # stuck below 0, even with the label 2
        ("as_coded", (0.0, 1.0, 2.0), (2.5, 1.5, 0.5), [0, 0, 0], [2, 2, 2]),
        # stuck beyond both ends
        ("both_ends", (0.0, 1.0, 2.0), (2.0, 1.0, 0.0), [0, 0, 0], [0, 0, 0]),
        # free only where the label is that end
        ("own_end", (0.0, 1.5, 2.5), (2.5, 1.5, 0.0), [0, -2, -2], [2, 2, 0]),
    ],
)
def test_the_four_readings_beyond_the_ends(losses, boundary, below, above, pulled_up, pulled_down):
    """One prediction beyond each end, with each of the labels 0, 1, 2."""
    ends = ((-0.5, below, pulled_up), (2.5, above, pulled_down))
    for prediction, misses, pulls in ends:
        settings = SETTINGS | {"boundary": boundary}
        assert gradient(translated_relu, [prediction] * 3, [0, 1, 2], **settings) == pulls
        for label, miss in enumerate(misses):
            pair = torch.tensor([prediction]), torch.tensor([label])
            excess = max(0, miss - 0.25)
            assert losses.translated_relu(*pair, **settings).item() == pytest.approx(2 * excess)
            assert losses.smooth_k2(*pair, **settings).item() == pytest.approx(2 * excess**2)
    inside = torch.tensor([0.0, 0.4, 1.9, 2.0, 0.9]), torch.tensor([2, 1, 0, 1, 1])
    assert translated_relu(*inside, boundary=boundary) == translated_relu(*inside)


@pytest.mark.parametrize(("features", "width"), [("u,v,|u-v|", 12), ("u,v", 8), ("|u-v|", 4)])
@pytest.mark.parametrize("function", [translated_relu, smooth_k2])
def test_a_head_hands_its_predictions_and_settings_to_the_function(function, features, width):
    """What it predicts is held to loops in `tests/methods/test_heads.py`."""
    embeddings = torch.randn(2, 5, 4, generator=torch.Generator().manual_seed(0)).unbind()
    labels, own = torch.tensor([0, 1, 2, 2, 0]), SETTINGS | {"boundary": "own_end"}
    head = RegressionHead(4, function, features, **own)
    assert head.layer.weight.shape == (1, width)
    assert head([*embeddings], labels) == function(head.predict(*embeddings), labels, **own)
    assert head.settings == {"features": features, **own, "ends": (0.0, 2.0)}


def test_other_features_are_refused(refused):
    refused("features 'u-v'", RegressionHead, 4, l1, "u-v")
