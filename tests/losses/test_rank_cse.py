"""RankCSE's loss: contrast and ranking, each alone and together."""

import pytest
import torch

from stsutils.losses import (
    cosent_rows,
    list_mle,
    list_net,
    make_loss,
    off_diagonal,
    rank_cse,
    rank_encoder,
)

RANKINGS = {
    "list_net": lambda s, t: list_net(s, t, 0.1, 0.1),
    "list_mle": lambda s, t: list_mle(s, t, 0.1) / s.shape[1],
    "cosent_rows": lambda s, t: cosent_rows(s, t, 10.0),
}


def batch(rows=5):
    draw = torch.Generator().manual_seed(3)
    scores = 2 * torch.rand(rows, rows, generator=draw, dtype=torch.float64) - 1
    return scores.requires_grad_(), torch.rand(rows, rows, generator=draw, dtype=torch.float64)


@pytest.mark.parametrize("ranking", RANKINGS)
def test_it_is_contrast_plus_the_ranking_of_the_others(ranking):
    scores, teacher = batch()
    contrast = rank_encoder(scores, teacher, weight=0.0, temperature=0.1, form="as_coded")
    ranks = RANKINGS[ranking](off_diagonal(scores), off_diagonal(teacher))
    found = rank_cse(scores, teacher, ranking, weight=2.0, temperature=0.1)
    assert found.item() == pytest.approx((contrast + 2 * ranks).item())


@pytest.mark.parametrize("ranking", RANKINGS)
def test_the_diagonal_of_the_teacher_tells_nothing(ranking):
    scores, teacher = batch()
    other = teacher.clone().fill_diagonal_(-7.0)
    assert rank_cse(scores, teacher, ranking) == rank_cse(scores, other, ranking)


@pytest.mark.parametrize("ranking", RANKINGS)
def test_a_step_down_brings_the_order_nearer_to_the_teachers(ranking):
    scores = torch.full((3, 3), 0.3, dtype=torch.float64).requires_grad_()
    teacher = torch.tensor([[1.0, 0.9, 0.1], [0.9, 1.0, 0.2], [0.1, 0.2, 1.0]])
    (gradient,) = torch.autograd.grad(rank_cse(scores, teacher, ranking), scores)
    assert (gradient.diagonal() < 0).all(), "each sentence is drawn to itself"
    assert gradient[0, 1] < gradient[0, 2]
    assert gradient[1, 0] < gradient[1, 2]
    assert gradient[2, 1] < gradient[2, 0]


def test_one_sentence_has_no_others():
    one = torch.tensor([[0.4]], requires_grad=True)
    assert rank_cse(one, one).item() == 0


def test_made_by_name_it_takes_two_views_and_the_teachers_vectors():
    loss = make_loss({"name": "rank_cse", "ranking": "cosent_rows", "teacher": torch.eye(6)}, 4)
    views = [torch.eye(4)[:3].requires_grad_(), torch.ones(3, 4).requires_grad_()]
    value = loss(views, torch.tensor([0, 4, 5]))
    assert value > 0
    assert all(g.abs().sum() > 0 for g in torch.autograd.grad(value, views))
