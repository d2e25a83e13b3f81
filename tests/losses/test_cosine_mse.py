import pytest
import torch

from stsutils import losses as plain
from stsutils.errors import UserError
from stsutils.microscope.dual import value_and_gradient
from stsutils.microscope.naive.cosine_mse import cosine_mse as naive


def test_equals_the_loop(losses):
    generator = torch.Generator().manual_seed(0)
    cosines = (torch.rand(60, generator=generator).double() * 2 - 1).requires_grad_()
    labels = torch.randint(0, 26, (60,), generator=generator) / 25
    loss = losses.cosine_mse(cosines, labels)
    loss.backward()
    lists = cosines.tolist(), labels.double().tolist()
    assert loss.item() == pytest.approx(naive(*lists), rel=1e-13)
    wanted = value_and_gradient(naive, dict(zip("cy", lists, strict=True)), {}, fixed="y")[1]["c"]
    assert cosines.grad.tolist() == pytest.approx(wanted, rel=1e-12)


def test_by_hand(losses):
    loss = losses.cosine_mse(torch.tensor([1.0, 0.5]).double(), torch.tensor([1.0, 0.1]).double())
    assert loss.item() == pytest.approx(0.08)


def test_the_perfect_batch_costs_nothing_and_does_not_move(losses):
    cosines = torch.tensor([0.0, 0.25, 1.0], requires_grad=True)
    loss = losses.cosine_mse(cosines, torch.tensor([0.0, 0.25, 1.0]))
    loss.backward()
    assert loss.item() == 0
    assert cosines.grad.tolist() == [0, 0, 0]


def test_raw_scores_are_refused_with_the_mend():
    with pytest.raises(UserError, match=r'label 4\.2 of pair 1.*relabel\(rows, "unit"\)'):
        plain.cosine_mse(torch.rand(2).double(), torch.tensor([0.5, 4.2]).double())


def test_a_label_of_minus_one_is_a_cosine(losses):
    assert losses.cosine_mse(torch.tensor([-1.0]), torch.tensor([-1])).item() == 0
