import pytest
import torch

from stsutils.losses import smooth_k2 as plain
from stsutils.losses import translated_relu

SETTINGS = {"slope": 2.0, "tolerance": 0.25}


def test_the_papers_figure_2(losses):
    """k = 2, x0 = 0.25, in the expanded form that Eq. 2 prints."""
    for x in (0.0, 0.2, 0.25, 0.5, 1.0, 1.75):
        wanted = 2 * (x * x - 2 * 0.25 * x + 0.25**2) if x >= 0.25 else 0.0
        for prediction in (1 + x, 1 - x):
            seen = losses.smooth_k2(torch.tensor([prediction]), torch.tensor([1]), **SETTINGS)
            assert seen.item() == pytest.approx(wanted, abs=1e-6)


def test_the_gradient_grows_from_zero_at_the_edge():
    predictions = torch.tensor([1.1, 1.25, 1.26, 1.75, 0.25], dtype=torch.float64)
    predictions.requires_grad_()
    plain(predictions, torch.ones(5), **SETTINGS).backward()
    assert (5 * predictions.grad).tolist() == pytest.approx([0, 0, 4 * 0.01, 4 * 0.5, -4 * 0.5])


def test_without_tolerance_it_is_mean_squared_error():
    generator = torch.Generator().manual_seed(0)
    predictions = (3 * torch.randn(50, generator=generator)).requires_grad_()
    labels = 5 * torch.rand(50, generator=generator)
    seen = plain(predictions, labels, slope=1.0, tolerance=0.0)
    wanted = torch.nn.functional.mse_loss(predictions, labels)
    torch.testing.assert_close(seen, wanted)
    torch.testing.assert_close(
        torch.autograd.grad(seen, predictions), torch.autograd.grad(wanted, predictions)
    )


@pytest.mark.parametrize("boundary", ["as_coded", "both_ends", "own_end"])
def test_the_readings_are_those_of_translated_relu(boundary):
    """Pair by pair: the square of the excess."""
    for prediction in (-0.5, 0.3, 2.5):
        for label in (0, 1, 2):
            pair = torch.tensor([prediction]), torch.tensor([label])
            settings = {"slope": 1.0, "tolerance": 0.1, "boundary": boundary}
            assert plain(*pair, **settings) == translated_relu(*pair, **settings) ** 2


def test_the_slope_only_scales_loss_and_gradient():
    predictions = torch.tensor([0.3, 2.0, -1.0], dtype=torch.float64, requires_grad=True)
    one, three = (plain(predictions, torch.tensor([1, 1, 0]), slope=k) for k in (1.0, 3.0))
    assert three.item() == pytest.approx(3 * one.item())
    small, large = (torch.autograd.grad(x, predictions)[0] for x in (one, three))
    torch.testing.assert_close(large, 3 * small)
