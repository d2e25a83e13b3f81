"""Folders that are no encoder, or not the one they seem: one line each, never other vectors."""

import json
import os
import shutil
import struct

import pytest
import torch
from safetensors.torch import load_file, save_file

from stsutils.encoders import load_encoder, load_interaction, save
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


def write(name, content):
    """A way to break a folder: one file with other text or bytes, or JSON of what is neither."""

    def change(folder):
        (folder / name).parent.mkdir(exist_ok=True)
        if not isinstance(content, (str, bytes)):
            return (folder / name).write_text(json.dumps(content))
        return (folder / name).write_bytes(
            content.encode() if isinstance(content, str) else content
        )

    return change


def cut(name, share):
    """A way to break a folder: a file of which only the beginning is left."""

    def change(folder):
        data = (folder / name).read_bytes()
        (folder / name).write_bytes(data[: int(len(data) * share)])

    return change


def instead(name, make):
    """A way to break a folder: `make` puts something else in a file's place."""

    def change(folder):
        (folder / name).unlink(missing_ok=True)
        make(folder / name)

    return change


def header(text, length=None):
    """A way to break a folder: weights with another header, or another length of it."""
    data = text.encode()
    return write("model.safetensors", struct.pack("<Q", length or len(data)) + data + bytes(64))


def modules(*kinds, paths=None):
    """A way to break a folder: other modules, each in its usual place."""
    paths = {"Transformer": "", "Pooling": "1_Pooling", **(paths or {})}
    return write("modules.json", [{"type": f"x.{k}", "path": paths.get(k, k)} for k in kinds])


def layers(*values):
    """A way to break a folder: a weighted mean of the layers."""

    def change(folder):
        modules("Transformer", "WeightedLayerPooling", "Pooling")(folder)
        write("WeightedLayerPooling/config.json", {"layer_start": 1})(folder)
        save_file(
            {"layer_weights": torch.tensor(values)},
            folder / "WeightedLayerPooling" / "model.safetensors",
        )

    return change


def filled(name, value):
    """Weights with one number that is `value`."""

    def make(found):
        found[name].view(-1)[3] = value
        return found

    return weights(make)


def keeps_capitals(folder):
    """The layout says small letters, the tokenizer does not make them."""
    content = json.loads((folder / "tokenizer.json").read_text())
    content["normalizer"]["lowercase"] = False
    (folder / "tokenizer.json").write_text(json.dumps(content))
    edit("tokenizer_config.json", do_lower_case=False)(folder)
    edit("sentence_bert_config.json", do_lower_case=True)(folder)


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


