import pytest
import torch

from stsutils.errors import UserError
from stsutils.losses import RegressionHead, l1, make_loss, smooth_k2, translated_relu
from stsutils.training import fit


@pytest.fixture
def batch():
    generator = torch.Generator().manual_seed(0)
    u, v = (torch.randn(5, 4, generator=generator) for _ in range(2))
    return [u.requires_grad_(), v.requires_grad_()], torch.tensor([0, 1, 2, 2, 0])


@pytest.mark.parametrize("function", [l1, translated_relu, smooth_k2])
def test_it_is_the_function_of_one_linear_layer(batch, function):
    (u, v), labels = batch
    head = RegressionHead(4, function)
    x = torch.cat([u, v, (u - v).abs()], dim=1)
    wanted = function((x @ head.layer.weight.T + head.layer.bias).reshape(-1), labels)
    seen = head([u, v], labels)
    torch.testing.assert_close(seen, wanted)
    seen.backward()
    for parameter in (u, v, head.layer.weight, head.layer.bias):
        assert parameter.grad.abs().sum() > 0


@pytest.mark.parametrize(("features", "width"), [("u,v,|u-v|", 12), ("u,v", 8), ("|u-v|", 4)])
def test_the_ablations_of_table_6(batch, features, width):
    head = RegressionHead(4, smooth_k2, features)
    assert head.layer.weight.shape == (1, width)
    embeddings, labels = batch
    assert head(embeddings, labels).isfinite()
    swapped = head(embeddings[::-1], labels)
    assert (swapped == head(embeddings, labels)) == (features == "|u-v|")  # only that is symmetric


def test_settings_go_to_the_function(batch):
    embeddings, labels = batch
    head = RegressionHead(4, smooth_k2, slope=7.0, tolerance=0.1, boundary="own_end")
    wanted = smooth_k2(head.predict(*embeddings), labels, 7.0, 0.1, "own_end")
    assert head(embeddings, labels) == wanted
    assert head.name == "smooth_k2"
    assert head.settings == {
        "features": "u,v,|u-v|",
        "slope": 7.0,
        "tolerance": 0.1,
        "boundary": "own_end",
        "ends": (0.0, 2.0),
    }
    assert "tolerance=0.1" in repr(head)


def test_what_does_not_exist_is_refused(batch):
    embeddings, labels = batch
    with pytest.raises(UserError, match="l1 has no setting slope"):
        RegressionHead(4, l1, slope=1.0)
    with pytest.raises(UserError, match="features 'u-v'"):
        RegressionHead(4, l1, "u-v")
    head = RegressionHead(4, l1)
    with pytest.raises(UserError, match="got no labels"):
        head(embeddings, None)
    with pytest.raises(UserError, match="got 1 columns"):
        head(embeddings[:1], labels)
    with pytest.raises(UserError, match=r"two B×d embeddings; got \(5, 4\) and \(3, 4\)"):
        head([embeddings[0], embeddings[1][:3]], labels)


def test_make_loss_makes_it_by_name_and_seed(batch):
    settings = {"name": "smooth_k2", "slope": 3.0, "features": "|u-v|"}
    heads = [make_loss(settings, 4, seed) for seed in (0, 0, 1)]
    weights = [head.layer.weight for head in heads]
    assert heads[0].settings["slope"] == 3.0
    assert torch.equal(weights[0], weights[1])
    assert not torch.equal(weights[0], weights[2])
    with pytest.raises(UserError, match="smooth_k2 has no setting margin"):
        make_loss({"name": "smooth_k2", "margin": 1}, 4)


def test_fit_trains_the_encoder_and_the_layer(tiny, pairs):
    encoder, head = tiny(), make_loss({"name": "smooth_k2"}, 16)
    before = encoder.sha(), head.layer.weight.clone()
    rows = pairs.assign(score=pairs["score"] / 2.5)
    history = fit(encoder, rows, head, epochs=20, batch_size=12, lr=1e-2, progress=False)
    assert history["loss"].iloc[-1] < history["loss"].iloc[0] / 2
    assert encoder.sha() != before[0]
    assert (head.layer.weight - before[1]).abs().max() > 1e-3
