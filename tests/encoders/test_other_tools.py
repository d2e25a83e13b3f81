"""Folders of other tools: the vectors of their maker, or one line that says why not."""

import copy
import json
import shutil

import numpy as np
import pandas as pd
import pytest
import torch
from safetensors.torch import load_file, save_file

from stsutils.encoders import BiEncoder, borrowed, load_encoder, save
from stsutils.encoders.borrowed import Borrowed
from stsutils.losses import cosent, on_cosines
from stsutils.training import fit

SENTENCES = ["a cat sat on the mat .", "two dogs run .", "the woman reads ."]


@pytest.fixture(scope="module")
def plain(encoder, tmp_path_factory):
    """A BERT folder as Hugging Face writes it, with 32 positions."""
    folder, tiny = tmp_path_factory.mktemp("plain"), load_encoder(encoder)
    tiny.transformer.save_pretrained(folder)
    tiny.tokenizer.save_pretrained(folder)
    return folder


def modules(plain, *more, **pooling):
    from sentence_transformers.sentence_transformer import modules

    return [modules.Transformer(str(plain)), modules.Pooling(16, **pooling), *more]


def made(plain, kind):
    """A ``SentenceTransformer`` of some kind."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.base.modules import Dense
    from sentence_transformers.sentence_transformer import modules as theirs

    prompt = {"prompts": {"query": "the woman : "}, "default_prompt_name": "query"}
    how, parts = {}, None
    if kind in ("cls", "max", "mean_sqrt_len_tokens", "lasttoken", "weightedmean", "mean"):
        parts = modules(plain, pooling_mode=kind)
    elif kind == "mean and cls":
        parts = modules(plain, pooling_mode=("mean", "cls"))
    elif kind == "dense":
        torch.manual_seed(1)
        parts = modules(plain, Dense(16, 8), theirs.Normalize())
    elif kind == "static":
        parts = [theirs.StaticEmbedding(modules(plain)[0].tokenizer, embedding_dim=12)]
    elif kind == "prompt left out":
        how, parts = prompt, modules(plain, include_prompt=False)
    else:
        how = {"truncate_dim": {"truncate_dim": 7}, "prompt": prompt}[kind]
    return SentenceTransformer(modules=parts or modules(plain), device="cpu", **how)


@pytest.fixture
def folder(plain, tmp_path):
    """A function that saves such a model; the folder."""

    def save_of(kind):
        made(plain, kind).save(str(tmp_path / "theirs"), create_model_card=False)
        return tmp_path / "theirs"

    return save_of


@pytest.fixture
def alone(monkeypatch):
    """Their library is not installed."""
    return lambda: monkeypatch.setattr(borrowed.importlib.util, "find_spec", lambda name: None)


OURS = ("mean", "cls", "max", "prompt")
THEIRS = ("mean_sqrt_len_tokens", "lasttoken", "weightedmean", "mean and cls", "dense", "static")
THEIRS += ("truncate_dim", "prompt left out")


@pytest.mark.parametrize("kind", OURS + THEIRS)
def test_a_folder_of_theirs_gives_their_vectors(plain, tmp_path, kind):
    model = made(plain, kind)
    model.save(str(tmp_path / "theirs"), create_model_card=False)
    encoder = load_encoder(str(tmp_path / "theirs"))
    assert type(encoder) is (BiEncoder if kind in OURS else Borrowed)
    expected = model.encode(SENTENCES)
    found = encoder.encode(SENTENCES)
    assert encoder.dimension == found.shape[1] == expected.shape[1]
    np.testing.assert_allclose(found, expected, atol=1e-6)
    tokens = encoder.prepare([SENTENCES])[0]
    with torch.no_grad():
        np.testing.assert_allclose(encoder.eval()(tokens), expected, atol=1e-6)
    save(encoder, tmp_path / "ours")
    again = load_encoder(str(tmp_path / "ours"))
    np.testing.assert_allclose(again.encode(SENTENCES), expected, atol=1e-6)
    assert again.sha() == encoder.sha()


@pytest.mark.parametrize("kind", ["dense", "truncate_dim", "prompt"])
def test_such_a_folder_is_trained_and_saved(folder, tmp_path, kind, pairs):
    encoder = load_encoder(str(folder(kind)))
    before, other = encoder.encode(SENTENCES), copy.deepcopy(encoder)
    history = fit(encoder, pairs, on_cosines(cosent), epochs=2, lr=1e-3, chunk=40, progress=None)
    np.testing.assert_array_equal(other.encode(SENTENCES), before, "a copy has its own weights")
    assert np.isfinite(history["loss"]).all()
    after = encoder.encode(SENTENCES)
    assert np.abs(after - before).max() > 1e-4
    back = load_encoder(str(save(encoder, tmp_path / "ours")))
    np.testing.assert_allclose(back.encode(SENTENCES), after, atol=1e-6)


@pytest.mark.parametrize("kind", ["dense", "truncate_dim", "lasttoken", "mean and cls"])
def test_without_their_library_it_is_one_line(refused, folder, kind, alone):
    path = str(folder(kind))
    alone()
    refused(r"stsutils .*With sentence-transformers 6 installed", load_encoder, path)


def edit(path, **new):
    path.write_text(json.dumps(json.loads(path.read_text()) | new))


def edit_modules(folder, number, **new):
    listing = json.loads((folder / "modules.json").read_text())
    listing[number] |= new
    (folder / "modules.json").write_text(json.dumps(listing))


def lose_a_weight(folder):
    weights = load_file(folder / "model.safetensors")
    weights.pop("encoder.layer.1.attention.output.dense.weight")
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})


def pickled(folder):
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")


LACKS = "which stsutils lacks"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda f: edit_modules(f, 2, type="evil.Dense"), LACKS),
        (lambda f: edit(f / "2_Dense" / "config.json", activation_function="os.system"), LACKS),
        (lambda f: pickled(f / "2_Dense"), "no weights as safetensors"),
        (lose_a_weight, "is not in the file"),
    ],
)
def test_what_would_run_code_or_be_random_is_refused_there_too(refused, folder, change, words):
    path = folder("dense")
    refused("--pooling cannot be chosen", load_encoder, str(path), pooling="cls")
    refused("max_length 0: one piece", load_encoder, str(path), max_length=0)
    change(path)
    refused(words, load_encoder, str(path))


def test_a_transformer_in_a_folder_of_its_own(saved):
    expected = load_encoder(str(saved)).encode(SENTENCES)
    inner = saved / "0_Transformer"
    inner.mkdir()
    for path in list(saved.iterdir()):
        if path.is_file() and path.name not in ("modules.json", "README.md"):
            path.rename(inner / path.name)
    edit_modules(saved, 0, path="0_Transformer")
    np.testing.assert_allclose(load_encoder(str(saved)).encode(SENTENCES), expected, atol=1e-6)


@pytest.mark.parametrize(("stated", "length"), [(20, 20), (512, 32), (int(1e30), 32), (None, 32)])
def test_a_plain_folder_is_read_to_its_full_length(plain, tmp_path, stated, length):
    folder = shutil.copytree(plain, tmp_path / "plain")
    edit(folder / "tokenizer_config.json", model_max_length=stated)
    assert load_encoder(str(folder)).max_length == length
    assert load_encoder(str(folder), max_length=9).max_length == 9


@pytest.mark.parametrize("kind", ["mpnet", "roberta", "bert"])
def test_the_longest_text_fits_the_positions(tiny_parts, tmp_path, kind):
    import transformers

    sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
    sizes |= {"intermediate_size": 32, "vocab_size": len(tiny_parts), "max_position_embeddings": 40}
    config = transformers.AutoConfig.for_model(kind, **sizes, pad_token_id=tiny_parts.pad_token_id)
    transformers.AutoModel.from_config(config).save_pretrained(tmp_path)
    tiny_parts.save_pretrained(tmp_path)
    encoder = load_encoder(str(tmp_path), max_length=600)
    assert 30 < encoder.max_length <= 40
    assert np.isfinite(encoder.encode(["a cat sat on the mat . " * 40])).all()


def test_a_prompt_stands_before_each_sentence(plain, tmp_path):
    from sentence_transformers import SentenceTransformer

    encoder = load_encoder(str(plain))
    asked = load_encoder(str(plain), prompt="the woman : ")
    words = [f"the woman : {sentence}" for sentence in SENTENCES]
    np.testing.assert_array_equal(asked.encode(SENTENCES), encoder.encode(words))
    assert asked.sha() != encoder.sha() == load_encoder(str(plain), prompt="").sha()
    folder = str(save(asked, tmp_path / "saved"))
    theirs = SentenceTransformer(folder, device="cpu").encode(SENTENCES)
    np.testing.assert_allclose(load_encoder(folder).encode(SENTENCES), theirs, atol=1e-6)
    assert load_encoder(folder, prompt="").sha() == encoder.sha()


def test_what_is_no_encoder_s_folder_says_what_it_is(refused, plain, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lora").mkdir()
    facts = {"base_model_name_or_path": "acme/bert", "peft_type": "LORA"}
    (tmp_path / "lora" / "adapter_config.json").write_text(json.dumps(facts))
    refused(r"is an adapter \(LoRA\) of 'acme/bert', no model: merge", load_encoder, "lora")
    pickled(shutil.copytree(plain, tmp_path / "pickled"))
    refused(r"weights are pickled .*model\.safetensors once", load_encoder, "pickled")
    onnx = shutil.copytree(plain, tmp_path / "onnx")
    (onnx / "model.safetensors").rename(onnx / "model.onnx")
    refused("onnxruntime alone; take one with model.safetensors", load_encoder, "onnx")
    for name in ("mini", "minilm", "mini-3"):
        (tmp_path / name).mkdir()  # any folder: its weights may lie one below
        refused(rf"write \./{name} for the folder", load_encoder, name)
        shutil.copytree(plain, tmp_path / name, dirs_exist_ok=True)
        refused(rf"write \./{name} for the folder", load_encoder, name)
        assert load_encoder(f"./{name}").dimension == 16


def test_t5_is_read_by_their_library(refused, tiny_parts, tmp_path, alone):
    from sentence_transformers import SentenceTransformer
    from transformers import T5Config, T5EncoderModel

    size = {"d_model": 16, "d_kv": 8, "d_ff": 32, "num_layers": 1, "num_heads": 2}
    T5EncoderModel(T5Config(vocab_size=len(tiny_parts), **size)).save_pretrained(tmp_path)
    tiny_parts.save_pretrained(tmp_path)
    expected = SentenceTransformer(str(tmp_path), device="cpu").encode(SENTENCES)
    np.testing.assert_allclose(load_encoder(str(tmp_path)).encode(SENTENCES), expected, atol=1e-6)
    alone()
    refused("is a t5 model, an encoder with a decoder", load_encoder, str(tmp_path))


def test_qwen_with_the_last_token_is_read_by_their_library(tiny_parts, tmp_path):
    from sentence_transformers import SentenceTransformer
    from transformers import Qwen3Config, Qwen3Model

    size = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2, "head_dim": 8}
    size |= {"num_attention_heads": 2, "num_key_value_heads": 1, "max_position_embeddings": 32}
    size |= {"vocab_size": len(tiny_parts), "pad_token_id": tiny_parts.pad_token_id}
    Qwen3Model(Qwen3Config(**size)).save_pretrained(tmp_path / "plain")
    tiny_parts.save_pretrained(tmp_path / "plain")
    parts = modules(tmp_path / "plain", pooling_mode="lasttoken")
    model = SentenceTransformer(modules=parts, device="cpu")
    model.save(str(tmp_path / "theirs"), create_model_card=False)
    found = load_encoder(str(tmp_path / "theirs")).encode(SENTENCES)
    np.testing.assert_allclose(found, model.encode(SENTENCES), atol=1e-6)


def test_commands_take_length_and_prompt(call, plain, tmp_path):
    file, out = tmp_path / "p.csv", tmp_path / "s.csv"
    rows = {"sentence1": SENTENCES, "sentence2": SENTENCES[::-1], "score": [1, 2, 3]}
    pd.DataFrame(rows).to_csv(file, index=False)
    found = []
    for more in ([], ["--max-length", "4"], ["--prompt", "the woman : "]):
        call("score", file, "--encoder", plain, "--out", out, "--replace", *more)
        found.append(pd.read_csv(out)["cosine"].tolist())
    assert found[0] != found[1] != found[2] != found[0]
    assert found[1][0] == found[1][2]