DEEP = "[" * 100_000
WRONG |= {
    "settings: empty": (write("config.json", ""), "can't be read as JSON"),
    "settings: torn": (cut("config.json", 0.5), "can't be read as JSON"),
    "settings: deep": (write("config.json", DEEP), "can't be read as JSON"),
    "settings: deep within": (
        write("config.json", '{"model_type": "bert", "a": ' + "[" * 900 + "]" * 900 + "}"),
        "weights don't make|no encoder",
    ),
    "settings: a list": (write("config.json", []), "must hold a JSON object"),
    "settings: null": (write("config.json", None), "must hold a JSON object"),
    "settings: no UTF-8": (write("config.json", b'{"model_type": "\xff"}'), "can't be read"),
    "settings: 5,000 digits": (
        write("config.json", '{"a": 1' + "0" * 5000 + "}"),
        "can't be read as JSON",
    ),
    "settings: nothing said": (write("config.json", {}), "no encoder"),
    "settings: a type that is a list": (edit("config.json", model_type=["bert"]), "no encoder"),
    "settings: 10**7 layers": (edit("config.json", num_hidden_layers=10**7), "num_hidden_layers"),
    "settings: 10**30 layers": (edit("config.json", num_hidden_layers=10**30), "num_hidden_la"),
    "settings: 10**9 labels": (edit("config.json", num_labels=10**9), "num_labels is 1e"),
    "settings: no layers": (edit("config.json", num_hidden_layers=0), "no such layer"),
    "settings: -1 layers": (edit("config.json", num_hidden_layers=-1), "no such layer"),
    "settings: layers in words": (edit("config.json", num_hidden_layers="two"), "no encoder"),
    "settings: layers nested": (edit("config.json", text_config={"n_layers": 10**8}), "n_layers"),
    "settings: a huge width": (edit("config.json", hidden_size=10**7), "no encoder"),
    "settings: a huge vocabulary": (edit("config.json", vocab_size=9 * 10**6), "another shape"),
    "settings: a huge position": (edit("config.json", max_position_embeddings=10**12), "beyond"),
    "settings: no heads": (edit("config.json", num_attention_heads=0), "ZeroDivision"),
    "settings: three heads": (edit("config.json", num_attention_heads=3), "no encoder"),
    "settings: a width of 1.5": (edit("config.json", hidden_size=1.5), "no encoder"),
    "settings: no such activation": (edit("config.json", hidden_act="none"), "no encoder"),
    "settings: quantised": (
        edit("config.json", quantization_config={"quant_method": "bitsandbytes"}),
        "quantization_config",
    ),
    "settings: other weights": (
        edit("config.json", transformers_weights="../other.safetensors"),
        "transformers_weights",
    ),
    "settings: a folder": (instead("config.json", os.mkdir), r"config\.json"),
    "settings: a pipe": (instead("tokenizer_config.json", os.mkfifo), "no regular file"),
    "settings: a device": (
        instead("modules.json", lambda path: path.symlink_to("/dev/zero")),
        "no regular file",
    ),
    "settings: a link to nothing": (
        instead("tokenizer.json", lambda path: path.symlink_to("nowhere")),
        "no regular file",
    ),
    "weights: empty": (write("model.safetensors", ""), "no encoder"),
    "weights: torn": (cut("model.safetensors", 0.5), "no encoder"),
    "weights: header torn": (cut("model.safetensors", 0.01), "no encoder"),
    "weights: text": (write("model.safetensors", "weights" * 99), "no encoder"),
    "weights: a header of 7 GB": (header("{}", 7 * 10**9), "no encoder"),
    "weights: a header without tensors": (header("{}"), "no encoder"),
    "weights: a deep header": (header(DEEP), "no encoder"),
    "weights: a tensor beyond the file": (
        header('{"a": {"dtype": "F32", "shape": [1000000000000], "data_offsets": [0, 4]}}'),
        "no encoder",
    ),
    "weights: a folder": (instead("model.safetensors", os.mkdir), "no regular file"),
    "weights: a pipe": (instead("model.safetensors", os.mkfifo), "no regular file"),
    "weights: gone": (without("model.safetensors"), r"model\.safetensors is missing"),
    "weights: whole numbers": (
        weights(lambda w: w | {WEIGHT: w[WEIGHT].to(torch.int8)}),
        f"{WEIGHT} holds I8 numbers",
    ),
    "weights: an index that leads out": (
        lambda folder: (
            without("model.safetensors")(folder),
            write(
                "model.safetensors.index.json", {"weight_map": {WORDS: "../../model.safetensors"}}
            )(folder),
        ),
        "outside of the folder",
    ),
    "weights: an index of odd shape": (
        lambda folder: (
            without("model.safetensors")(folder),
            write("model.safetensors.index.json", {"weight_map": [1]})(folder),
        ),
        "no encoder",
    ),
    "tokenizer: empty": (write("tokenizer.json", ""), "no encoder"),
    "tokenizer: torn": (cut("tokenizer.json", 0.5), "no encoder"),
    "tokenizer: deep": (write("tokenizer.json", DEEP), "no encoder"),
    "tokenizer: a list": (write("tokenizer.json", []), "no encoder"),
    "tokenizer: pieces in words": (vocabulary(lambda v: dict.fromkeys(v, "one")), "no encoder"),
    "tokenizer: negative": (vocabulary(lambda v: dict.fromkeys(v, -1)), "no encoder"),
    "tokenizer: all one piece": (
        vocabulary(lambda v: dict.fromkeys(v, 3)),
        "no encoder|tokenizer|every sentence",
    ),
    "tokenizer: keeps capitals": (keeps_capitals, "do_lower_case is set"),
    "tokenizer: settings torn": (cut("tokenizer_config.json", 0.5), "can't be read as JSON"),
    "tokenizer: settings deep": (write("tokenizer_config.json", DEEP), "can't be read as JSON"),
    "tokenizer: settings a list": (write("tokenizer_config.json", []), "must hold a JSON object"),
    "modules: torn": (cut("modules.json", 0.5), "can't be read as JSON"),
    "modules: deep": (write("modules.json", DEEP), "can't be read as JSON"),
    "modules: an object": (write("modules.json", {}), "must hold a JSON list"),
    "modules: none": (write("modules.json", []), "no encoder has the modules of none"),
    "modules: numbers": (write("modules.json", [1, 2]), "no encoder"),
    "modules: a type that is a number": (write("modules.json", [{"type": 1}]), "no encoder"),
    "modules: no path": (write("modules.json", [{"type": "Transformer"}]), "no encoder"),
    "modules: no pooling": (modules("Transformer"), "no encoder has the modules Transformer"),
    "modules: pooled twice": (modules("Transformer", "Pooling", "Pooling"), "no encoder has"),
    "modules: other order": (modules("Pooling", "Transformer"), "no encoder has"),
    "modules: a path that leads out": (
        modules("Transformer", "Pooling", paths={"Pooling": "../saved/1_Pooling"}),
        "outside of the folder",
    ),
    "modules: a path from the root": (
        modules("Transformer", "Pooling", paths={"Pooling": "/etc"}),
        "outside of the folder",
    ),
    "modules: the transformer elsewhere": (
        modules("Transformer", "Pooling", paths={"Transformer": "0_Transformer"}),
        "no encoder",
    ),
    "pooling: gone": (without("1_Pooling/config.json"), "is missing"),
    "pooling: torn": (cut("1_Pooling/config.json", 0.5), "can't be read as JSON"),
    "pooling: by a name we lack": (
        edit("1_Pooling/config.json", pooling_mode="median"),
        "Invalid pooling mode: 'median'",
    ),
    "pooling: layers 2:1": (layers(2.0, 1.0), "not the mean of the first and the last layer"),
    "pooling: layers of nothing": (layers(), "no encoder"),
    "pooling: layers, then not the mean": (
        lambda folder: (
            layers(1.0, 1.0)(folder),
            write("1_Pooling/config.json", {"pooling_mode": "cls"})(folder),
        ),
        "not the mean of the first and the last layer",
    ),
    "cut: a list": (write("sentence_bert_config.json", []), "must hold a JSON object"),
    "cut: zero": (edit("sentence_bert_config.json", max_seq_length=0), "max_seq_length is a"),
    "cut: negative": (edit("sentence_bert_config.json", max_seq_length=-5), "max_seq_length is a"),
    "cut: in words": (edit("sentence_bert_config.json", max_seq_length="all"), "max_seq_length"),
    "cut: true": (edit("sentence_bert_config.json", max_seq_length=True), "max_seq_length is a"),
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


def test_the_name_of_a_class_of_someones_training_code_is_fine(tiny, tmp_path, sentences):
    """SimCSE's code writes BertForCL; the weights are BERT's."""
    folder = save(tiny(), tmp_path / "saved")
    edit("config.json", architectures=["BertForCL"])(folder)
    assert (load_encoder(str(folder)).encode(sentences) == tiny().encode(sentences)).all()


def test_a_folder_of_links_is_read(tiny, tmp_path, sentences):
    """The hub's cache is one."""
    folder = save(tiny(), tmp_path / "blobs")
    for file in [path for path in folder.rglob("*") if path.is_file()]:
        link = tmp_path / "snapshot" / file.relative_to(folder)
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(file)
    found = load_encoder(str(tmp_path / "snapshot"))
    assert (found.encode(sentences) == tiny().encode(sentences)).all()


def test_half_precision_weights_are_read(tiny, tmp_path, sentences):
    folder = save(tiny(), tmp_path / "saved")
    weights(lambda w: {n: v.half() for n, v in w.items()})(folder)
    found = load_encoder(str(folder)).encode(sentences)
    assert abs(found - tiny().encode(sentences)).max() < 0.01


def test_loading_takes_no_random_number(tiny, tmp_path):
    folder = save(tiny(), tmp_path / "saved")
    before = torch.get_rng_state()
    load_encoder(str(folder))
    assert torch.equal(torch.get_rng_state(), before)


@pytest.mark.parametrize("name", ["a" * 300, "a/" * 3000, "a\0b"])
def test_a_name_that_no_folder_has_is_one_line(name):
    with pytest.raises(UserError, match="no such folder") as error:
        load_encoder(name)
    assert "\n" not in str(error.value)


def test_the_mini_encoder_passes_without_its_training_notes(tmp_path):
    from stsutils.encoders.loading import MINI

    folder = tmp_path / "mini"
    shutil.copytree(MINI, folder)
    (folder / "pretraining.json").unlink()
    assert load_encoder(str(folder)).sha() == load_encoder("mini").sha()
