import pandas as pd
import pytest
import torch

from stsutils.errors import UserError
from stsutils.losses import (
    cosent_rows,
    info_nce,
    list_mle,
    list_net,
    make_loss,
    off_diagonal,
    on_rows,
    rank_encoder,
)
from stsutils.training import fit


@pytest.fixture
def views():
    generator = torch.Generator().manual_seed(0)
    u, v = (torch.randn(4, 3, generator=generator) for _ in range(2))
    return [u.requires_grad_(), v.requires_grad_()], torch.randn(4, 5, generator=generator)


def cosines(a, b):
    return torch.nn.functional.cosine_similarity(a[:, None], b[None], dim=-1)


@pytest.mark.parametrize("rows", [2, 3, 7])
def test_off_diagonal_equals_a_mask(rows):
    scores = torch.rand(rows, rows, requires_grad=True)
    mask = ~torch.eye(rows, dtype=torch.bool)
    found = off_diagonal(scores)
    assert torch.equal(found, scores[mask].reshape(rows, rows - 1))
    found.sum().backward()
    assert torch.equal(scores.grad, mask.float())


@pytest.mark.parametrize("shape", [(1, 1), (2, 3), (4,)])
def test_off_diagonal_needs_a_square(shape):
    with pytest.raises(UserError, match="2 or more sentences"):
        off_diagonal(torch.zeros(shape))


@pytest.mark.parametrize("function", [list_net, list_mle, cosent_rows])
def test_rows_are_cosines_of_the_two_columns_without_the_diagonal(views, function):
    (u, v), teacher = views
    loss = on_rows(function)
    wanted = function(off_diagonal(cosines(u, v)), off_diagonal(cosines(teacher, teacher)))
    seen = loss([u, v], teacher)
    torch.testing.assert_close(seen, wanted)
    torch.testing.assert_close(loss([u, v], 3 * teacher), seen)  # only angles count
    with_diagonal = on_rows(function, diagonal=True)([u, v], teacher)
    wanted = function(cosines(u, v), cosines(teacher, teacher))
    torch.testing.assert_close(with_diagonal, wanted)
    assert (with_diagonal - seen).abs() > 1e-3


def test_one_column_is_compared_with_itself(views):
    (u, _), teacher = views
    loss = on_rows(list_net, temperature=0.5)
    assert loss([u], teacher) == loss([u, u], teacher)


def test_a_teacher_of_all_sentences_is_looked_up_by_row_number(views):
    embeddings, teacher = views
    everything = torch.cat([torch.zeros(6, 5), teacher])
    loss = on_rows(list_net, teacher=everything)
    assert loss(embeddings, torch.tensor([6, 7, 8, 9])) == on_rows(list_net)(embeddings, teacher)
    with pytest.raises(UserError, match="these are scores"):
        loss(embeddings, torch.tensor([0.5, 2.0, 5.0, 1.0]))


def test_gradients_reach_both_columns_and_not_the_teacher(views):
    (u, v), teacher = views
    teacher.requires_grad_()
    on_rows(list_net)([u, v], teacher).backward()
    assert u.grad.abs().sum() > 0
    assert v.grad.abs().sum() > 0
    assert teacher.grad is None or teacher.grad.abs().sum() == 0


def test_what_does_not_fit_is_refused(views):
    embeddings, teacher = views
    loss = on_rows(cosent_rows)
    for labels in (None, torch.arange(4), teacher[:3]):
        with pytest.raises(UserError, match="cosent_rows needs the teacher's vectors"):
            loss(embeddings, labels)
    with pytest.raises(UserError, match="needs the teacher's vectors"):
        on_rows(cosent_rows, teacher=teacher)(embeddings, teacher)
    with pytest.raises(UserError, match="one or two B×d"):
        loss([*embeddings, embeddings[0]], teacher)
    with pytest.raises(UserError, match=r"cosent_rows has no setting temperature.*: scale"):
        on_rows(cosent_rows, temperature=1.0)


def test_by_name_rank_encoder_keeps_the_diagonal(views):
    embeddings, teacher = views
    loss = make_loss({"name": "cosent_rows", "scale": 5.0}, 3)
    assert repr(loss) == "on_rows(cosent_rows, diagonal=False, scale=5.0)"
    ranks = make_loss({"name": "rank_encoder"}, 3)
    assert ranks.diagonal
    torch.testing.assert_close(
        ranks(embeddings, teacher),
        rank_encoder(cosines(*embeddings), cosines(teacher, teacher)),
    )
    assert ranks(embeddings, teacher) >= info_nce(*embeddings) - 1e-5


def test_fit_distils_a_teacher(tiny, sentences):
    """A student that starts elsewhere comes to rank as its teacher does."""
    teacher = torch.randn(6, 8, generator=torch.Generator().manual_seed(4))
    rows = pd.DataFrame({"sentence": sentences, "label": range(6)})
    student = tiny(dropout=0.0)
    loss = on_rows(cosent_rows, teacher=teacher)
    history = fit(student, rows, loss, epochs=40, batch_size=6, lr=2e-2, progress=False)
    assert history["loss"].iloc[-1] < history["loss"].iloc[0] / 3
