"""Folders that are no encoder, or not the one they seem: one line each, never other vectors."""

import json
import os
import shutil
import struct

import pytest
import torch
from safetensors.torch import load_file, save_file

from stsutils.encoders import load_encoder, load_interaction
from stsutils.encoders.loading import MINI

WEIGHT = "encoder.layer.1.attention.output.dense.weight"
WORDS = "embeddings.word_embeddings.weight"
OUTSIDE, UNREADABLE = "outside of the folder", "can't be read as JSON"
PIECES, ODD_FILE = "another model's: its", "no regular file"
GONE = "is not in the file"
NO_ENCODER, AN_OBJECT = "no encoder", "must hold a JSON object"

# Each of these functions gives a way to break a folder: a function of the folder.


def several(*ways):
    """Several ways together."""
    return lambda folder: [way(folder) for way in ways]


def rewritten(name, make):
    """`make` turns what one of its JSON files holds into something else."""

    def change(folder):
        content = json.loads((folder / name).read_text())
        (folder / name).write_text(json.dumps(make(content)))

    return change


def edit(name, **new):
    """Other values in one of its JSON files."""
    return rewritten(name, lambda content: content | new)


def settings(**new):
    """Other values in its settings."""
    return edit("config.json", **new)


def weights(make):
    """`make` turns its weights into others."""

    def change(folder):
        file = folder / "model.safetensors"
        save_file(make(load_file(file)), file, metadata={"format": "pt"})

    return change


def each_weight(make):
    """The same, of the names and values one by one; None leaves one out."""
    return weights(lambda w: dict(filter(None, (make(*item) for item in w.items()))))


def without(*names):
    """Files that are gone."""
    return lambda folder: [(folder / name).unlink() for name in names]


def pieces(make):
    """`make` turns the tokenizer's pieces into others."""

    def change(content):
        model = content["model"]
        return content | {"model": model | {"vocab": make(model["vocab"])}}

    return rewritten("tokenizer.json", change)


def each_piece(make):
    """The same, of each piece, whose number stays."""
    return pieces(lambda v: {make(piece): number for piece, number in v.items()})


def write(name, content):
    """One file with other text or bytes, or JSON of what is neither."""

    def change(folder):
        text = content if isinstance(content, (str, bytes)) else json.dumps(content)
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)

    return change


def cut(size):
    """Weights of which only the beginning is left."""
    return lambda folder: os.truncate(folder / "model.safetensors", size)


def instead(name, make):
    """`make` puts something else in a file's place."""

    def change(folder):
        (folder / name).unlink(missing_ok=True)
        make(folder / name)

    return change


def link(name, target):
    """A link in a file's place."""
    return instead(name, lambda path: path.symlink_to(target))


def header(text, length=None):
    """Weights with another header, or another length of it."""
    data = text.encode()
    return write("model.safetensors", struct.pack("<Q", length or len(data)) + data + bytes(64))


def index(content):
    """An index in place of the weights."""
    parts = {"weight_map": content}
    return several(without("model.safetensors"), write("model.safetensors.index.json", parts))


USUAL = "Transformer", "Pooling"


def modules(*kinds, **paths):
    """Other modules, each in its usual place, or in one that is named."""
    paths = {"Transformer": "", "Pooling": "1_Pooling", **paths}
    return write("modules.json", [{"type": f"x.{k}", "path": paths.get(k, k)} for k in kinds])


def layers(*values):
    """A weighted mean of the layers."""
    name, held = "WeightedLayerPooling", {"layer_weights": torch.tensor(values)}
    return several(
        modules("Transformer", name, "Pooling"),
        write(f"{name}/config.json", {"layer_start": 1}),
        lambda folder: save_file(held, folder / name / "model.safetensors"),
    )


def filled(name, value):
    """Weights with one number that is `value`."""

    def make(found):
        found[name].view(-1)[3] = value
        return found

    return weights(make)


