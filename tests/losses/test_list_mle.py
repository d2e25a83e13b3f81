import itertools
import math

import pytest
import torch

from stsutils.losses import list_mle as plain


def batch(rows=4, items=6, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return (2 * torch.rand(2, rows, items, generator=generator, dtype=torch.float64) - 1).unbind()


def test_by_hand(losses):
    """Chances 1 : 2 : 3, drawn in the order third, first, second: 3/6 · 1/3."""
    scores = torch.tensor([[1.0, 2.0, 3.0]]).log()
    teacher = torch.tensor([[0.5, 0.1, 0.9]])
    seen = losses.list_mle(scores, teacher, temperature=1.0)
    assert seen.item() == pytest.approx(math.log(6))
    coded = losses.list_mle(scores, teacher, temperature=1.0, form="as_coded")
    assert coded.item() == pytest.approx(math.log(6) / 3)


def test_the_chances_of_all_orders_sum_to_one():
    scores, _ = batch(1, 4)
    chances = [
        math.exp(-plain(scores, torch.tensor([order], dtype=torch.float64), temperature=0.3))
        for order in itertools.permutations(range(4))
    ]
    assert sum(chances) == pytest.approx(1)


def test_equals_the_usual_implementation():
    """allRank's form, which the community's RankCSE copies: exp, cumulative sums from the end."""
    scores, teacher = batch()
    order = teacher.sort(descending=True, dim=1).indices
    s = (scores / 0.05).gather(1, order)
    s = s - s.max(1, keepdim=True).values
    sums = s.exp().flip(1).cumsum(1).flip(1)
    theirs = (sums.log() - s).sum(1).mean()
    torch.testing.assert_close(plain(scores, teacher), theirs)
    mean = (sums.log() - s).mean(1).mean()
    torch.testing.assert_close(plain(scores, teacher, form="as_coded"), mean)


def test_any_increasing_map_of_the_teacher_and_any_shift_of_a_row_change_nothing():
    scores, teacher = batch()
    wanted = plain(scores, teacher)
    torch.testing.assert_close(plain(scores, teacher.exp() * 7 - 2), wanted)
    torch.testing.assert_close(plain(scores + torch.arange(4.0)[:, None], teacher), wanted)
    assert (plain(scores, -teacher) - wanted).abs() > 0.1


def test_tied_teacher_scores_stay_in_their_order():
    scores = torch.tensor([[0.1, 0.4, 0.2]])
    tied = plain(scores, torch.tensor([[0.5, 0.5, 0.9]]))
    assert tied == plain(scores, torch.tensor([[0.5, 0.4, 0.9]]))
    assert tied != plain(scores, torch.tensor([[0.4, 0.5, 0.9]]))


def test_equal_scores_one_item_and_extremes(losses):
    equal = torch.full((2, 5), 0.3)
    assert losses.list_mle(equal, torch.rand(2, 5)).item() == pytest.approx(math.log(120), rel=1e-5)
    assert losses.list_mle(torch.rand(2, 1), torch.rand(2, 1)).item() == 0
    leaf = torch.tensor([[-1.0, 1.0, 0.0]], requires_grad=True)
    loss = losses.list_mle(leaf, torch.tensor([[3.0, 1.0, 2.0]]), temperature=1e-4)
    loss.backward()
    assert loss.item() == pytest.approx(3e4)  # 2 and then 1, over the temperature
    assert leaf.grad.isfinite().all()
