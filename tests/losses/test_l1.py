import pytest
import torch

from stsutils.losses import l1 as plain_l1
from stsutils.losses import translated_relu


def test_by_hand(losses):
    assert losses.l1(torch.tensor([1.5, 0.0, 3.0, 2.5]), torch.tensor([2, 0, 2, 2])).item() == 0.5


def test_equals_torch_and_is_translated_relu_without_its_zone():
    generator = torch.Generator().manual_seed(0)
    predictions = torch.randn(50, generator=generator, requires_grad=True)
    labels = 5 * torch.rand(50, generator=generator)
    seen = plain_l1(predictions, labels)
    wanted = torch.nn.functional.l1_loss(predictions, labels)
    torch.testing.assert_close(seen, wanted)
    torch.testing.assert_close(seen, translated_relu(predictions, labels, 1.0, 0.0))
    gradients = [torch.autograd.grad(loss, predictions)[0] for loss in (seen, wanted)]
    torch.testing.assert_close(*gradients)
    assert gradients[0].abs().tolist() == pytest.approx([1 / 50] * 50)


def test_a_prediction_that_is_right_is_left_alone(losses):
    predictions = torch.tensor([2.0, 3.0], requires_grad=True)
    losses.l1(predictions, torch.tensor([2, 1])).backward()
    assert predictions.grad.tolist() == [0.0, 0.5]
