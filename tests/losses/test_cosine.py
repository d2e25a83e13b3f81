"""The cosine, and what the lifts to embeddings take that not every loss has."""

import pytest
import torch

from stsutils import losses as plain


def embeddings(number=2, rows=6, dim=8):
    generator = torch.Generator().manual_seed(0)
    return [torch.randn(rows, dim, generator=generator) for _ in range(number)]


def test_cosine_equals_torch(losses):
    u, v = embeddings()
    wanted = torch.nn.functional.cosine_similarity(u, v)
    torch.testing.assert_close(losses.cosine(u, v), wanted)
    torch.testing.assert_close(losses.cosine(3 * u, 0.01 * v), wanted)


def test_a_zero_vector_has_cosine_zero_and_a_finite_gradient(losses):
    u, v = embeddings(rows=3, dim=4)
    u[1] = 0
    u[2] = v[2] = 0
    leaves = u.requires_grad_(), v.requires_grad_()
    cosines = losses.cosine(*leaves)
    assert cosines[1:].tolist() == [0, 0]
    by_u, by_v = torch.autograd.grad(cosines.sum(), leaves)
    assert (by_u.isfinite() & by_v.isfinite()).all()
    assert by_u[1].norm().item() == pytest.approx(1)  # towards the other sentence
    assert by_u[2].norm().item() == 0


def test_a_lifted_loss_is_the_function_with_its_settings(losses):
    u, v, w = embeddings(3)
    labels, own = torch.arange(6) % 2, {"threshold": 0.2, "form": "as_coded"}
    loss = losses.on_cosines(losses.contrastive, **own)
    assert loss([u, v], labels) == losses.contrastive(losses.cosine(u, v), labels, **own) > 0
    own = {"margin": 0.3, "distance": "cosine"}
    loss = losses.on_embeddings(losses.triplet, **own)
    assert loss([u, v, w]) == loss([u, v, w], labels) == losses.triplet(u, v, w, **own) > 0
    assert losses.on_embeddings(losses.angle)([u, v], labels) == losses.angle(u, v, labels) > 0
    scores = torch.tensor([[0.5], [-1.0]])  # an interaction model's column
    loss = losses.on_scores(losses.binary_cross_entropy)
    assert loss([scores], labels[:2]) == losses.binary_cross_entropy(scores[:, 0], labels[:2])


@pytest.mark.parametrize("shape", [(4,), (4, 1)])
def test_one_column_of_scores(losses, shape):
    scores, labels = torch.tensor([3.0, -2.0, 7.5, 0.1]), torch.tensor([1, 0, 1, 0])
    loss = losses.on_cosines(losses.cosent, scale=1.0)
    assert loss([scores.reshape(shape)], labels) == losses.cosent(scores, labels, 1.0)


@pytest.mark.parametrize(
    ("name", "count", "said"),
    [
        ("cosent", 3, "two B×d embeddings"),
        ("triplet", 2, r"triplet takes 3 .*\(anchor, positive, negative\)"),
        ("info_nce", 1, r"info_nce takes 2 .* \(u, v or with negatives too\)"),
        ("binary_cross_entropy", 2, r"one column of B scores, such as an interaction model's"),
        ("cosent_rows", 3, r"one or two B×d"),
    ],
)
def test_wrong_columns_are_refused_by_what_is_wanted(refused, name, count, said):
    refused(said, plain.make_loss({"name": name}, 8), embeddings(count), torch.arange(6) % 2)
