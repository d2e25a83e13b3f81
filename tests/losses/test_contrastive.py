"""Losses on classes of pairs, the paper's and the blog post's: their forms, and how they relate."""

import pytest
import torch

import stsutils.losses as plain

FORMS = ["as_written", "as_coded"]
#: A similar pair, a dissimilar one above the threshold of ½ and one below.
PAIRS = torch.tensor([0.6, 0.7, 0.2], dtype=torch.float64), torch.tensor([1, 0, 0])


def slopes(function, cosines, labels, **settings):
    """The gradient by each cosine, as if each pair were alone."""
    leaf = torch.as_tensor(cosines, dtype=torch.float64).clone().requires_grad_()
    function(leaf, torch.as_tensor(labels), **settings).backward()
    return (len(labels) * leaf.grad).tolist()


@pytest.mark.parametrize(
    ("name", "settings", "costs"),
    [
        ("contrastive", {}, (0.08, 0.245, 0.125)),  # ½ · .4², ½ · .7², ½ · the threshold's square
        ("contrastive", {"form": "as_coded"}, (0.08, 0.02, 0)),
        ("cosine_mse", {}, (0.16, 0.49, 0.04)),
        ("direct_linear", {}, (0.4, 1.7, 1.2)),
        ("direct_squared", {}, (0.16, 0.49, 0.04)),
        ("linear_threshold", {}, (0.4, 0.7, 0.7)),
        ("linear_threshold", {"threshold": 0.9}, (0.4, 0.9, 0.9)),
    ],
)
def test_by_hand(losses, name, settings, costs):
    seen = getattr(losses, name)(*PAIRS, **settings)
    assert seen.item() == pytest.approx(sum(costs) / 3)


@pytest.mark.parametrize("form", FORMS)
def test_at_and_below_the_threshold_a_negative_is_left_alone(form):
    below = slopes(plain.contrastive, [0.4, 0.5], [0, 0], threshold=0.5, form=form)
    assert below == slopes(plain.linear_threshold, [0.4, 0.7], [0, 0]) == [0, 0]
    assert slopes(plain.linear_threshold, [0.71], [0]) == [1]


@pytest.mark.parametrize(("form", "jump"), [("as_written", 0.5), ("as_coded", 0)])
def test_as_written_the_gradient_jumps_by_the_threshold(form, jump):
    found = slopes(plain.contrastive, [0.5 + 1e-9], [0], threshold=0.5, form=form)
    assert found == pytest.approx([jump], abs=1e-8)


def test_as_written_a_negative_threshold_pulls_negatives_up_to_zero():
    """The paper says negatives fall to ε; with ε = −0.5 a negative at −0.3 is pushed up."""
    (written,), (coded,) = (
        slopes(plain.contrastive, [-0.3], [0], threshold=-0.5, form=form) for form in FORMS
    )
    assert written < 0 < coded


def test_on_two_classes_they_are_one_another():
    cosines, labels = torch.linspace(-1, 1, 21, dtype=torch.float64), torch.arange(21) % 2
    seen = plain.contrastive(cosines, labels, 0.0, "as_coded")
    assert seen == plain.contrastive(cosines, labels, 0.0) > 0, "both forms meet at ε = 0"
    mse = plain.cosine_mse(cosines, labels)
    torch.testing.assert_close(plain.direct_squared(cosines, labels), mse)
    torch.testing.assert_close(plain.contrastive(cosines, labels, -1.0), mse / 2)
    low = slopes(plain.linear_threshold, cosines, labels, threshold=-1.0)
    assert low[1:] == slopes(plain.direct_linear, cosines, labels)[1:]


def test_the_perfect_batch_costs_nothing_and_does_not_move(losses):
    right = [0.0, 0.25, 1.0, -1.0]  # a label of −1 is a cosine
    assert slopes(losses.cosine_mse, right, right) == [0] * 4
