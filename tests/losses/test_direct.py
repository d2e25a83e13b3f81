"""The three losses of the CoSENT blog post, and how they relate to the paper's."""

import pytest
import torch

import stsutils.losses as plain

NAMES = ["direct_linear", "direct_squared", "linear_threshold"]


def value_and_gradient(function, cosines, labels, **settings):
    leaf = torch.as_tensor(cosines, dtype=torch.float64).clone().requires_grad_()
    loss = function(leaf, torch.as_tensor(labels), **settings)
    loss.backward()
    return loss.item(), leaf.grad


@pytest.fixture(params=range(3))
def batch(request):
    generator = torch.Generator().manual_seed(request.param)
    cosines = torch.rand(30, generator=generator, dtype=torch.float64) * 2 - 1
    return cosines, torch.randint(2, (30,), generator=generator)


def test_by_hand(losses):
    """t(1 − c) + (1 − t)(1 + c); t(1 − c)² + (1 − t)c²; t(1 − c) + (1 − t)max(c, 0.7)."""
    cosines, labels = torch.tensor([0.6, 0.8, -0.3]), torch.tensor([1, 0, 0])
    assert losses.direct_linear(cosines, labels).item() == pytest.approx((0.4 + 1.8 + 0.7) / 3)
    assert losses.direct_squared(cosines, labels).item() == pytest.approx((0.16 + 0.64 + 0.09) / 3)
    assert losses.linear_threshold(cosines, labels).item() == pytest.approx((0.4 + 0.8 + 0.7) / 3)
    seen = losses.linear_threshold(cosines, labels, threshold=0.9).item()
    assert seen == pytest.approx((0.4 + 0.9 + 0.9) / 3)


def test_the_linear_push_is_the_same_everywhere():
    _, gradient = value_and_gradient(plain.direct_linear, [0.99, -0.99, 0.99, -0.99], [1, 1, 0, 0])
    assert gradient.tolist() == [-0.25, -0.25, 0.25, 0.25]


def test_on_two_classes_the_squared_loss_is_cosine_mse_and_twice_contrastive(batch):
    """(1 − c)² for t = 1 and c² for t = 0 is (c − t)²; max(−1, c)² is c²."""
    value, gradient = value_and_gradient(plain.direct_squared, *batch)
    mse, of_mse = value_and_gradient(plain.cosine_mse, *batch)
    half, of_half = value_and_gradient(plain.contrastive, *batch, threshold=-1.0)
    assert value == pytest.approx(mse)
    assert value == pytest.approx(2 * half)
    torch.testing.assert_close(gradient, of_mse)
    torch.testing.assert_close(gradient, 2 * of_half)
    assert gradient.abs().min() > 0


def test_a_threshold_of_minus_one_leaves_the_direct_loss(batch):
    _, linear = value_and_gradient(plain.direct_linear, *batch)
    _, low = value_and_gradient(plain.linear_threshold, *batch, threshold=-1.0)
    _, high = value_and_gradient(plain.linear_threshold, *batch, threshold=0.7)
    torch.testing.assert_close(linear, low)
    assert not torch.allclose(linear, high)


def test_negatives_at_or_below_the_threshold_are_left_alone():
    _, gradient = value_and_gradient(plain.linear_threshold, [0.7, 0.1, 0.71], [0, 0, 0])
    assert gradient.tolist() == [0, 0, pytest.approx(1 / 3)]


@pytest.mark.parametrize("name", NAMES)
def test_lifted_to_embeddings(name):
    u = torch.eye(3)
    loss = plain.on_cosines(plain.LOSSES[name].function)
    good = loss([u, u], torch.ones(3))
    bad = loss([u, u], torch.zeros(3))
    assert good.item() == pytest.approx(0)
    assert bad > good
