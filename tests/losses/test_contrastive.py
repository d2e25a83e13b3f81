import pytest
import torch

FORMS = ["as_written", "as_coded"]


def slope(function, cosine, label, threshold, form):
    leaf = torch.tensor([cosine], dtype=torch.float64, requires_grad=True)
    function(leaf, torch.tensor([label]), threshold, form).backward()
    return leaf.grad.item()


def test_by_hand(losses):
    cosines, labels = torch.tensor([0.6, 0.7, 0.2]).double(), torch.tensor([1, 0, 0])
    # ½ · .4² + ½ · .7² + ½ · .5² (the threshold itself), over 3
    assert losses.contrastive(cosines, labels).item() == pytest.approx((0.16 + 0.49 + 0.25) / 6)
    loss = losses.contrastive(cosines, labels, form="as_coded")
    assert loss.item() == pytest.approx((0.16 + 0.04 + 0.0) / 6)


def test_at_and_below_the_threshold_a_negative_is_left_alone(losses):
    for form in FORMS:
        assert slope(losses.contrastive, 0.4, 0, 0.5, form) == 0
        assert slope(losses.contrastive, 0.5, 0, 0.5, form) == 0


def test_as_written_the_gradient_jumps_by_the_threshold(losses):
    just_above = 0.5 + 1e-9
    assert slope(losses.contrastive, just_above, 0, 0.5, "as_written") == pytest.approx(0.5)
    assert slope(losses.contrastive, just_above, 0, 0.5, "as_coded") == pytest.approx(0, abs=1e-8)


def test_as_written_a_negative_threshold_pulls_negatives_up_to_zero(losses):
    """The paper says negatives fall to ε; with ε = −0.5 a negative at −0.3 is pushed up."""
    assert slope(losses.contrastive, -0.3, 0, -0.5, "as_written") < 0
    assert slope(losses.contrastive, -0.3, 0, -0.5, "as_coded") > 0


def test_both_forms_meet_at_threshold_zero(losses):
    cosines, labels = torch.linspace(-1, 1, 21), torch.arange(21) % 2
    both = [losses.contrastive(cosines, labels, 0.0, form).item() for form in FORMS]
    assert both[0] == both[1] > 0


def test_with_the_lowest_threshold_the_written_form_is_half_of_mse(losses):
    cosines, labels = torch.linspace(-1, 1, 21), torch.arange(21) % 2
    half = losses.cosine_mse(cosines, labels).item() / 2
    assert losses.contrastive(cosines, labels, -1.0).item() == pytest.approx(half, rel=1e-6)
