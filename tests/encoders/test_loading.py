import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from stsutils.encoders import load_encoder, loading, save
from stsutils.encoders.loading import MINI


@pytest.mark.parametrize("pooling", ["mean", "cls", "max", "first_last", "mini"])
def test_a_saved_encoder_has_its_vectors_here_and_there(tiny, tmp_path, pooling, sentences):
    """There: in sentence-transformers."""
    from sentence_transformers import SentenceTransformer

    encoder = load_encoder("mini") if pooling == "mini" else tiny(pooling)
    folder, wanted = str(save(encoder, tmp_path / "saved")), encoder.encode(sentences)
    back, theirs = load_encoder(folder), SentenceTransformer(folder, device="cpu")
    assert (back.pooling, back.max_length) == (encoder.pooling, encoder.max_length)
    np.testing.assert_allclose(back.encode(sentences), wanted, atol=1e-6)
    np.testing.assert_allclose(theirs.encode(sentences), wanted, atol=2e-6)  # other sums


def test_what_cannot_be_saved_says_so(refused, tiny, tmp_path):
    refused("first_last_tokens", save, tiny("first_last_tokens"), tmp_path / "saved")
    (tmp_path / "file").write_text("")
    refused("is a file", save, tiny(), tmp_path / "file")
    (tmp_path / "config.json").write_text("{}")
    refused("holds another model's config.json; name another folder", save, tiny(), tmp_path)
    assert (tmp_path / "config.json").read_text() == "{}"


def test_the_mini_encoder_is_small_and_its_card_says_what_it_read():
    assert sum(file.stat().st_size for file in MINI.iterdir()) <= 14_000_000
    history = json.loads((MINI / "pretraining.json").read_text("utf-8"))
    card = (MINI / "README.md").read_text("utf-8")
    assert f"{history['seen']:,}" in card
    assert "no similarity" in card.replace("\n", " ")


def test_the_mini_encoder_reads_english_and_chinese():
    encoder = load_encoder("mini-3")
    assert (encoder.dimension, encoder.max_length) == (256, 128)
    texts = ["A dog runs.", "A dog is running.", "一只狗在跑。", "The bank failed."]
    vectors = torch.from_numpy(encoder.encode(texts))
    assert vectors.shape == (4, 256)
    assert vectors.isfinite().all()
    near, far = torch.cosine_similarity(vectors[[0, 0]], vectors[[1, 3]])
    assert near > far


def test_a_hub_encoder_comes_from_the_local_cache(tiny, hub_cache, sentences):
    save(tiny(), hub_cache.put("acme/tiny", {}, "models"))
    for name in ("acme/tiny", f"acme/tiny@{hub_cache.commit}"):
        found = load_encoder(name)
        np.testing.assert_allclose(found.encode(sentences), tiny().encode(sentences), atol=1e-6)


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("no/such-model", {}, r"no such folder.*--download"),
        ("nowhere", {}, r"no such folder.*--download"),
        ("/nowhere", {}, "'/nowhere': no such folder$"),
        ("not a name!", {}, r"no such folder.*--download"),
        ("a" * 300, {}, "no such folder"),
        ("a/" * 3000, {}, "no such folder"),
        ("a\0b", {}, "no such folder"),
        (Path("nowhere"), {}, "encoder 'nowhere': no such folder"),
        (None, {}, "an encoder is a folder or a name such as 'mini'; got None"),
        *[
            ("mini", {"max_length": n}, "a text needs more than its 2 special pieces")
            for n in (0, -1, 2)
        ],
        ("mini", {"max_length": "12"}, "max_length is a whole number .* got '12' and None"),
        ("mini", {"prompt": 5}, "and prompt a text; got None and 5"),
        ("mini", {"pooling": "median"}, "no pooling"),
    ],
)
def test_what_cannot_be_loaded_is_one_clear_error(refused, name, options, words):
    refused(words, load_encoder, name, **options)


def test_another_model_is_not_taken_for_minilm(refused, tiny, tmp_path, monkeypatch):
    save(tiny(), tmp_path / "model")
    spec = SimpleNamespace(submodule_search_locations=[str(tmp_path)])
    monkeypatch.setattr(loading.importlib.util, "find_spec", lambda name: spec)
    refused("not the published all-MiniLM-L6-v2", load_encoder, "minilm")


def test_sentence_transformers_opens_what_we_save_without_a_warning(tiny, tmp_path, caplog, capfd):
    """And what it writes of that comes back here with its cut length."""
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging

    folder = save(tiny(normalize=True), tmp_path / "ours")
    logging.enable_propagation()
    try:
        model = SentenceTransformer(str(folder), device="cpu")
    finally:
        logging.disable_propagation()
    assert [record.getMessage() for record in caplog.records if record.levelname != "INFO"] == []
    assert "MISSING" not in capfd.readouterr().err
    assert (model.max_seq_length, model.similarity_fn_name) == (32, "cosine")
    model.save(str(tmp_path / "theirs"))
    back = load_encoder(str(tmp_path / "theirs"))
    assert (back.pooling, back.max_length, back.normalize) == ("mean", 32, True)


def test_a_card_is_written_once(tiny, tmp_path):
    card = save(tiny("cls"), tmp_path / "saved") / "README.md"
    text = card.read_text()
    assert text.startswith("---\nlibrary_name: sentence-transformers")
    assert "| pooling | cls |" in text
    assert "| longest input | 32 tokens" in text
    card.write_text("mine")
    save(tiny("cls"), tmp_path / "saved")
    assert card.read_text() == "mine"
