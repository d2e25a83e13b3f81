"""Our losses against sentence-transformers', fed with the same fixed embeddings."""

import warnings

import pytest
import torch

from stsutils.losses import contrastive, cosent, cosine_mse, on_cosines


@pytest.fixture(scope="module")
def theirs():
    pytest.importorskip("sentence_transformers")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its imports are not ours to mend
        from sentence_transformers.sentence_transformer import losses
    return losses


@pytest.fixture(params=range(4))
def batch(request):
    generator = torch.Generator().manual_seed(request.param)
    u, v = (torch.randn(40, 16, generator=generator) for _ in range(2))
    v = v + request.param * u  # from unrelated to close
    return [u.requires_grad_(), v.requires_grad_()], torch.randint(0, 6, (40,), generator=generator)


class Fixed(torch.nn.Module):
    """A model whose sentence embeddings are given."""

    def forward(self, features):
        return {"sentence_embedding": features["embedding"]}


def compare(ours, oracle, embeddings, labels):
    seen = ours(embeddings, labels)
    wanted = oracle([{"embedding": e} for e in embeddings], labels)
    torch.testing.assert_close(seen, wanted)
    assert seen > 0
    for a, b in zip(
        torch.autograd.grad(seen, embeddings), torch.autograd.grad(wanted, embeddings), strict=True
    ):
        torch.testing.assert_close(a, b, rtol=1e-4, atol=1e-5)
        assert a.abs().sum() > 0


@pytest.mark.parametrize("scale", [1.0, 20.0])
def test_cosent(theirs, batch, scale):
    embeddings, labels = batch
    oracle = theirs.CoSENTLoss(Fixed(), scale=scale)
    compare(on_cosines(cosent, scale=scale), oracle, embeddings, labels.float())


@pytest.mark.parametrize("threshold", [-1.0, -0.5, 0.0, 0.5, 0.9])
def test_contrastive_as_coded_has_margin_one_minus_threshold(theirs, batch, threshold):
    embeddings, labels = batch
    oracle = theirs.ContrastiveLoss(Fixed(), margin=1 - threshold)
    ours = on_cosines(contrastive, threshold=threshold, form="as_coded")
    compare(ours, oracle, embeddings, (labels > 2).long())


def test_contrastive_as_written_is_another_loss(theirs, batch):
    embeddings, labels = batch
    oracle = theirs.ContrastiveLoss(Fixed(), margin=0.5)
    wanted = oracle([{"embedding": e} for e in embeddings], (labels > 2).long())
    assert on_cosines(contrastive)(embeddings, (labels > 2).long()) > wanted + 0.01


def test_cosine_mse(theirs, batch):
    embeddings, labels = batch
    oracle = theirs.CosineSimilarityLoss(Fixed())
    compare(on_cosines(cosine_mse), oracle, embeddings, labels / 5)
