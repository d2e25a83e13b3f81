"""The teacher by rank vectors, and the count of the loss's parts."""

import numpy as np
import pytest
import torch
from scipy.stats import spearmanr

from stsutils.losses import on_rows, rank_encoder
from stsutils.methods.rank_teacher import LossParts, RankTeacher, unit_ranks
from stsutils.methods.rank_vectors import ranks, unit


def vectors(rows: int, seed: int) -> torch.Tensor:
    return torch.randn(rows, 8, generator=torch.Generator().manual_seed(seed))


def test_inner_products_are_spearmans_correlation_of_the_cosines():
    sentences, corpus = vectors(6, 0), vectors(300, 1)
    found = RankTeacher(3 * sentences, 0.1 * corpus)[torch.tensor([4, 0, 2])]
    assert found.shape == (3, 300)
    unit_rows, unit_corpus = (torch.nn.functional.normalize(x) for x in (sentences, corpus))
    cosines = (unit_rows @ unit_corpus.T).numpy()[[4, 0, 2]]
    expected = spearmanr(cosines, axis=1).statistic
    np.testing.assert_allclose((found @ found.T).numpy(), expected, atol=1e-4)


def test_the_sort_of_a_gpu_gives_equation_3():
    cosines = torch.rand(4, 50, generator=torch.Generator().manual_seed(2))
    expected = unit(ranks(cosines.numpy()))
    np.testing.assert_allclose(unit_ranks(cosines).numpy(), expected, atol=1e-6)


def test_parts_are_those_of_the_loss():
    teacher, batch = RankTeacher(vectors(9, 3), vectors(40, 4)), torch.tensor([1, 5, 7, 8])
    u = vectors(4, 5).requires_grad_()
    for form, join in (("as_written", max), ("as_coded", sum)):
        plain = on_rows(rank_encoder, teacher=teacher, diagonal=True, weight=2.0, form=form)
        counted = on_rows(rank_encoder, teacher=teacher, diagonal=True, weight=2.0, form=form)
        counted.function = parts = LossParts(counted.function)
        value = plain([u, u], batch)
        assert counted([u, u], batch) == value
        found = parts.read()
        assert join([found["contrastive part"], found["rank part"]]) == pytest.approx(value.item())
        larger = found["rank part"] > found["contrastive part"]
        assert found["rank part larger"] == float(larger)
        similar = teacher[batch] @ teacher[batch].T
        inside = (similar >= 0.5) & (similar <= 0.9999)
        assert found["pairs kept"] == pytest.approx(inside.float().mean().item())
    assert parts.read() == {}, "nothing since the last look"


def test_parts_are_means_over_steps_and_take_no_gradient():
    teacher = RankTeacher(vectors(6, 6), vectors(40, 7))
    loss = on_rows(rank_encoder, teacher=teacher, diagonal=True, lowest=-2.0, highest=2.0)
    loss.function = parts = LossParts(loss.function)
    u, v = vectors(3, 8).requires_grad_(), vectors(3, 9)
    ones, both = [], torch.tensor([[0, 1, 2], [3, 4, 5]])
    for batch in both:
        loss([u, v], batch).backward()
        ones.append(parts.read())
    for batch in both:
        loss([u, v], batch)
    mean = parts.read()
    for name, number in mean.items():
        assert number == pytest.approx(np.mean([one[name] for one in ones]))
    assert mean["pairs kept"] == 1
    assert not parts.sums.requires_grad
