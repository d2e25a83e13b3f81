import json

import numpy as np
import pytest
import torch

from stsutils.encoders import load_encoder
from stsutils.errors import UserError
from stsutils.methods import corpus
from stsutils.methods.corpus import gather
from stsutils.methods.material import Corpus, prepare
from stsutils.methods.objectives import OBJECTIVES, Restore
from stsutils.methods.pretrain import build, pretrain, start_from_counts

TEXT = [f"the {a} {v} a {b} ." for a in ("cat", "dog", "man") for v in ("sees", "likes") for b in
        ("ball", "tree", "house", "song")]  # fmt: skip
SMALL = {"layers": 2, "heads": 2, "batch_tokens": 64, "progress": False}


@pytest.fixture(scope="module")
def text():
    return prepare(TEXT, pieces=90, width=16)


def sha(folder):
    return load_encoder(str(folder)).sha()


def die_after(calls, monkeypatch):
    """Ctrl-C in that call of the objective."""
    forward, seen = Restore.forward, []

    def dying(self, ids):
        seen.append(1)
        if len(seen) == calls:
            raise KeyboardInterrupt
        return forward(self, ids)

    monkeypatch.setattr(Restore, "forward", dying)


@pytest.mark.parametrize("name", OBJECTIVES)
def test_pretraining_learns_and_leaves_a_loadable_encoder(refused, tmp_path, text, name):
    asked = {"objective": {"name": name, "mask_rate": 0.3}, "tokens": 12_000, "lr": 5e-3, **SMALL}
    out = tmp_path / "e"
    curve = pretrain(text, out, **asked)
    assert curve[-1]["loss"] < 0.95 * curve[0]["loss"]
    encoder = load_encoder(str(out))
    assert encoder.encode(["the cat sees a ball ."]).shape == (1, 16)
    assert encoder.transformer.config.hidden_dropout_prob == 0.1
    history = json.loads((out / "pretraining.json").read_text())
    assert history["curve"] == curve
    assert history["settings"]["tokens"] == 12_000
    assert not list(out.glob("checkpoint*"))
    # a second call finds it there, and only the same one
    assert pretrain(text, out, **asked) == curve
    refused("another encoder already", pretrain, text, out, **asked | {"tokens": 10_000})
    (out / "model.safetensors").write_bytes(b"cut")  # and nothing that was damaged since
    refused("holds no encoder", pretrain, text, out, **asked)


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_a_stopped_pretraining_ends_with_the_same_files(tmp_path, text, precision, monkeypatch):
    settings = {**SMALL, "tokens": 2000, "save_every": 0.0, "precision": precision}
    pretrain(text, tmp_path / "whole", **settings)
    with monkeypatch.context() as patch:
        die_after(20, patch)
        with pytest.raises(KeyboardInterrupt):
            pretrain(text, tmp_path / "halves", **settings)
    assert (tmp_path / "halves" / "checkpoint.safetensors").exists()
    pretrain(prepare(TEXT, pieces=90, width=16), tmp_path / "halves", **settings)
    assert sha(tmp_path / "halves") == sha(tmp_path / "whole")
    for name in ("tokenizer.json", "tokenizer_config.json", "config.json"):
        assert (tmp_path / "halves" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.parametrize(
    ("change", "sentences", "pieces"),
    [
        ({"tokens": 3000}, TEXT, 90),
        ({"objective": {"name": "restore", "mask_rate": 0.2}}, TEXT, 90),
        ({}, [*TEXT, "the dog sings ."], 90),
        ({}, TEXT, 50),
    ],
    ids=["tokens", "objective", "text", "vocabulary"],
)
def test_nothing_else_continues_a_checkpoint(
    refused, tmp_path, text, change, sentences, pieces, monkeypatch
):
    settings = {**SMALL, "tokens": 2000, "save_every": 0.0}
    with monkeypatch.context() as patch:
        die_after(5, patch)
        with pytest.raises(KeyboardInterrupt):
            pretrain(text, tmp_path / "e", **settings)
    other = prepare(sentences, pieces=pieces, width=16)
    refused("other settings", pretrain, other, tmp_path / "e", **settings | change)


@pytest.mark.parametrize("name", ["README.md", "tokenizer.json", "mine/a.txt"])
def test_a_folder_with_other_files_is_left_alone(refused, call, tmp_path, text, name):
    file = tmp_path / "e" / name
    file.parent.mkdir(parents=True)
    file.write_text("mine")
    there = tmp_path / "e"
    refused(rf"holds '{name[:4]}.*name a new folder", pretrain, text, there, tokens=500, **SMALL)
    refused("name a new folder", call, "pretrain", there, "--corpus", "none.txt")  # not read yet
    assert file.read_text() == "mine"


def test_too_few_pieces_for_the_width_is_one_line_with_the_mend(tmp_path):
    few = prepare(["a cat .", "a dog .", "no ."], width=256)
    wide = few.words.shape[1]
    with pytest.raises(UserError, match=rf"vectors of {wide} numbers; .*--width {wide}"):
        pretrain(few, tmp_path / "e", tokens=500, **SMALL | {"heads": 4})
    assert wide % 4


def test_the_loss_at_the_start_is_the_unigram_entropy(text):
    """With the frequency bias a fresh model predicts frequencies, not the uniform."""
    model = build(len(text.tokenizer), 1, 16, 2, 128)
    start_from_counts(model, text)
    ids = text.corpus.padded(np.arange(len(TEXT)))
    chosen = ids >= 5
    entropy = -text.corpus.log_unigram(len(text.tokenizer))[ids[chosen]].mean().item()
    task = Restore(model, 1.0)
    assert task.loss(model.bert(ids)[0], chosen, ids).item() == pytest.approx(entropy, abs=0.3)


def test_batches_are_a_pure_function_and_hold_each_sentence_once(tiny_parts):
    corpus = Corpus(tiny_parts, TEXT, 32)
    first, again = (corpus.batches(1, 64, seed=3) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert sorted(np.concatenate(first).tolist()) == list(range(len(TEXT)))
    both = zip(first, corpus.batches(2, 64, seed=3), strict=False)
    assert any(not np.array_equal(a, b) for a, b in both)


def test_text_read_in_parts_is_the_text(tiny_parts, monkeypatch):
    text = TEXT[:5]
    whole = Corpus(tiny_parts, text, 32)
    monkeypatch.setattr("stsutils.methods.material.AT_ONCE", 2)
    parted = Corpus(tiny_parts, text, 32)
    assert np.array_equal(whole.flat, parted.flat)
    assert np.array_equal(whole.lengths, parted.lengths)


def test_the_same_text_gives_the_same_material_and_no_text_is_one_clear_error(refused, text):
    again = prepare(TEXT, pieces=90, width=16)
    assert again.sha == text.sha
    assert torch.equal(again.words, text.words)
    assert prepare(TEXT[::-1], pieces=90, width=16).sha != text.sha
    refused("no sentences", prepare, [])


def test_the_corpus_takes_training_splits_only_and_leaves_test_sentences_out(refused, monkeypatch):
    refused("train splits only", gather, ("demo:test",))
    everything = gather(("demo:train",))
    assert len(everything) > 1000
    secret = everything[17]
    monkeypatch.setattr(corpus, "held_out", lambda: {secret.lower()})
    assert set(everything) - set(gather(("demo:train",))) == {secret}
    assert len(gather(("demo:train",), most=50)) == 50


def test_a_test_set_that_is_not_as_it_should_be_is_told_and_not_passed_over(refused, monkeypatch):
    """Its sentences would else be trained on."""

    def broken(name, which):
        raise UserError(f"{name}: expected content hash")

    monkeypatch.setattr(corpus, "where_is", lambda name, which: "folder")
    monkeypatch.setattr(corpus, "load", broken)
    refused("expected content hash", corpus.held_out)
    monkeypatch.setattr(corpus, "where_is", lambda name, which: "")
    assert corpus.held_out() == set()
    monkeypatch.setattr(corpus, "held_out", lambda: pytest.fail("read before the names"))
    for name, words in (("nosuch:train", "no set is called"), ("nosuch.txt", "no such file")):
        refused(words, gather, (name,))
