import pytest
import torch


def test_by_hand(losses):
    loss = losses.cosine_mse(torch.tensor([1.0, 0.5]).double(), torch.tensor([1.0, 0.1]).double())
    assert loss.item() == pytest.approx(0.08)


def test_the_perfect_batch_costs_nothing_and_does_not_move(losses):
    cosines = torch.tensor([0.0, 0.25, 1.0], requires_grad=True)
    loss = losses.cosine_mse(cosines, torch.tensor([0.0, 0.25, 1.0]))
    loss.backward()
    assert loss.item() == 0
    assert cosines.grad.tolist() == [0, 0, 0]


def test_a_label_of_minus_one_is_a_cosine(losses):
    assert losses.cosine_mse(torch.tensor([-1.0]), torch.tensor([-1])).item() == 0