#: The layout says small letters, the tokenizer does not make them.
KEEPS_CAPITALS = several(
    rewritten(
        "tokenizer.json", lambda t: t | {"normalizer": t["normalizer"] | {"lowercase": False}}
    ),
    edit("tokenizer_config.json", do_lower_case=False),
    edit("sentence_bert_config.json", do_lower_case=True),
)
RENAMED = each_piece(lambda piece: piece.replace("[UNK]", "[NO]"))
#: Neither the vocabulary nor the settings have a token for unknown words.
NO_UNKNOWN = several(
    RENAMED,
    rewritten(
        "tokenizer.json",
        lambda t: t | {"added_tokens": [a for a in t["added_tokens"] if a["content"] != "[UNK]"]},
    ),
    edit("tokenizer_config.json", unk_token=None),
)


WRONG = {
    "a weight is missing": (each_weight(lambda n, v: n != WEIGHT and (n, v)), f"{WEIGHT} {GONE}"),
    "another naming": (
        each_weight(lambda n, v: (f"model.inner.{n}", v)),
        r"embeddings\.LayerNorm\.bias and \d+ more are not in the file",
    ),
    "one layer less": (
        each_weight(lambda n, v: "layer.1." not in n and (n, v)),
        r"encoder\.layer\.1\..* not in the file",
    ),
    "one layer more": (
        weights(lambda w: w | {n.replace("r.1.", "r.2."): v.clone() for n, v in w.items()}),
        "no such layer",
    ),
    "a layer not counted": (settings(num_hidden_layers=1), "no such layer"),
    "another shape": (
        weights(lambda w: w | {WEIGHT: w[WEIGHT][:, :8].contiguous()}),
        f"{WEIGHT} in the file: another shape",
    ),
    "another width": (settings(hidden_size=32), "another shape"),
    "not a number": (filled(WEIGHT, float("nan")), f"{WEIGHT} in the file: not all numbers"),
    "infinite": (filled(WORDS, float("inf")), f"{WORDS} in the file: not all numbers"),
    "all zero": (each_weight(lambda n, v: (n, torch.zeros_like(v))), "same for every sentence"),
    "roberta": (settings(model_type="roberta"), "architectures says BertModel"),
    "distilbert": (
        settings(model_type="distilbert", architectures=["DistilBertModel"]),
        "don't make a distilbert model",
    ),
    "an image model": (settings(model_type="vit", architectures=["ViTModel"]), "vit"),
    "no such type": (settings(model_type="nothing"), NO_ENCODER),
    "no tokenizer": (without("tokenizer.json"), "no word is known"),
    "no tokenizer at all": (without("tokenizer.json", "tokenizer_config.json"), "no word is known"),
    "larger tokenizer": (pieces(lambda v: v | {f"more{i}": len(v) + i for i in range(9)}), PIECES),
    "a smaller tokenizer": (pieces(lambda v: {p: i for p, i in v.items() if i < 30}), PIECES),
    "no unknown token": (RENAMED, PIECES),
    "no unknown token, known to the settings": (NO_UNKNOWN, "UNK"),
    "all unknown": (each_piece(lambda p: p if p[0] == "[" else f"A{p}"), "none of its own words"),
    "no padding token": (edit("tokenizer_config.json", pad_token=None), "no padding token"),
}


DEEP = "[" * 100_000
#: What no JSON file may hold.
DAMAGE = {"empty": "", "torn": '{"model_type": "be', "deep": DEEP, "no UTF-8": b'{"a": "\xff"}'}
DAMAGE["5,000 digits"] = '{"a": 1' + "0" * 5000 + "}"
OBJECTS = ("config.json", "tokenizer_config.json", "1_Pooling/config.json")
OBJECTS += ("sentence_bert_config.json",)
for name in (*OBJECTS, "modules.json", "tokenizer.json"):
    words = NO_ENCODER if name == "tokenizer.json" else UNREADABLE
    WRONG |= {f"{name}: {how}": (write(name, text), words) for how, text in DAMAGE.items()}
for name in OBJECTS:
    WRONG |= {f"{name}: {one}": (write(name, one), AN_OBJECT) for one in ([], None)}
