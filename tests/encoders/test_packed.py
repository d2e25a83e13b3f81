"""Passes without padding equal those with it, and groups of a pass are the cheapest."""

import copy
import itertools

import numpy as np
import pytest
import torch
import transformers
from hypothesis import given
from hypothesis import strategies as st

from stsutils.encoders import POOLINGS, BiEncoder, packed, padded
from stsutils.encoders.padded import groups

SHAPE = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "vocab_size": 120}
SHAPE |= {"intermediate_size": 32, "max_position_embeddings": 40}


def another(name, tokenizer, **settings):
    """A tiny encoder of another architecture, without dropout's chance (eval mode)."""
    config = getattr(transformers, f"{name}Config")(**(SHAPE | settings))
    with torch.random.fork_rng():
        torch.manual_seed(3)
        model = getattr(transformers, f"{name}Model")(config)
    return BiEncoder(model.eval(), tokenizer, max_length=32)


def padding(encoder):
    """The same weights, always read with padding, all in one pass."""
    twin = copy.deepcopy(encoder)
    number = twin.tokenizer.pad_token_id
    twin._passes = lambda transformer, tokens: [
        (np.arange(len(tokens)), padded.vectors(transformer, tokens, twin.pooling, number))
    ]
    return twin


def vectors_and_gradients(encoder, tokens):
    """Vectors, and every parameter's gradient of a scalar of them, by name."""
    encoder.zero_grad()
    vectors = encoder(tokens)
    weights = torch.linspace(-1, 1, vectors.numel()).view_as(vectors)
    (vectors * weights).sum().backward()
    gradients = {n: p.grad for n, p in encoder.named_parameters() if p.grad is not None}
    return vectors.detach(), gradients


def assert_same(encoder, tokens):
    found, gradients = vectors_and_gradients(encoder, tokens)
    wanted, their_gradients = vectors_and_gradients(padding(encoder), tokens)
    torch.testing.assert_close(found, wanted, atol=2e-6, rtol=0)
    assert gradients.keys() == their_gradients.keys()
    for name, gradient in gradients.items():
        torch.testing.assert_close(gradient, their_gradients[name], atol=1e-5, rtol=1e-4, msg=name)


@pytest.mark.parametrize("call_cost", [0, 16, 10_000])
@pytest.mark.parametrize("pooling", POOLINGS)
def test_packed_equals_padded(tiny, monkeypatch, sentences, pooling, call_cost):
    monkeypatch.setitem(packed.CALL_COST, "cpu", call_cost)
    encoder = tiny(pooling)
    assert packed.fits(encoder.transformer)
    assert_same(encoder, encoder.tokenize(sentences))
    cut = ["cat " * 100, sentences[2], "dogs " * 100]
    for some in (sentences[:1], sentences[:1] * 3, cut):  # one, equal lengths
        assert_same(encoder, encoder.tokenize(some))


@pytest.mark.parametrize("budget", [1, 20, 10_000])
def test_passes_of_few_tokens_change_nothing(tiny, monkeypatch, sentences, budget):
    monkeypatch.setitem(packed.TOKEN_BUDGET, "cpu", budget)
    encoder = tiny()
    assert_same(encoder, encoder.tokenize(sentences))


def test_each_piece_is_within_the_budget_or_one_sentence_over():
    lengths = np.random.default_rng(0).integers(2, 90, 300)
    for budget in (1, 100, 1000, 10**6):
        found = packed.pieces(lengths, budget)
        assert sorted(np.concatenate(found)) == list(range(300))
        assert (np.diff(lengths[np.concatenate(found)]) >= 0).all()
        assert max(lengths[piece].sum() for piece in found) < budget + 90


@pytest.mark.parametrize("name", ["Roberta", "XLMRoberta"])
def test_roberta_numbers_its_positions_otherwise(tiny, sentences, name):
    encoder = another(name, tiny().tokenizer, pad_token_id=0)
    assert packed.fits(encoder.transformer)
    assert_same(encoder, encoder.tokenize(sentences))


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("DistilBert", {"dim": 16, "n_layers": 2, "n_heads": 2, "hidden_dim": 32}),
        ("Albert", {"embedding_size": 8}),
        ("Electra", {"embedding_size": 8}),
    ],
)
def test_other_architectures_are_padded(tiny, sentences, name, settings):
    encoder = another(name, tiny().tokenizer, **settings)
    assert not packed.fits(encoder.transformer)
    together = encoder.encode(sentences)
    for sentence, vector in zip(sentences, together, strict=True):
        np.testing.assert_allclose(encoder.encode([sentence])[0], vector, atol=1e-6)


