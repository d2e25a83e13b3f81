import pytest
import torch

from stsutils import losses as plain
from stsutils.errors import UserError


def embeddings(pairs=6, dim=8, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return [torch.randn(pairs, dim, generator=generator) for _ in range(2)]


def test_cosine_equals_torch(losses):
    u, v = embeddings()
    wanted = torch.nn.functional.cosine_similarity(u, v)
    torch.testing.assert_close(losses.cosine(u, v), wanted)
    torch.testing.assert_close(losses.cosine(3 * u, 0.01 * v), wanted)


def test_cosine_gradient(losses):
    u, v = (x.double().requires_grad_() for x in embeddings(3, 4))
    assert torch.autograd.gradcheck(losses.cosine, (u, v))


def test_a_zero_vector_has_cosine_zero_and_a_finite_gradient(losses):
    u, v = embeddings(3, 4)
    u[1] = 0
    u[2] = v[2] = 0
    u.requires_grad_()
    v.requires_grad_()
    cosines = losses.cosine(u, v)
    assert cosines[1:].tolist() == [0, 0]
    cosines.sum().backward()
    assert u.grad.isfinite().all()
    assert v.grad.isfinite().all()
    assert u.grad[1].norm().item() == pytest.approx(1)  # towards the other sentence
    assert u.grad[2].norm().item() == 0


def test_the_lifted_loss_is_the_loss_of_the_cosines(losses):
    u, v = embeddings()
    labels = torch.arange(6) % 2
    loss = losses.on_cosines(losses.contrastive, threshold=0.2, form="as_coded")
    wanted = losses.contrastive(losses.cosine(u, v), labels, 0.2, "as_coded")
    assert loss([u, v], labels) == wanted > 0


@pytest.mark.parametrize("shape", [(4,), (4, 1)])
def test_one_column_of_scores(losses, shape):
    scores, labels = torch.tensor([3.0, -2.0, 7.5, 0.1]), torch.tensor([1, 0, 1, 0])
    loss = losses.on_cosines(losses.cosent, scale=1.0)
    assert loss([scores.reshape(shape)], labels) == losses.cosent(scores, labels, 1.0)


def test_wrong_columns_and_missing_labels_are_refused():
    u, v = embeddings()
    loss = plain.on_cosines(plain.cosent)
    for columns in ([u], [u, v, v], [u, v[:3]], [u[:, 0], v[:, 0]]):
        with pytest.raises(UserError, match="two B×d embeddings"):
            loss(columns, torch.arange(6))
    with pytest.raises(UserError, match="cosent needs a label"):
        loss([u, v], None)
