"""Our losses and their gradients against sentence-transformers', on the same fixed embeddings."""

import itertools
import warnings

import pytest
import torch

import stsutils.losses as our


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
    gradients = (torch.autograd.grad(loss, embeddings) for loss in (seen, wanted))
    for a, b in zip(*gradients, strict=True):
        torch.testing.assert_close(a, b, rtol=1e-4, atol=1e-5)
        assert a.abs().sum() > 0


def test_matryoshka(theirs, batch):
    embeddings, labels = batch
    model = Fixed()
    model.get_embedding_dimension = lambda: 16  # it asks whether the lengths fit
    oracle = theirs.MatryoshkaLoss(model, theirs.CoSENTLoss(model), [16, 8, 4])
    ours = our.matryoshka(our.on_cosines(our.cosent), [16, 8, 4])
    compare(ours, oracle, embeddings, labels.float())


def test_margin_mse_of_two_pairs_with_one_query(theirs, batch):
    """Theirs compares a query's two passages; ours meets them as the two pairs of a batch."""
    (u, v), labels = batch
    oracle = theirs.MarginMSELoss(Fixed(), similarity_fct=torch.cosine_similarity)
    rows = [{"embedding": e[:1]} for e in (u, v, u.flip(1))]
    ours = our.on_cosines(our.margin_mse)
    both = ours([u[:1].repeat(2, 1), torch.cat([v[:1], u[:1].flip(1)])], labels[:2] / 5)
    torch.testing.assert_close(both, oracle(rows, (labels[:1] - labels[1:2]) / 5))


@pytest.fixture
def triplets(batch):
    generator = torch.Generator().manual_seed(9)
    return [*batch[0], torch.randn(40, 16, generator=generator).requires_grad_()]


# What of a batch's grades a loss takes.
GRADES, NONE = torch.Tensor.float, torch.zeros_like


def classes(labels):
    return (labels > 2).long()


def unit(labels):
    return labels / 5


#: Our loss, the name and settings of theirs, its labels and its columns.
ORACLES = [(our.on_cosines(our.cosine_mse), "CosineSimilarityLoss", {}, unit, 2)]
for scale in (1.0, 20.0):
    cosent = our.on_cosines(our.cosent, scale=scale)
    angle = our.on_embeddings(our.angle, scale=scale)
    for loss, name in ((cosent, "CoSENTLoss"), (angle, "AnglELoss")):
        ORACLES.append((loss, name, {"scale": scale}, GRADES, 2))
for at in (-1.0, -0.5, 0.0, 0.5, 0.9):  # as coded the margin is one minus the threshold
    loss = our.on_cosines(our.contrastive, threshold=at, form="as_coded")
    ORACLES.append((loss, "ContrastiveLoss", {"margin": 1 - at}, classes, 2))
for margin in (0.2, 0.5, 1.5):
    loss = our.on_cosines(our.online_contrastive, margin=margin)
    ORACLES.append((loss, "OnlineContrastiveLoss", {"margin": margin}, classes, 2))
for temperature, columns, chunk in itertools.product((0.05, 0.5), (2, 3), (256, 16)):
    loss = our.on_embeddings(our.info_nce, temperature=temperature, chunk=chunk)
    settings = {"scale": 1 / temperature}
    ORACLES.append((loss, "MultipleNegativesRankingLoss", settings, NONE, columns))


@pytest.mark.parametrize(
    ("ours", "name", "settings", "taken", "columns"),
    ORACLES,
    ids=lambda x: getattr(x, "__name__", str(x))[:60],
)
def test_a_loss_is_theirs(theirs, batch, triplets, ours, name, settings, taken, columns):
    oracle = getattr(theirs, name)(Fixed(), **settings)
    compare(ours, oracle, triplets[:columns], taken(batch[1]))


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
    ours = our.SoftmaxHead(16, classes=6, features=features)
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
    ours = our.on_embeddings(our.triplet, distance=distance, margin=margin)
    compare(ours, oracle, triplets, torch.zeros(40))


def test_vector_mse_is_theirs_per_number(theirs, batch):
    embeddings, _ = batch
    u, t = (torch.nn.functional.normalize(e.detach(), dim=1) for e in embeddings)
    u.requires_grad_()
    oracle = theirs.MSELoss(Fixed())([{"embedding": u}], t)
    torch.testing.assert_close(our.vector_mse(u, t), 16 * oracle)
    torch.testing.assert_close(our.vector_mse(u, t), (2 - 2 * (u * t).sum(1)).mean())
