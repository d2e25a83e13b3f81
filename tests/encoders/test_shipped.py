"""The encoders that come with the package: small, raw, whole, and told by their cards."""

import json

import pytest
import torch

from stsutils.encoders import load_encoder
from stsutils.encoders.loading import SHIPPED

every = pytest.mark.parametrize("name", sorted(set(SHIPPED) - {"mini"}))


@every
def test_it_is_small_and_its_card_says_what_it_read(name):
    folder = SHIPPED[name]
    assert (folder / "model.safetensors").stat().st_size <= 14_000_000
    history = json.loads((folder / "pretraining.json").read_text("utf-8"))
    card = (folder / "README.md").read_text("utf-8")
    assert f"{history['seen']:,}" in card
    assert "no similarity" in card.replace("\n", " ")


@every
def test_it_reads_english_and_chinese(name):
    encoder = load_encoder(name)
    vectors = encoder.encode(
        ["A dog runs.", "A dog is running.", "一只狗在跑。", "The bank failed."]
    )
    assert vectors.shape == (4, 256)
    near, far = torch.cosine_similarity(
        torch.from_numpy(vectors[[0, 0]]), torch.from_numpy(vectors[[1, 3]])
    )
    assert near > far
