"""What losses that rank the pairs of a batch, or lay a line through it, have of their own."""

import math

import numpy as np
import pytest
import torch
from scipy import stats

from stsutils.losses import angle_between, angle_score, cosine, make_loss, on_cosines


@pytest.fixture
def graded():
    generator = torch.Generator().manual_seed(3)
    cosines = 2 * torch.rand(40, generator=generator, dtype=torch.float64) - 1
    return cosines, torch.randint(6, (40,), generator=generator).double()


def test_one_comparison_is_cosent_in_rank_net(losses, graded):
    two = torch.tensor([0.1, 0.4]), torch.tensor([1, 0])
    torch.testing.assert_close(losses.rank_net(*two), losses.cosent(*two))
    assert losses.rank_net(*graded) < losses.cosent(*graded)


def test_a_gap_of_one_rank_is_cosent(losses, graded):
    torch.testing.assert_close(losses.rank_gap(*graded, gap=1), losses.cosent(*graded))
    near = losses.rank_gap(torch.tensor([0.1, 0.9]), torch.tensor([1, 0]), gap=2)
    assert near.item() == 0


def test_pearson_is_scipys_and_knows_no_scale(losses, graded):
    cosines, labels = graded
    wanted = 1 - stats.pearsonr(cosines.numpy(), labels.numpy()).statistic
    for c, y in ((cosines, labels), (3 * cosines - 7, labels), (cosines, 100 * labels + 1)):
        assert losses.pearson(c, y).item() == pytest.approx(wanted, abs=1e-12)
    assert losses.pearson(labels / 5, labels).item() == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("flat", [torch.full((3,), 0.9), torch.full((6,), 0.3), torch.zeros(2)])
def test_equal_cosines_or_labels_have_no_gradient_though_their_mean_rounds(losses, flat):
    slope = torch.arange(float(len(flat)), requires_grad=True)
    for c, y, wanted in ((flat.requires_grad_(), slope.detach(), 1.0), (slope, flat, 0.0)):
        loss = losses.pearson(c, y.detach())
        assert (loss.item(), *torch.autograd.grad(loss, c)[0]) == (wanted, *[0] * len(flat))


def test_what_pearson_leaves_of_cosine_mse(losses, graded):
    """After the best line through the batch, cosine-MSE is (1 − r²) of the labels' variance."""
    cosines, labels = graded
    labels = labels / 5
    slope, offset = np.polyfit(cosines.numpy(), labels.numpy(), 1)
    best = ((slope * cosines + offset - labels) ** 2).mean().item()
    r = 1 - losses.pearson(cosines, labels).item()
    assert best == pytest.approx(labels.var(correction=0).item() * (1 - r**2))


def test_margin_mse_forgives_a_constant(losses, graded):
    cosines, labels = graded[0], graded[1] / 5
    shift = (labels - cosines).mean()
    left = losses.cosine_mse(cosines + shift, labels).item()
    share = len(labels) / (len(labels) - 1)
    assert losses.margin_mse(cosines, labels).item() == pytest.approx(2 * share * left)


def test_a_sharp_soft_spearman_is_spearman(losses, graded):
    cosines, labels = graded
    wanted = 1 - stats.spearmanr(cosines.numpy(), labels.numpy()).statistic
    assert losses.soft_spearman(cosines, labels, scale=1e7).item() == pytest.approx(wanted)


def test_only_the_overlap_of_the_classes_is_hard(losses):
    cosines = torch.tensor([0.9, 0.6, 0.7, 0.1], requires_grad=True)
    losses.online_contrastive(cosines, torch.tensor([1, 1, 0, 0])).backward()
    assert cosines.grad.nonzero().flatten().tolist() == [1, 2]
    apart = losses.online_contrastive(torch.tensor([0.9, 0.2]), torch.tensor([1, 0]))
    assert apart.item() == 0


@pytest.mark.parametrize("score", [angle_between, angle_score, cosine])
def test_scores_pass_gradcheck_and_are_finite_at_the_ends(score):
    generator = torch.Generator().manual_seed(0)
    u, v = (torch.randn(5, 6, generator=generator, dtype=torch.float64) for _ in range(2))
    assert torch.autograd.gradcheck(score, (u.requires_grad_(), v.requires_grad_()))
    same = torch.ones(2, 4, requires_grad=True)
    score(same, torch.tensor([[2.0], [-1.0]]).expand(2, 4)).sum().backward()
    assert same.grad.isfinite().all()


def test_an_angle_is_pi_less_the_arc_cosine():
    u, v = torch.randn(2, 50, 8, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    torch.testing.assert_close(angle_between(u, v), math.pi - cosine(u, v).arccos())


def test_the_score_of_a_loss_is_chosen_by_name(refused):
    u, v = torch.randn(2, 8, 6, generator=torch.Generator().manual_seed(2))
    labels = torch.arange(8)
    cosent, angle = ({"name": name, "scale": 5.0} for name in ("cosent", "angle"))
    complex_cosent = make_loss(cosent | {"score": "complex"}, 6)([u, v], labels)
    torch.testing.assert_close(complex_cosent, make_loss(angle, 6)([u, v], labels))
    loss = make_loss(cosent | {"score": "angle"}, 6)
    assert repr(loss) == "on_cosines(cosent, score='angle', scale=5.0)"
    said, mse = "score is 'dot'; choose one of cosine, angle, complex", torch.nn.functional.mse_loss
    refused(said, on_cosines, mse, score="dot")


def test_matryoshka_cuts_no_vector_longer_than_it_is(refused):
    loss = make_loss({"name": "cosent", "dimensions": [8, 4]}, 6)
    assert loss.settings == {"scale": 20.0, "dimensions": [8, 4]}
    assert repr(loss) == "matryoshka(on_cosines(cosent, scale=20.0), [8, 4])"
    columns = [torch.ones(2, 6), torch.ones(2, 6)]
    refused("8 numbers, and a vector has 6", loss, columns, torch.tensor([0, 1]))
    for name, dimensions, said in (
        ("cosent", [], "lengths of 1 or more"),
        ("cosent", [4, 0], "lengths of 1 or more"),
        ("softmax", [4], "softmax has some"),
    ):
        refused(said, make_loss, {"name": name, "dimensions": dimensions}, 6)
