"""Folders that are no encoder, or not the one they seem: one line each, never other vectors."""

import json
import shutil

import pytest
import torch
from safetensors.torch import load_file, save_file

from stsutils.encoders import load_encoder, load_interaction, save, save_interaction
from stsutils.encoders.interaction import HEAD, SETTINGS, Interaction
from stsutils.errors import UserError

WEIGHT = "encoder.layer.1.attention.output.dense.weight"
WORDS = "embeddings.word_embeddings.weight"


def edit(name, **new):
    """A way to break a folder: other values in one of its JSON files."""

    def change(folder):
        content = json.loads((folder / name).read_text())
        (folder / name).write_text(json.dumps(content | new))

    return change


def weights(make):
    """A way to break a folder: `make` turns its weights into others."""

    def change(folder):
        file = folder / "model.safetensors"
        save_file(make(load_file(file)), file, metadata={"format": "pt"})

    return change


def without(*names):
    """A way to break a folder: files that are gone."""

    def change(folder):
        for name in names:
            (folder / name).unlink()

    return change


def vocabulary(make):
    """A way to break a folder: `make` turns the tokenizer's pieces into others."""

    def change(folder):
        content = json.loads((folder / "tokenizer.json").read_text())
        content["model"]["vocab"] = make(content["model"]["vocab"])
        (folder / "tokenizer.json").write_text(json.dumps(content))

    return change


def filled(name, value):
    """Weights with one number that is `value`."""

    def make(found):
        found[name].view(-1)[3] = value
        return found

    return weights(make)


def no_unknown(folder):
    """Neither the vocabulary nor the settings have a token for unknown words."""
    vocabulary(lambda v: {p.replace("[UNK]", "[NO]"): i for p, i in v.items()})(folder)
    content = json.loads((folder / "tokenizer.json").read_text())
    content["added_tokens"] = [t for t in content["added_tokens"] if t["content"] != "[UNK]"]
    (folder / "tokenizer.json").write_text(json.dumps(content))
    edit("tokenizer_config.json", unk_token=None)(folder)


WRONG = {
    "a weight is missing": (
        weights(lambda w: {n: v for n, v in w.items() if n != WEIGHT}),
        f"{WEIGHT} is not in the file",
    ),
    "another naming": (
        weights(lambda w: {f"model.inner.{n}": v for n, v in w.items()}),
        r"embeddings\.LayerNorm\.bias and \d+ more are not in the file",
    ),
    "one layer less": (
        weights(lambda w: {n: v for n, v in w.items() if "layer.1." not in n}),
        r"encoder\.layer\.1\..* not in the file",
    ),
    "one layer more": (
        weights(lambda w: w | {n.replace("r.1.", "r.2."): v.clone() for n, v in w.items()}),
        "no such layer",
    ),
    "a layer not counted": (edit("config.json", num_hidden_layers=1), "no such layer"),
    "another shape": (
        weights(lambda w: w | {WEIGHT: w[WEIGHT][:, :8].contiguous()}),
        f"{WEIGHT} in the file: another shape",
    ),
    "another width": (edit("config.json", hidden_size=32), "another shape"),
    "not a number": (filled(WEIGHT, float("nan")), f"{WEIGHT} in the file: not all numbers"),
    "infinite": (filled(WORDS, float("inf")), f"{WORDS} in the file: not all numbers"),
    "all zero": (
        weights(lambda w: {n: torch.zeros_like(v) for n, v in w.items()}),
        "same for every sentence",
    ),
    "roberta": (edit("config.json", model_type="roberta"), "architectures says BertModel"),
    "distilbert": (
        edit("config.json", model_type="distilbert", architectures=["DistilBertModel"]),
        "don't make a distilbert model",
    ),
    "an image model": (edit("config.json", model_type="vit", architectures=["ViTModel"]), "vit"),
    "no such type": (edit("config.json", model_type="nothing"), "no encoder"),
    "no tokenizer": (without("tokenizer.json"), "no word is known"),
    "no tokenizer at all": (without("tokenizer.json", "tokenizer_config.json"), "no word is known"),
    "a larger tokenizer": (
        vocabulary(lambda v: v | {f"more{i}": len(v) + i for i in range(9)}),
        "another model's: its",
    ),
    "a smaller tokenizer": (
        vocabulary(lambda v: {piece: i for piece, i in v.items() if i < 30}),
        "another model's: its",
    ),
    "no unknown token": (
        vocabulary(lambda v: {p.replace("[UNK]", "[NO]"): i for p, i in v.items()}),
        "another model's: its",
    ),
    "no unknown token, known to the settings": (no_unknown, "UNK"),
    "every word unknown": (
        vocabulary(lambda v: {p if p[0] == "[" else f"A{p}": i for p, i in v.items()}),
        "none of its own words",
    ),
    "no padding token": (edit("tokenizer_config.json", pad_token=None), "no padding token"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_broken_folder_is_one_line(tiny, tmp_path, name):
    break_it, words = WRONG[name]
    folder = save(tiny(), tmp_path / "saved")
    break_it(folder)
    for load in (load_encoder, load_interaction):
        with pytest.raises(UserError, match=words) as error:
            load(str(folder))
        assert "\n" not in str(error.value)
        assert str(folder) in str(error.value)


def test_a_pooler_may_be_missing_or_extra(tiny, tmp_path, sentences):
    """BERT's own files hold a pooler and heads; vectors need neither."""
    folder = save(tiny(), tmp_path / "saved")
    more = {"pooler.dense.weight": torch.ones(16, 16), "cls.predictions.bias": torch.ones(9)}
    more["embeddings.position_ids"] = torch.arange(32)
    weights(lambda w: {f"bert.{n}": v for n, v in (w | more).items()})(folder)
    assert (load_encoder(str(folder)).encode(sentences) == tiny().encode(sentences)).all()


@pytest.fixture
def interaction(tiny, tmp_path):
    """The folder of a saved interaction model."""
    parts = tiny()
    model = Interaction(parts.transformer, parts.tokenizer, max_length=32)
    return save_interaction(model, tmp_path / "interaction")


@pytest.mark.parametrize("gone", [HEAD, SETTINGS])
def test_half_an_interaction_model_gets_no_random_head(interaction, gone):
    (interaction / gone).unlink()
    with pytest.raises(UserError, match="half an interaction model"):
        load_interaction(str(interaction))


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ({"weight": torch.ones(1, 16)}, "bias"),
        ({"weight": torch.ones(1, 8), "bias": torch.ones(1)}, "Error"),
        ({"weight": torch.full((1, 16), float("nan")), "bias": torch.ones(1)}, "finite"),
        (b"torn", "Safetensor"),
    ],
)
def test_a_broken_head_is_one_line(interaction, head, words):
    if isinstance(head, bytes):
        (interaction / HEAD).write_bytes(head)
    else:
        save_file(head, interaction / HEAD)
    with pytest.raises(UserError, match=words) as error:
        load_interaction(str(interaction))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("length", [0, -1, True, "64", 1e3, [8]])
def test_an_odd_cut_length_is_one_line(interaction, length):
    edit(SETTINGS, max_length=length)(interaction)
    with pytest.raises(UserError, match="max_length is a whole number"):
        load_interaction(str(interaction))


def test_the_mini_encoder_passes_without_its_training_notes(tmp_path):
    from stsutils.encoders.loading import MINI

    folder = tmp_path / "mini"
    shutil.copytree(MINI, folder)
    (folder / "pretraining.json").unlink()
    assert load_encoder(str(folder)).sha() == load_encoder("mini").sha()
