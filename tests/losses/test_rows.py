"""Losses on rows of scores and a teacher's: known values, others' code, and the lift to vectors."""

import math

import pandas as pd
import pytest
import torch

from stsutils.losses import (
    cosent_rows,
    info_nce,
    list_mle,
    list_net,
    make_loss,
    off_diagonal,
    on_rows,
    on_vectors,
    rank_cse,
    rank_encoder,
    rank_loss,
    vector_mse,
)
from stsutils.training import fit


def batch(rows=4, items=6, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return (2 * torch.rand(2, rows, items, generator=generator, dtype=torch.float64) - 1).unbind()


@pytest.mark.parametrize("name", ["list_net", "list_mle", "cosent_rows"])
def test_one_item_has_nothing_to_rank(losses, name):
    assert getattr(losses, name)(torch.rand(3, 1), torch.rand(3, 1)).item() == 0


def test_a_minus_infinity_diagonal_is_off_diagonal():
    """The community's code fills the diagonals with −∞ and sums what is a number."""
    scores, teacher = batch(5, 5)
    off = ~torch.eye(5, dtype=torch.bool)
    filled = [x.masked_fill(~off, -math.inf) / 0.05 for x in (scores, teacher)]
    q = filled[1].softmax(1)
    theirs = -(q * filled[0].log_softmax(1)).nansum() / q.nansum()
    torch.testing.assert_close(list_net(off_diagonal(scores), off_diagonal(teacher)), theirs)


def test_list_mle_equals_the_usual_implementation():
    """allRank's form, which the community's RankCSE copies: exp, cumulative sums from the end."""
    scores, teacher = batch()
    order = teacher.sort(descending=True, dim=1).indices
    s = (scores / 0.05).gather(1, order)
    s = s - s.max(1, keepdim=True).values
    each = s.exp().flip(1).cumsum(1).flip(1).log() - s
    torch.testing.assert_close(list_mle(scores, teacher), each.sum(1).mean())
    torch.testing.assert_close(list_mle(scores, teacher, form="as_coded"), each.mean())


def test_a_teacher_score_that_is_no_number_counts_nowhere():
    scores, teacher = (x.clone() for x in batch(4, 4))
    out_of_bounds = teacher.clone().fill_diagonal_(9.0)
    value = rank_loss(scores.requires_grad_(), teacher.fill_diagonal_(math.nan))
    assert value.equal(rank_loss(scores, out_of_bounds))
    value.backward()
    assert scores.grad.isfinite().all()


@pytest.mark.parametrize("ranking", ["list_net", "list_mle", "cosent_rows"])
def test_a_step_down_brings_the_order_nearer_to_the_teachers(ranking):
    scores = torch.full((3, 3), 0.3, dtype=torch.float64).requires_grad_()
    teacher = torch.tensor([[1.0, 0.9, 0.1], [0.9, 1.0, 0.2], [0.1, 0.2, 1.0]])
    (gradient,) = torch.autograd.grad(rank_cse(scores, teacher, ranking), scores)
    assert (gradient.diagonal() < 0).all(), "each sentence is drawn to itself"
    assert gradient[0, 1] < gradient[0, 2]
    assert gradient[2, 1] < gradient[2, 0]


@pytest.mark.parametrize(
    ("bounds", "wanted", "pulls"),
    [
        ((), (0.49**2 + 0.25 + 0.64 + 0.81**2) / 4, [-0.245, -0.25, -0.4, -0.405]),  # Eq. 4
        ((0.5, 0.8), (0.25 + 0.64) / 2, [0, -0.5, -0.8, 0]),  # Eq. 6, with the bounds themselves
        ((0.9, 1.0), 0, [0] * 4),
    ],
)
def test_the_rank_loss_keeps_the_pairs_between_the_bounds(losses, bounds, wanted, pulls):
    scores = torch.zeros(1, 4, dtype=torch.float64, requires_grad=True)
    ranks = torch.tensor([[0.49, 0.5, 0.8, 0.81]], dtype=torch.float64)
    loss = losses.rank_loss(scores, ranks, *bounds)
    assert loss.item() == pytest.approx(wanted)
    assert torch.autograd.grad(loss, scores)[0].tolist() == [pytest.approx(pulls)]
    assert losses.rank_loss(scores, torch.full_like(scores, 1 + 1e-7)) > 1, "Eq. 4 has a rounded 1"


@pytest.fixture
def ranked():
    """Cosines of two views of eight sentences, and of their rank vectors from a made-up corpus."""
    generator = torch.Generator().manual_seed(3)
    u, noise = torch.randn(2, 8, 5, generator=generator, dtype=torch.float64)
    base = torch.randn(40, 5, generator=generator, dtype=torch.float64)
    ranks = (u @ base.T).argsort(1).argsort(1).double()
    return cosines(u, u + 0.3 * noise), cosines(*[ranks - ranks.mean(1, keepdim=True)] * 2)


def cosines(a, b):
    return torch.nn.functional.cosine_similarity(a[:, None], b[None], dim=-1)


@pytest.mark.parametrize("weight", [0.05, 20.0, 1e4])
def test_rank_encoder_equals_the_released_code(ranked, weight):
    """MSE without reduction, times the mask, over its sum + 1e-8; "hinge" and "weighted_sum"."""
    scores, ranks = ranked
    bound = ((ranks <= 0.8) & (ranks >= 0.5)).double()
    assert 0 < bound.sum() < 64
    mse = torch.nn.functional.mse_loss(scores, ranks, reduction="none")
    loss_base = (mse * bound).sum() / (bound.sum() + 1e-8)
    torch.testing.assert_close(rank_loss(scores, ranks, 0.5, 0.8), loss_base)
    loss_o = torch.nn.functional.cross_entropy(scores / 0.05, torch.arange(8))
    settings = {"weight": weight, "highest": 0.8}
    hinge = rank_encoder(scores, ranks, **settings)
    torch.testing.assert_close(hinge, torch.max(loss_o, weight * loss_base))
    added = rank_encoder(scores, ranks, form="as_coded", **settings)
    torch.testing.assert_close(added, loss_o + weight * loss_base)


@pytest.fixture
def views():
    generator = torch.Generator().manual_seed(0)
    u, v = (torch.randn(4, 3, generator=generator) for _ in range(2))
    return [u, v], torch.randn(4, 5, generator=generator)


@pytest.mark.parametrize("rows", [2, 3, 7])
def test_off_diagonal_equals_a_mask_and_needs_a_square(refused, rows):
    scores = torch.rand(rows, rows, requires_grad=True)
    mask = ~torch.eye(rows, dtype=torch.bool)
    found = off_diagonal(scores)
    assert torch.equal(found, scores[mask].reshape(rows, rows - 1))
    found.sum().backward()
    assert torch.equal(scores.grad, mask.float())
    for shape in ((1, 1), (2, 3), (4,)):
        refused("2 or more sentences", off_diagonal, torch.zeros(shape))


@pytest.mark.parametrize("function", [list_net, list_mle, cosent_rows])
def test_rows_are_cosines_of_the_two_columns_with_or_without_the_diagonal(views, function):
    (u, v), teacher = views
    own, taught = cosines(u, v), cosines(teacher, teacher)
    seen = on_rows(function)([u, v], 3 * teacher)  # only angles count
    torch.testing.assert_close(seen, function(off_diagonal(own), off_diagonal(taught)))
    whole = on_rows(function, diagonal=True)([u, v], teacher)
    torch.testing.assert_close(whole, function(own, taught))
    assert on_rows(function)([u], teacher) == on_rows(function)([u, u], teacher)


def test_a_teacher_of_all_sentences_is_looked_up_by_row_number_and_must_fit(refused, views):
    embeddings, teacher = views
    everything = torch.cat([torch.zeros(6, 5), teacher])
    loss = on_rows(list_net, teacher=everything)
    assert loss(embeddings, torch.tensor([6, 7, 8, 9])) == on_rows(list_net)(embeddings, teacher)
    for lift, labels, words in (
        (loss, torch.tensor([0.5, 2.0, 5.0, 1.0]), "from 0 to 9; these are others"),
        (loss, torch.tensor([6, 7, 8, -1]), "these are others"),
        (loss, torch.tensor([6, 7, 8, 10]), "these are others"),
        (loss, teacher, "needs the teacher's vectors"),
        (on_rows(cosent_rows), torch.arange(4), "cosent_rows needs the teacher's vectors"),
        (on_rows(cosent_rows), teacher[:3], "cosent_rows needs the teacher's vectors"),
    ):
        refused(words, lift, embeddings, labels)


def test_by_name_rank_encoder_keeps_the_diagonal_and_rank_cse_looks_its_teacher_up(views):
    embeddings, teacher = views
    loss = make_loss({"name": "cosent_rows", "scale": 5.0}, 3)
    assert repr(loss) == "on_rows(cosent_rows, diagonal=False, scale=5.0)"
    ranks = make_loss({"name": "rank_encoder"}, 3)
    wanted = rank_encoder(cosines(*embeddings), cosines(teacher, teacher))
    torch.testing.assert_close(ranks(embeddings, teacher), wanted)
    assert wanted >= info_nce(*embeddings) - 1e-5
    loss = make_loss({"name": "rank_cse", "ranking": "cosent_rows", "teacher": torch.eye(6)}, 3)
    assert loss(embeddings, torch.tensor([0, 3, 4, 5])) > 0


def test_fit_distils_a_teacher(tiny, sentences):
    """A student that starts elsewhere comes to rank as its teacher does."""
    teacher = torch.randn(6, 8, generator=torch.Generator().manual_seed(4))
    rows = pd.DataFrame({"sentence": sentences, "label": range(6)})
    loss = on_rows(cosent_rows, teacher=teacher)
    plan = {"epochs": 40, "batch_size": 6, "lr": 2e-2, "progress": False}
    history = fit(tiny(dropout=0.0), rows, loss, **plan)
    assert history["loss"].iloc[-1] < history["loss"].iloc[0] / 3


def test_a_wider_teacher_is_projected_so_that_most_of_it_is_kept(refused):
    generator = torch.Generator().manual_seed(0)
    plane = torch.linalg.qr(torch.randn(6, 2, generator=generator)).Q  # two of six directions
    inside = torch.randn(40, 2, generator=generator)
    loss, rows = on_vectors(vector_mse, teacher=inside @ plane.T), torch.arange(40)
    assert loss([inside], rows) > 0.1, "a rotation of the plane, still to be found"
    best = inside @ plane.T @ torch.linalg.svd(inside @ plane.T).Vh[:2].T
    assert loss([3 * best], rows).item() == pytest.approx(0, abs=1e-6), "lengths do not count"
    pad = torch.nn.functional.pad
    wide, once = pad(best, (0, 2)), on_vectors(vector_mse, teacher=inside @ plane.T)
    assert loss([wide], rows) == once([wide], rows), "a narrow student leaves the teacher whole"
    narrow = on_vectors(vector_mse, teacher=inside)
    assert narrow([pad(inside, (0, 2))], rows).item() == pytest.approx(0)
    wider = torch.randn(40, 3, generator=generator)
    refused("two matrices of one shape", on_vectors(vector_mse), [inside], wider)
    refused(r"or as on_vectors\(vector_mse, teacher", on_vectors(vector_mse), [inside], rows[:3])
    assert repr(narrow) == "on_vectors(vector_mse)"
