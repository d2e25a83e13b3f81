import pytest
import torch

from stsutils import losses as plain
from stsutils.errors import UserError


def columns(number, rows=5, dim=8, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return [torch.randn(rows, dim, generator=generator) for _ in range(number)]


def test_the_lifted_loss_is_the_function(losses):
    anchor, positive, negative = columns(3)
    loss = losses.on_embeddings(losses.triplet, margin=0.3, distance="cosine")
    wanted = losses.triplet(anchor, positive, negative, margin=0.3, distance="cosine")
    assert loss([anchor, positive, negative]) == wanted > 0
    assert loss([anchor, positive, negative], torch.zeros(5)) == wanted  # labels are not for it
    assert repr(loss) == "on_embeddings(triplet, margin=0.3, distance='cosine')"
    assert loss.name == "triplet"


def test_an_optional_column_may_be_left_out(losses):
    u, v, negatives = columns(3)
    loss = losses.on_embeddings(losses.info_nce)
    assert loss([u, v]) == losses.info_nce(u, v)
    assert loss([u, v, negatives]) == losses.info_nce(u, v, negatives)


def test_labels_go_to_the_losses_that_ask_for_them(losses):
    u, v = columns(2)
    labels = torch.arange(5)
    loss = losses.on_embeddings(losses.angle)
    assert loss([u, v], labels) == losses.angle(u, v, labels) > 0
    with pytest.raises(UserError, match="angle needs a label"):
        plain.on_embeddings(plain.angle)([u, v], None)


def test_wrong_columns_are_refused_by_name():
    u, v, w = columns(3)
    loss = plain.on_embeddings(plain.triplet)
    for wrong in ([u, v], [u, v, w, w], [u, v, w[:3]], [u[0], v[0], w[0]]):
        with pytest.raises(UserError, match=r"triplet takes 3 .*\(anchor, positive, negative\)"):
            loss(wrong)
    with pytest.raises(UserError, match=r"info_nce takes 2 .* \(u, v or with negatives too\)"):
        plain.on_embeddings(plain.info_nce)([u])
