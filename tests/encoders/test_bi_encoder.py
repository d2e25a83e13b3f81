from unittest.mock import Mock

import numpy as np
import pytest
import torch

from stsutils.encoders import POOLINGS, packed, padded
from stsutils.encoders.words import WordMean


def plain_vectors(encoder, sentences):
    """One padded pass over everything, by Hugging Face's own tokenizer call."""
    batch = encoder.tokenizer(sentences, padding=True, truncation=True, return_tensors="pt")
    with torch.no_grad():
        hidden = encoder.transformer(**batch).last_hidden_state
    weights = batch["attention_mask"].unsqueeze(-1)
    return ((hidden * weights).sum(1) / weights.sum(1)).numpy()


def test_micro_forwards_equal_one_padded_pass(tiny, monkeypatch, sentences):
    encoder = tiny()
    monkeypatch.setattr(packed, "fits", lambda transformer: False)
    monkeypatch.setitem(padded.PASS_COST, "cpu", 0)  # as many groups as there are lengths
    widths = []
    read = padded.vectors
    monkeypatch.setattr(padded, "vectors", lambda *a: widths.append(len(a[1])) or read(*a))
    found = encoder.encode(sentences)
    assert len(widths) > 2
    np.testing.assert_allclose(found, plain_vectors(encoder, sentences), atol=1e-6)


def test_encode_keeps_order_and_encodes_each_sentence_once(tiny, sentences):
    encoder = tiny()
    encoder.tokenize = Mock(wraps=encoder.tokenize)
    twice = encoder.encode([sentences[2], sentences[0], sentences[2]])
    encoder.tokenize.assert_called_once_with([sentences[2], sentences[0]])
    np.testing.assert_array_equal(twice[0], twice[2])
    assert np.abs(twice[0] - twice[1]).max() > 1e-3


def test_encode_reads_each_piece_in_one_pass(tiny, sentences, monkeypatch):
    monkeypatch.setitem(packed.TOKEN_BUDGET, "cpu", 20)
    encoder, read, sizes = tiny(), packed.vectors, []
    monkeypatch.setattr(packed, "vectors", lambda *a: sizes.append(len(a[1])) or read(*a))
    encoder.encode(sentences)
    pieces = packed.pieces(encoder.tokenize(sentences).lengths, 20)
    assert sizes == [len(piece) for piece in pieces]
    assert len(sizes) > 2


def test_encode_is_without_dropout_and_leaves_the_mode_alone(tiny, sentences):
    encoder = tiny(dropout=0.5).train()
    tokens = encoder.tokenize(sentences)
    assert not torch.equal(encoder(tokens), encoder(tokens))  # the canary: dropout is on here
    np.testing.assert_array_equal(encoder.encode(sentences), encoder.encode(sentences))
    assert encoder.training


def test_one_text_in_place_of_a_list_is_not_read_letter_by_letter(refused, tiny):
    encoder = tiny()
    for reader in (encoder, WordMean(encoder)):
        refused(r"give a list of texts, as \['A cat", reader.encode, "A cat sleeps.")
        assert reader.encode([]).shape == (0, 16) == (0, encoder.dimension)


def test_normalize_gives_unit_vectors_with_the_same_cosines(tiny, sentences):
    raw, unit = tiny().encode(sentences), tiny(normalize=True).encode(sentences)
    np.testing.assert_allclose(np.linalg.norm(unit, axis=1), 1, atol=1e-6)
    np.testing.assert_allclose(raw / np.linalg.norm(raw, axis=1, keepdims=True), unit, atol=1e-6)


def test_the_sha_sees_weights_and_settings(tiny):
    first = tiny().sha()
    assert tiny().sha() == first
    assert tiny("cls").sha() != first
    changed = tiny()
    with torch.no_grad():
        next(changed.parameters())[0, 0] += 1e-3
    assert changed.sha() != first


@pytest.mark.parametrize("pooling", POOLINGS)
def test_bfloat16_vectors_are_near_and_leave_the_encoder_as_it_was(tiny, sentences, pooling):
    encoder = tiny(pooling).train()
    before = encoder.sha()
    exact = encoder.encode(sentences)
    rough = encoder.encode(sentences, precision="bfloat16")
    assert rough.dtype == np.float32
    cosines = (exact * rough).sum(1) / np.linalg.norm(exact, axis=1) / np.linalg.norm(rough, axis=1)
    assert cosines.min() > 0.999
    assert np.abs(exact - rough).max() > 1e-5  # the canary: it did compute otherwise
    assert encoder.sha() == before
    assert encoder.training


def test_a_padded_encoder_reads_in_bfloat16_too(refused, tiny, sentences, monkeypatch):
    monkeypatch.setattr(packed, "fits", lambda transformer: False)
    exact, rough = (tiny().encode(sentences, precision=p) for p in ("float32", "bfloat16"))
    assert np.abs(exact - rough).max() < 0.05
    refused("float16", tiny().encode, ["a cat"], precision="float16")
    assert max(map(len, tiny().tokenize(["cat " * 100]))) == 32, "long sentences are cut"
