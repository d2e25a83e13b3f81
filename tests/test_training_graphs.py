"""A batch filled up to a shape that is met often gives the same vectors and gradients."""

import pytest
import torch

from stsutils.encoders import POOLINGS
from stsutils.encoders.prompted import Prompted
from stsutils.training import graphs


@pytest.mark.parametrize("pooling", [*POOLINGS, "prompt"])
@pytest.mark.parametrize("texts", [1, 7, 40])
def test_filling_up_changes_nothing(tiny, sentences, pooling, texts):
    encoder = Prompted(tiny(dropout=0.0)) if pooling == "prompt" else tiny(pooling, dropout=0.0)
    encoder.train()
    tokens = encoder.tokenize((sentences * 40)[:texts])
    found = []
    for read in (encoder, lambda t: graphs.Pass(encoder)(*graphs.filled(t))):
        encoder.zero_grad()
        vectors = read(tokens)
        (vectors * torch.linspace(-1, 1, vectors.numel()).view_as(vectors)).sum().backward()
        named = encoder.named_parameters()
        found.append((vectors.detach(), {n: p.grad for n, p in named if p.grad is not None}))
    (plain, expected), (filled, gradients) = found
    torch.testing.assert_close(filled, plain, atol=2e-6, rtol=0)
    assert gradients.keys() == expected.keys()
    for name, gradient in gradients.items():
        torch.testing.assert_close(gradient, expected[name], atol=5e-5, rtol=1e-4, msg=name)


def test_a_batch_has_one_of_few_shapes(tiny, sentences):
    encoder, shapes = tiny(), set()
    for texts in range(30, 40):
        inputs = graphs.filled(encoder.tokenize((sentences * 40)[:texts]))
        assert len(inputs[0]) % graphs.TOKENS == 0
        assert inputs[3].shape[-1] % graphs.WIDTH == 0
        assert inputs[5].sum() == len(inputs[0])
        shapes.add(tuple(inputs[0].shape))
    assert len(shapes) <= 2


def test_passes_are_recorded_on_a_gpu_alone(tiny):
    assert not graphs.recordable(tiny())


def test_a_long_text_among_many_is_not_padded_for(tiny, sentences, monkeypatch):
    """One attention call over all would take the memory of many long texts."""
    encoder = tiny()
    read, tokens = graphs.Graphs(encoder), encoder.tokenize(sentences)
    torch.testing.assert_close(read(tokens), encoder(tokens), atol=2e-6, rtol=0)
    assert read.met.total() == 1
    monkeypatch.setattr(graphs, "PLACES", len(tokens) * tokens.lengths.max() - 1)
    assert torch.equal(read(tokens), encoder(tokens))
    assert read.met.total() == 1
