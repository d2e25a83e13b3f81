import math

import pytest
import torch

from stsutils.losses import info_nce, rank_loss
from stsutils.losses import rank_encoder as plain


def batch(sentences=8, corpus=40, seed=0):
    """Two views of some sentences, and their rank vectors from a made-up corpus."""
    generator = torch.Generator().manual_seed(seed)
    u = torch.randn(sentences, 5, generator=generator, dtype=torch.float64)
    v = u + 0.3 * torch.randn(sentences, 5, generator=generator, dtype=torch.float64)
    base = torch.randn(corpus, 5, generator=generator, dtype=torch.float64)
    ranks = (u @ base.T).argsort(1).argsort(1).double()
    ranks = torch.nn.functional.normalize(ranks - ranks.mean(1, keepdim=True))
    u, v = torch.nn.functional.normalize(u), torch.nn.functional.normalize(v)
    return u, v, ranks @ ranks.T


def test_equation_4_is_the_mean_over_all_pairs(losses):
    scores = torch.tensor([[0.9, 0.5], [0.1, 0.7]])
    ranks = torch.tensor([[1.0, 0.3], [0.3, 1.0]])
    seen = losses.rank_loss(scores, ranks)
    assert seen.item() == pytest.approx((0.01 + 0.04 + 0.04 + 0.09) / 4)


def test_equation_6_keeps_the_pairs_between_the_bounds_and_the_bounds_themselves(losses):
    scores = torch.zeros(1, 4, dtype=torch.float64, requires_grad=True)
    ranks = torch.tensor([[0.49, 0.5, 0.8, 0.81]], dtype=torch.float64)
    loss = losses.rank_loss(scores, ranks, 0.5, 0.8)
    assert loss.item() == pytest.approx((0.25 + 0.64) / 2)
    assert torch.autograd.grad(loss, scores)[0].tolist() == [[0.0, -0.5, -0.8, 0.0]]


def test_no_pair_between_the_bounds_costs_nothing():
    scores = torch.zeros(2, 2, requires_grad=True)
    loss = rank_loss(scores, torch.zeros(2, 2), 0.5, 0.8)
    loss.backward()
    assert loss.item() == 0
    assert scores.grad.abs().sum() == 0


def test_the_parts_are_info_nce_and_the_rank_loss():
    u, v, ranks = batch()
    scores = u @ v.T
    contrastive, alone = info_nce(u, v), rank_loss(scores, ranks, 0.5, 0.9999)
    torch.testing.assert_close(plain(scores, ranks, form="as_coded"), contrastive + 0.05 * alone)
    for weight in (0.05, 1e4):  # once the one, once the other is the larger part
        wanted = torch.maximum(contrastive, weight * alone)
        torch.testing.assert_close(plain(scores, ranks, weight), wanted)
    assert 0.05 * alone < contrastive < 1e4 * alone


def test_equals_the_released_code():
    """MSE without reduction, times the mask, over its sum + 1e-8; "hinge" and "weighted_sum"."""
    u, v, ranks = batch(seed=3)
    cos_sim = u @ v.T / 0.05
    bound = ((ranks <= 0.8) & (ranks >= 0.5)).double()
    mse = torch.nn.functional.mse_loss(cos_sim * 0.05, ranks, reduction="none")
    loss_base = (mse * bound).sum() / (bound.sum() + 1e-8)
    loss_o = torch.nn.functional.cross_entropy(cos_sim, torch.arange(8))
    assert 0 < bound.sum() < 64
    settings = {"weight": 20.0, "highest": 0.8}
    hinge = plain(u @ v.T, ranks, **settings)
    torch.testing.assert_close(hinge, torch.max(loss_o, 20 * loss_base))
    added = plain(u @ v.T, ranks, form="as_coded", **settings)
    torch.testing.assert_close(added, loss_o + 20 * loss_base)


def test_the_hinge_leaves_the_smaller_part_without_gradient():
    """As written, off the diagonal nothing but InfoNCE pushes while L_cl is larger."""
    u, v, ranks = batch()
    scores = (u @ v.T).requires_grad_()
    (hinge,) = torch.autograd.grad(plain(scores, ranks), scores)
    (alone,) = torch.autograd.grad(info_nce_of(scores), scores)
    torch.testing.assert_close(hinge, alone)
    (both,) = torch.autograd.grad(plain(scores, ranks, form="as_coded"), scores)
    assert not torch.allclose(both, alone, atol=1e-6)


def info_nce_of(scores):
    return torch.nn.functional.cross_entropy(scores / 0.05, torch.arange(len(scores)))


def test_one_sentence_no_teacher_gradient_and_bfloat16(losses):
    one = torch.tensor([[0.3]])
    assert losses.rank_encoder(one, torch.ones(1, 1)).item() == 0
    half = torch.tensor([[0.5, 0.25], [0.25, 0.5]], dtype=torch.bfloat16, requires_grad=True)
    ranks = torch.tensor([[1.0, 0.6], [0.6, 1.0]], requires_grad=True)
    loss = losses.rank_encoder(half, ranks, temperature=1.0, form="as_coded")
    loss.backward()
    assert loss.item() == pytest.approx(math.log1p(math.exp(-0.25)) + 0.05 * 0.35**2)
    assert loss.dtype == torch.float32
    assert half.grad.dtype == torch.bfloat16
    assert ranks.grad is None
