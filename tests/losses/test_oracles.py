"""Our losses and their gradients against sentence-transformers', on the same fixed embeddings."""

import warnings

import pytest
import torch

from stsutils.losses import (
    SoftmaxHead,
    angle,
    contrastive,
    cosent,
    cosine_mse,
    info_nce,
    margin_mse,
    matryoshka,
    on_cosines,
    on_embeddings,
    online_contrastive,
    triplet,
)


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


@pytest.mark.parametrize("margin", [0.2, 0.5, 1.5])
def test_online_contrastive(theirs, batch, margin):
    embeddings, labels = batch
    oracle = theirs.OnlineContrastiveLoss(Fixed(), margin=margin)
    ours = on_cosines(online_contrastive, margin=margin)
    compare(ours, oracle, embeddings, (labels > 2).long())


def test_matryoshka(theirs, batch):
    embeddings, labels = batch
    model = Fixed()
    model.get_embedding_dimension = lambda: 16  # it asks whether the lengths fit
    oracle = theirs.MatryoshkaLoss(model, theirs.CoSENTLoss(model), [16, 8, 4])
    ours = matryoshka(on_cosines(cosent), [16, 8, 4])
    compare(ours, oracle, embeddings, labels.float())


def test_cosine_mse(theirs, batch):
    embeddings, labels = batch
    oracle = theirs.CosineSimilarityLoss(Fixed())
    compare(on_cosines(cosine_mse), oracle, embeddings, labels / 5)


def test_margin_mse_of_two_pairs_with_one_query(theirs, batch):
    """Theirs compares a query's two passages; ours meets them as the two pairs of a batch."""
    (u, v), labels = batch
    oracle = theirs.MarginMSELoss(Fixed(), similarity_fct=torch.cosine_similarity)
    rows = [{"embedding": e[:1]} for e in (u, v, u.flip(1))]
    ours = on_cosines(margin_mse)
    both = ours([u[:1].repeat(2, 1), torch.cat([v[:1], u[:1].flip(1)])], labels[:2] / 5)
    torch.testing.assert_close(both, oracle(rows, (labels[:1] - labels[1:2]) / 5))


@pytest.fixture
def triplets(batch):
    (anchor, positive), _ = batch
    generator = torch.Generator().manual_seed(9)
    return [anchor, positive, torch.randn(40, 16, generator=generator).requires_grad_()]


@pytest.mark.parametrize(
    ("features", "kept"),
    [
        ("u,v,|u-v|", (True, True, False)),
        ("u,v,|u-v|,u*v", (True, True, True)),
        ("u,v", (True, False, False)),
        ("|u-v|", (False, True, False)),
    ],
)
def test_softmax(theirs, batch, features, kept):
    embeddings, labels = batch
    ours = SoftmaxHead(16, classes=6, features=features)
    model = Fixed()
    model.device = torch.device("cpu")  # it asks the model where to put its classifier
    oracle = theirs.SoftmaxLoss(model, 16, 6, *kept)
    oracle.classifier.load_state_dict(ours.classifier.state_dict())
    compare(ours, oracle, embeddings, labels)
    heads = ours.classifier, oracle.classifier
    for head, loss in zip(heads, (ours, oracle), strict=True):
        given = embeddings if loss is ours else [{"embedding": e} for e in embeddings]
        loss(given, labels).backward()
        assert head.weight.grad.abs().sum() > 0
    torch.testing.assert_close(heads[0].weight.grad, heads[1].weight.grad)
    torch.testing.assert_close(heads[0].bias.grad, heads[1].bias.grad)


@pytest.mark.parametrize(("distance", "margin"), [("euclid", 5.0), ("cosine", 1.5)])
def test_triplet(theirs, triplets, distance, margin):
    metric = {"euclid": "EUCLIDEAN", "cosine": "COSINE"}[distance]
    # vars, not getattr: what stands in their class is a lambda, which getattr would bind
    metric = vars(theirs.TripletDistanceMetric)[metric]
    oracle = theirs.TripletLoss(Fixed(), distance_metric=metric, triplet_margin=margin)
    ours = on_embeddings(triplet, distance=distance, margin=margin)
    compare(ours, oracle, triplets, torch.zeros(40))


@pytest.mark.parametrize("temperature", [0.05, 0.5])
@pytest.mark.parametrize("columns", [2, 3])
def test_info_nce_has_temperature_one_over_scale(theirs, triplets, temperature, columns):
    oracle = theirs.MultipleNegativesRankingLoss(Fixed(), scale=1 / temperature)
    for chunk in (256, 16):
        ours = on_embeddings(info_nce, temperature=temperature, chunk=chunk)
        compare(ours, oracle, triplets[:columns], torch.zeros(40))


@pytest.mark.parametrize("scale", [1.0, 20.0])
def test_angle(theirs, batch, scale):
    embeddings, labels = batch
    oracle = theirs.AnglELoss(Fixed(), scale=scale)
    compare(on_embeddings(angle, scale=scale), oracle, embeddings, labels.float())