WRONG["modules.json: {}"] = write("modules.json", {}), "must hold a JSON list"
WRONG["tokenizer.json: []"] = write("tokenizer.json", []), NO_ENCODER
WRONG |= {
    "settings: deep within": (
        write("config.json", '{"model_type": "bert", "a": ' + "[" * 900 + "]" * 900 + "}"),
        "weights don't make|no encoder",
    ),
    "settings: nothing said": (write("config.json", {}), NO_ENCODER),
    "settings: a type that is a list": (settings(model_type=["bert"]), NO_ENCODER),
    "settings: 10**7 layers": (settings(num_hidden_layers=10**7), "num_hidden_layers"),
    "settings: 10**30 layers": (settings(num_hidden_layers=10**30), "num_hidden_la"),
    "settings: 10**9 labels": (settings(num_labels=10**9), "num_labels is 1e"),
    "settings: no layers": (settings(num_hidden_layers=0), "no such layer"),
    "settings: -1 layers": (settings(num_hidden_layers=-1), "no such layer"),
    "settings: layers in words": (settings(num_hidden_layers="two"), NO_ENCODER),
    "settings: layers nested": (settings(text_config={"n_layers": 10**8}), "n_layers"),
    "settings: a huge width": (settings(hidden_size=10**7), NO_ENCODER),
    "settings: a huge vocabulary": (settings(vocab_size=9 * 10**6), "another shape"),
    "settings: a huge position": (settings(max_position_embeddings=10**12), "beyond"),
    "settings: no heads": (settings(num_attention_heads=0), "ZeroDivision"),
    "settings: three heads": (settings(num_attention_heads=3), NO_ENCODER),
    "settings: a width of 1.5": (settings(hidden_size=1.5), NO_ENCODER),
    "settings: no such activation": (settings(hidden_act="none"), NO_ENCODER),
    "settings: bits": (settings(quantization_config={"quant_method": "x"}), "quantization_config"),
    "settings: weights": (settings(transformers_weights="../other"), "transformers_weights"),
    "settings: a folder": (instead("config.json", os.mkdir), r"config\.json"),
    "settings: a pipe": (instead("tokenizer_config.json", os.mkfifo), ODD_FILE),
    "settings: a device": (link("modules.json", "/dev/zero"), ODD_FILE),
    "settings: a link to nothing": (link("tokenizer.json", "nowhere"), ODD_FILE),
    "weights: empty": (write("model.safetensors", ""), NO_ENCODER),
    "weights: torn": (cut(20_000), NO_ENCODER),
    "weights: header torn": (cut(400), NO_ENCODER),
    "weights: text": (write("model.safetensors", "weights" * 99), NO_ENCODER),
    "weights: a header of 7 GB": (header("{}", 7 * 10**9), NO_ENCODER),
    "weights: a header without tensors": (header("{}"), NO_ENCODER),
    "weights: a deep header": (header(DEEP), NO_ENCODER),
    "weights: a tensor beyond the file": (
        header('{"a": {"dtype": "F32", "shape": [1000000000000], "data_offsets": [0, 4]}}'),
        NO_ENCODER,
    ),
    "weights: a folder": (instead("model.safetensors", os.mkdir), ODD_FILE),
    "weights: a pipe": (instead("model.safetensors", os.mkfifo), ODD_FILE),
    "weights: gone": (without("model.safetensors"), r"model\.safetensors is missing"),
    "weights: whole": (
        weights(lambda w: w | {WEIGHT: w[WEIGHT].to(torch.int8)}),
        f"{WEIGHT} holds I8 numbers",
    ),
    "weights: an index that leads out": (index({WORDS: "../../model.safetensors"}), OUTSIDE),
    "weights: an index of odd shape": (index([1]), NO_ENCODER),
    "tokenizer: pieces in words": (pieces(lambda v: dict.fromkeys(v, "one")), NO_ENCODER),
    "tokenizer: negative": (pieces(lambda v: dict.fromkeys(v, -1)), NO_ENCODER),
    "one piece": (pieces(lambda v: dict.fromkeys(v, 3)), "no encoder|tokenizer|every sentence"),
    "tokenizer: keeps capitals": (KEEPS_CAPITALS, "do_lower_case is set"),
    "modules: none": (write("modules.json", []), "no encoder has the modules of none"),
    "modules: numbers": (write("modules.json", [1, 2]), NO_ENCODER),
    "modules: a type that is a number": (write("modules.json", [{"type": 1}]), NO_ENCODER),
    "modules: no path": (write("modules.json", [{"type": "Transformer"}]), NO_ENCODER),
    "modules: no pooling": (modules("Transformer"), "no encoder has the modules Transformer"),
    "modules: pooled twice": (modules("Transformer", "Pooling", "Pooling"), "no encoder has"),
    "modules: other order": (modules("Pooling", "Transformer"), "no encoder has"),
    "modules: a path that leads out": (modules(*USUAL, Pooling="../saved/1_Pooling"), OUTSIDE),
    "modules: a path from the root": (modules(*USUAL, Pooling="/etc"), OUTSIDE),
    "modules: the transformer elsewhere": (modules(*USUAL, Transformer="0_Tra"), NO_ENCODER),
    "pooling: gone": (without("1_Pooling/config.json"), "is missing"),
    "pooling: no name": (
        edit("1_Pooling/config.json", pooling_mode="median"),
        "Invalid pooling mode: 'median'",
    ),
    "pooling: layers 2:1": (layers(2.0, 1.0), "not the mean of the first and the last layer"),
    "pooling: layers of nothing": (layers(), NO_ENCODER),
    "pooling: layers, then cls": (
        several(layers(1.0, 1.0), write("1_Pooling/config.json", {"pooling_mode": "cls"})),
        "not the mean of the first and the last layer",
    ),
    "settings: gone": (without("config.json"), r"config\.json"),
    "a module we lack": (modules("Transformer", "Pooling", "Dense"), "Dense"),
    "attention": (settings(attn_implementation="acme/kernel"), r"acme/kernel.*eager or sdpa"),
    "_attention": (settings(_attn_implementation="acme/kernel"), r"acme/kernel.*eager or sdpa"),
    "an adapter": (write("adapter_config.json", {"base_model_name_or_path": "a/b"}), "adapter"),
}
for length in (0, -5, "all", True):
    cut_at = edit("sentence_bert_config.json", max_seq_length=length)
    WRONG[f"cut: {length}"] = cut_at, "max_seq_length is a"


