"""Fixtures that several rooms share."""

import pandas as pd
import pytest

SENTENCES = [
    "a cat sat on the mat .",
    "the cat sleeps on a warm mat in the sun today .",
    "two dogs run .",
    "a man plays the guitar on the street while people listen to the old song .",
    "the woman reads .",
    "一只 猫 在 睡觉",
]


@pytest.fixture
def sentences():
    """Five English sentences of different lengths and a Chinese one."""
    return list(SENTENCES)


@pytest.fixture(scope="session")
def tiny_parts():
    """A tokenizer and the settings of a two-layer BERT, small enough for any test."""
    from stsutils.methods.wordpieces import train_tokenizer

    return train_tokenizer(SENTENCES * 3, 120, 32)


@pytest.fixture
def tiny(tiny_parts):
    """A function that makes a fresh tiny encoder, always with the same weights."""
    import torch

    from stsutils.encoders import BiEncoder
    from stsutils.methods.pretrain import build

    def make(pooling="mean", dropout=0.1, **kwargs):
        with torch.random.fork_rng():
            torch.manual_seed(5)
            bert = build(len(tiny_parts), 2, 16, 2, 32, dropout).bert
        encoder = BiEncoder(bert, tiny_parts, pooling=pooling, max_length=32, **kwargs)
        return encoder.eval()

    return make


@pytest.fixture
def tiny_encoders(tiny, monkeypatch):
    """Whatever encoder a recipe asks for, it gets the tiny one; so does a model of pairs."""
    from stsutils.encoders import Interaction
    from stsutils.recipes import models

    def pair_model(name, max_length, seed):
        encoder = tiny()
        return Interaction(encoder.transformer, encoder.tokenizer, 32, seed).eval()

    def encoder(name, pooling, max_length):
        return tiny(pooling or "mean")

    monkeypatch.setattr(models, "load_encoder", encoder)
    monkeypatch.setattr(models, "load_interaction", pair_model)


@pytest.fixture
def pairs():
    """Twelve scored pairs of the tiny encoder's words."""
    first = (SENTENCES[:4] * 3)[:12]
    second = SENTENCES[1:5] + SENTENCES[2:6] + SENTENCES[:4]
    scores = [float(i % 6) for i in range(12)]
    return pd.DataFrame({"sentence1": first, "sentence2": second, "score": scores})
