"""A sentence read off the mask of a template."""

import numpy as np
import pandas as pd
import pytest
import torch

from stsutils.encoders import Prompted, save
from stsutils.encoders import prompted as module
from stsutils.losses import info_nce, on_embeddings
from stsutils.training import fit

#: Of the tiny tokenizer's words, so that the two differ.
TEMPLATES = ("the man reads {} on a [MASK] .", "the cat sleeps : {} on a [MASK] .")


@pytest.fixture
def make(tiny, monkeypatch):
    """A function that makes a prompted tiny encoder."""
    monkeypatch.setattr(module, "TEMPLATES", TEMPLATES)

    def made(max_length=96, **kwargs):
        encoder = tiny(**kwargs)
        positions = encoder.transformer.config.max_position_embeddings
        encoder.max_length = min(max_length, positions)
        return Prompted(encoder).eval()

    return made


def expected(encoder, sentence, template):
    """By the tokenizer and the model's own forward pass."""
    encoded = encoder.tokenizer(TEMPLATES[template].replace("{}", sentence), return_tensors="pt")
    states = encoder.transformer(**encoded).last_hidden_state[0]
    place = encoded["input_ids"][0].tolist().index(encoder.tokenizer.mask_token_id)
    return states[place].detach()


def test_the_vector_is_the_masks_state(make):
    encoder, sentences = make(), ["two dogs run .", "a cat .", "two dogs run ."]
    found = encoder.encode(sentences)
    for vector, sentence in zip(found, sentences, strict=True):
        np.testing.assert_allclose(vector, expected(encoder, sentence, 0), atol=1e-5)


def test_each_column_has_its_own_template_in_training(make):
    encoder, sentence = make(), "a cat sat on the mat ."
    columns = encoder.prepare([[sentence], [sentence]])
    with torch.no_grad():
        both = encoder(columns[0] + columns[1])
    for number in (0, 1):
        wanted = expected(encoder, sentence, number)
        np.testing.assert_allclose(both[number], wanted, atol=1e-5)
    assert not torch.allclose(both[0], both[1])


def test_a_long_sentence_is_cut_and_the_template_is_not(make):
    encoder = make()
    (text,) = encoder.tokenize(["cat " * 500])
    assert len(text) <= encoder.max_length
    assert text[-1 - encoder.back] == encoder.tokenizer.mask_token_id
    assert text[-1] == encoder.tokenizer.sep_token_id


def test_it_trains_by_contrast_of_its_two_templates(make, sentences):
    encoder = make()
    before = encoder.encode(sentences)
    loss, rows = on_embeddings(info_nce), pd.DataFrame({"sentence": sentences})
    twice = ("sentence", "sentence")
    history = fit(encoder, rows, loss, columns=twice, epochs=25, lr=3e-3, progress=False)
    assert history.loss.iloc[-1] < 0.8 * history.loss.iloc[0]
    assert not np.allclose(encoder.encode(sentences), before)


def test_it_is_not_saved_as_another_encoder(refused, make, tmp_path):
    refused("can't be saved", save, make(), tmp_path / "there")
    assert not (tmp_path / "there").exists()


def test_no_room_and_no_mask_are_refused(refused, make, tiny):
    refused("the template alone has", make, max_length=8)
    encoder = tiny()
    encoder.transformer.config.is_decoder = True
    refused("needs a BERT-like model", Prompted, encoder)