@pytest.mark.parametrize("name", WRONG)
def test_a_broken_folder_is_one_line(refused, saved, name):
    break_it, words = WRONG[name]
    break_it(saved)
    for load in (load_encoder, load_interaction):
        assert str(saved) in refused(words, load, str(saved))


#: "A pooler": BERT's own files hold one, and heads; vectors need neither.
POOLER = {"pooler.dense.weight": torch.ones(16, 16), "cls.predictions.bias": torch.ones(9)}
POOLER["embeddings.position_ids"] = torch.arange(32)
FINE = {
    "a pooler": weights(lambda w: {f"bert.{n}": v for n, v in (w | POOLER).items()}),
    "the name of SimCSE's own class, on BERT's weights": settings(architectures=["BertForCL"]),
    "half precision": each_weight(lambda n, v: (n, v.half())),
}


@pytest.mark.parametrize("name", FINE)
def test_what_differs_without_harm_is_read(saved, tiny, sentences, name):
    FINE[name](saved)
    found = load_encoder(str(saved)).encode(sentences)
    assert abs(found - tiny().encode(sentences)).max() <= 0.01 * (name == "half precision")


def test_a_folder_of_links_is_read(saved, tiny, tmp_path, sentences):
    """The hub's cache is one."""
    for file in [path for path in saved.rglob("*") if path.is_file()]:
        link = tmp_path / "snapshot" / file.relative_to(saved)
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(file)
    found = load_encoder(str(tmp_path / "snapshot"))
    assert (found.encode(sentences) == tiny().encode(sentences)).all()


def test_loading_takes_no_random_number(saved):
    before = torch.get_rng_state()
    load_encoder(str(saved))
    assert torch.equal(torch.get_rng_state(), before)


def test_the_mini_encoder_passes_without_its_training_notes(tmp_path):
    folder = shutil.copytree(MINI, tmp_path / "mini")
    (folder / "pretraining.json").unlink()
    assert load_encoder(str(folder)).sha() == load_encoder("mini").sha()
