import math

import pytest
import torch

from stsutils.losses import list_net as plain


def batch(rows=4, items=6, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return (2 * torch.rand(2, rows, items, generator=generator, dtype=torch.float64) - 1).unbind()


def test_by_hand(losses):
    scores, teacher = torch.zeros(1, 2), torch.tensor([[math.log(3), 0.0]])  # P = (¾, ¼), Q = ½
    seen = losses.list_net(scores, teacher, temperature=1.0, teacher_temperature=1.0)
    assert seen.item() == pytest.approx(math.log(2))
    scores = torch.tensor([[math.log(3), 0.0]])
    seen = losses.list_net(scores, teacher, temperature=1.0, teacher_temperature=1.0)
    entropy = -(0.75 * math.log(0.75) + 0.25 * math.log(0.25))
    assert seen.item() == pytest.approx(entropy)


def test_equals_torch_cross_entropy_with_probabilities():
    scores, teacher = batch()
    scores.requires_grad_()
    seen = plain(scores, teacher, 0.1, 0.3)
    wanted = torch.nn.functional.cross_entropy(scores / 0.1, (teacher / 0.3).softmax(1))
    torch.testing.assert_close(seen, wanted)
    torch.testing.assert_close(
        torch.autograd.grad(seen, scores), torch.autograd.grad(wanted, scores)
    )


def test_least_where_the_students_rows_are_the_teachers_up_to_a_constant():
    _, teacher = batch()
    scores = (teacher + torch.arange(4.0)[:, None]).requires_grad_()
    loss = plain(scores, teacher, 0.2, 0.2)
    p = (teacher / 0.2).softmax(1)
    assert loss.item() == pytest.approx(-(p * p.log()).sum(1).mean().item())
    assert torch.autograd.grad(loss, scores)[0].abs().max() < 1e-12


def test_a_minus_infinity_diagonal_is_off_diagonal():
    """The community's code fills the diagonals with −∞ and sums what is a number."""
    scores, teacher = batch(5, 5)
    off = ~torch.eye(5, dtype=torch.bool)
    filled = [x.masked_fill(~off, -math.inf) / 0.05 for x in (scores, teacher)]
    q = filled[1].softmax(1)
    theirs = -(q * filled[0].log_softmax(1)).nansum() / q.nansum()
    ours = plain(scores[off].reshape(5, 4), teacher[off].reshape(5, 4))
    torch.testing.assert_close(ours, theirs)


def test_equal_scores_and_one_item(losses):
    equal = torch.full((3, 4), 0.3)
    assert losses.list_net(equal, torch.rand(3, 4)).item() == pytest.approx(math.log(4))
    assert losses.list_net(torch.rand(2, 1), torch.rand(2, 1)).item() == 0
