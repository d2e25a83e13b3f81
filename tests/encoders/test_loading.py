import json
import shutil

import numpy as np
import pytest

from stsutils.encoders import load_encoder, save
from stsutils.encoders.loading import MINI
from stsutils.errors import UserError


@pytest.mark.parametrize("pooling", ["mean", "cls", "max", "first_last"])
def test_a_saved_encoder_comes_back_with_its_vectors(tiny, tmp_path, pooling, sentences):
    encoder = tiny(pooling)
    save(encoder, tmp_path / "saved")
    back = load_encoder(str(tmp_path / "saved"))
    assert (back.pooling, back.max_length) == (pooling, 32)
    np.testing.assert_allclose(back.encode(sentences), encoder.encode(sentences), atol=1e-6)


def test_normalize_survives_saving(tiny, tmp_path):
    save(tiny(normalize=True), tmp_path / "saved")
    assert load_encoder(str(tmp_path / "saved")).normalize


def test_what_cannot_be_saved_says_so(tiny, tmp_path):
    with pytest.raises(UserError, match="first_last_tokens"):
        save(tiny("first_last_tokens"), tmp_path / "saved")
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="is a file"):
        save(tiny(), tmp_path / "file")


@pytest.mark.parametrize("length", [0, -1, 2])
def test_a_length_without_room_for_a_text_is_refused(length):
    with pytest.raises(UserError, match="a text needs more than its 2 special pieces"):
        load_encoder("mini", max_length=length)


def test_the_mini_encoder_loads_from_the_package():
    encoder = load_encoder("mini")
    assert encoder.dimension == 256
    assert encoder.max_length == 128
    assert sum(file.stat().st_size for file in MINI.iterdir()) <= 14_000_000
    assert np.isfinite(encoder.encode(["A man plays.", "一个男人在下棋。"])).all()


def test_a_hub_encoder_comes_from_the_local_cache(tiny, tmp_path, monkeypatch, sentences):
    """A hand-made cache in the hub's own layout stands for the hub."""
    from huggingface_hub import constants

    revision = "a" * 40
    model = tmp_path / "models--acme--tiny"
    save(tiny(), model / "snapshots" / revision)
    (model / "refs").mkdir()
    (model / "refs" / "main").write_text(revision)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    for name in ("acme/tiny", f"acme/tiny@{revision}"):
        found = load_encoder(name)
        np.testing.assert_allclose(found.encode(sentences), tiny().encode(sentences), atol=1e-6)


@pytest.mark.parametrize("name", ["no/such-model", "nowhere", "not a name!"])
def test_an_encoder_that_is_nowhere_is_one_clear_error(name):
    with pytest.raises(UserError, match=r"no such folder.*--download"):
        load_encoder(name)


def test_a_folder_that_is_no_encoder(tmp_path):
    with pytest.raises(UserError, match=r"config\.json"):
        load_encoder(str(tmp_path))
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(UserError, match="no encoder"):
        load_encoder(str(tmp_path))


def test_pickled_weights_are_not_read(tiny, tmp_path):
    import torch

    folder = save(tiny(), tmp_path / "saved")
    (folder / "model.safetensors").unlink()
    torch.save(tiny().transformer.state_dict(), folder / "pytorch_model.bin")
    with pytest.raises(UserError, match="safetensors"):
        load_encoder(str(folder))


def test_a_module_we_lack_is_refused(tiny, tmp_path):
    folder = save(tiny(), tmp_path / "saved")
    modules = json.loads((folder / "modules.json").read_text())
    modules.append({"idx": 2, "name": "2", "path": "2_Dense", "type": "x.Dense"})
    (folder / "modules.json").write_text(json.dumps(modules))
    with pytest.raises(UserError, match="Dense"):
        load_encoder(str(folder))


def test_another_model_is_not_taken_for_minilm(tiny, tmp_path, monkeypatch):
    import types

    from stsutils.encoders import loading

    save(tiny(), tmp_path / "model")
    spec = types.SimpleNamespace(submodule_search_locations=[str(tmp_path)])
    monkeypatch.setattr(loading.importlib.util, "find_spec", lambda name: spec)
    with pytest.raises(UserError, match="not the published all-MiniLM-L6-v2"):
        load_encoder("minilm")


def test_an_unknown_pooling_is_refused_before_anything_is_read():
    with pytest.raises(UserError, match="no pooling"):
        load_encoder("mini", pooling="median")


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


def test_sentence_transformers_opens_what_we_save(tiny, tmp_path, sentences):
    from sentence_transformers import SentenceTransformer

    for pooling in ("mean", "cls", "max", "first_last"):
        folder = tmp_path / pooling
        save(tiny(pooling), folder)
        theirs = SentenceTransformer(str(folder), device="cpu").encode(sentences)
        np.testing.assert_allclose(theirs, tiny(pooling).encode(sentences), atol=1e-6)
        shutil.rmtree(folder)
    mini = load_encoder("mini")
    save(mini, tmp_path / "mini")
    theirs = SentenceTransformer(str(tmp_path / "mini"), device="cpu").encode(sentences)
    np.testing.assert_allclose(theirs, mini.encode(sentences), atol=1e-6)