def test_a_decoder_and_checkpointed_activations_are_left_to_the_model(tiny):
    encoder = tiny()
    encoder.transformer.encoder.layer[0].gradient_checkpointing = True
    assert not packed.fits(encoder.transformer)
    decoder = transformers.BertModel(transformers.BertConfig(**SHAPE, is_decoder=True))
    assert not packed.fits(decoder)


def test_dropout_keeps_its_share_and_its_mean():
    module = torch.nn.Dropout(0.1)
    torch.manual_seed(0)
    found = packed.dropout(torch.ones(1000, 1001), module)
    assert found.unique().tolist() == [0, pytest.approx(1 / 0.9, rel=1e-4)]
    assert (found == 0).double().mean().item() == pytest.approx(0.1, abs=2e-3)
    assert found.double().mean().item() == pytest.approx(1, abs=2e-3)
    # neighbours are independent: each of the four elements of one random word included
    dropped = (found == 0).double()
    assert (dropped[:, 1:] * dropped[:, :-1]).mean().item() == pytest.approx(0.01, abs=5e-4)
    assert torch.equal(packed.dropout(found, module.eval()), found)


def test_dropout_is_where_bert_has_it(tiny, sentences, monkeypatch):
    """Five places in two layers without attention's, and one a layer and group inside it."""
    encoder = tiny(dropout=0.5).train()
    tokens = encoder.tokenize(sentences)
    seen, drop = [], packed.dropout
    monkeypatch.setattr(packed, "dropout", lambda x, m: seen.append(x.ndim) or drop(x, m))
    monkeypatch.setitem(packed.CALL_COST, "cpu", 10_000)
    encoder(tokens)
    assert sorted(seen) == [2] * 5 + [4] * 2


def test_training_vectors_are_the_same_on_average(tiny, sentences):
    """Over many dropout masks, packed and padded passes have one mean and one spread."""
    encoder = tiny(dropout=0.2).train()
    twin = padding(encoder)
    tokens = encoder.tokenize(sentences)
    torch.manual_seed(0)
    with torch.no_grad():
        ours = torch.stack([encoder(tokens) for _ in range(400)])
        theirs = torch.stack([twin(tokens) for _ in range(400)])
    error = (ours.var(0) / 400 + theirs.var(0) / 400).sqrt()
    assert ((ours.mean(0) - theirs.mean(0)).abs() / error).mean() < 1.2
    assert (ours.std(0) / theirs.std(0)).mean().item() == pytest.approx(1, abs=0.05)


def test_autocast_gives_float32_vectors_near_the_exact_ones(tiny, sentences):
    encoder = tiny()
    tokens = encoder.tokenize(sentences)
    with torch.autocast("cpu", torch.bfloat16):
        rough, gradients = vectors_and_gradients(encoder, tokens)
    exact, _ = vectors_and_gradients(encoder, tokens)
    assert rough.dtype == torch.float32
    assert torch.cosine_similarity(rough, exact).min() > 0.999
    assert all(gradient.dtype == torch.float32 for gradient in gradients.values())
    with torch.autocast("cpu", torch.bfloat16):
        assert vectors_and_gradients(encoder.train(), tokens)[0].isfinite().all()


LENGTHS = st.lists(st.integers(1, 60), min_size=1, max_size=60).map(np.array)


def cost(pieces, lengths, pass_cost):
    return sum(pass_cost + len(piece) * lengths[piece].max() for piece in pieces)


@given(LENGTHS, st.integers(0, 200), st.integers(64, 512))
def test_every_sentence_is_in_one_group_within_the_budget(lengths, pass_cost, budget):
    pieces = groups(lengths, pass_cost, budget)
    assert sorted(np.concatenate(pieces).tolist()) == list(range(len(lengths)))
    for piece in pieces:
        assert len(piece) == 1 or len(piece) * lengths[piece].max() <= budget + lengths.max()


@given(st.lists(st.integers(1, 9), min_size=1, max_size=7).map(np.array), st.integers(0, 12))
def test_no_cut_of_the_sorted_lengths_is_cheaper(lengths, pass_cost):
    found = cost(groups(lengths, pass_cost, 10_000), lengths, pass_cost)
    ordered = np.sort(lengths)
    best = np.inf
    for cuts in itertools.product([False, True], repeat=len(ordered) - 1):
        pieces = np.split(np.arange(len(ordered)), [i + 1 for i, cut in enumerate(cuts) if cut])
        best = min(best, cost(pieces, ordered, pass_cost))
    assert found == best
    assert len(groups(lengths, 10_000, 10_000)) == 1, "a dear pass gives one group"
