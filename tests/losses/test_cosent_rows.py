import math

import pytest
import torch

from stsutils.losses import cosent, cosent_plain
from stsutils.losses import cosent_rows as plain


def batch(rows=4, items=6, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return (2 * torch.rand(2, rows, items, generator=generator, dtype=torch.float64) - 1).unbind()


def test_by_hand(losses):
    """Row 1: softplus(20 · .1), row 2: two equal scores, log 2; the mean of the two."""
    scores = torch.tensor([[0.2, 0.3], [0.5, 0.5]])
    seen = losses.cosent_rows(scores, torch.tensor([[0.9, 0.2], [0.1, 0.4]]))
    assert seen.item() == pytest.approx((math.log1p(math.exp(2)) + math.log(2)) / 2)


@pytest.mark.parametrize("scale", [1.0, 20.0])
def test_is_the_mean_of_the_plain_form_of_each_row(scale):
    scores, teacher = batch()
    scores.requires_grad_()
    seen = plain(scores, teacher, scale)
    wanted = sum(cosent_plain(s, t, scale) for s, t in zip(scores, teacher, strict=True)) / 4
    torch.testing.assert_close(seen, wanted)
    torch.testing.assert_close(
        torch.autograd.grad(seen, scores), torch.autograd.grad(wanted, scores)
    )


def test_rows_are_not_compared_with_each_other():
    """One CoSENT over all scores, the other reading, is another loss."""
    scores, teacher = batch()
    shifted = torch.arange(4.0)[:, None]
    torch.testing.assert_close(plain(scores + shifted, teacher), plain(scores, teacher))
    torch.testing.assert_close(plain(scores, teacher + shifted), plain(scores, teacher))
    assert cosent(scores.flatten(), teacher.flatten()) > plain(scores, teacher) + 0.5


def test_any_increasing_map_of_the_teacher_changes_nothing():
    scores, teacher = batch()
    torch.testing.assert_close(plain(scores, teacher.exp() * 7 - 2), plain(scores, teacher))


def test_ties_of_the_teacher_are_not_compared_and_equal_rows_cost_nothing():
    scores = torch.tensor([[0.5, 0.5, 0.5]], requires_grad=True)
    assert plain(scores, torch.tensor([[4.0, 4.0, 1.0]])).item() == pytest.approx(math.log(3))
    loss = plain(scores, torch.full((1, 3), 0.7))
    loss.backward()
    assert loss.item() == 0
    assert scores.grad.tolist() == [[0.0, 0.0, 0.0]]


def test_one_item_has_nothing_to_rank(losses):
    assert losses.cosent_rows(torch.rand(3, 1), torch.rand(3, 1)).item() == 0
