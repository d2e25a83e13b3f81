"""The encoder that comes with the package: small, raw, whole, and told by its card."""

import json

import torch

from stsutils.encoders import load_encoder
from stsutils.encoders.loading import MINI


def test_it_is_small_and_its_card_says_what_it_read():
    assert sum(file.stat().st_size for file in MINI.iterdir()) <= 14_000_000
    history = json.loads((MINI / "pretraining.json").read_text("utf-8"))
    card = (MINI / "README.md").read_text("utf-8")
    assert f"{history['seen']:,}" in card
    assert "no similarity" in card.replace("\n", " ")


def test_it_reads_english_and_chinese():
    encoder = load_encoder("mini-3")
    assert (encoder.dimension, encoder.max_length) == (256, 128)
    texts = ["A dog runs.", "A dog is running.", "一只狗在跑。", "The bank failed."]
    vectors = torch.from_numpy(encoder.encode(texts))
    assert vectors.shape == (4, 256)
    assert vectors.isfinite().all()
    near, far = torch.cosine_similarity(vectors[[0, 0]], vectors[[1, 3]])
    assert near > far
