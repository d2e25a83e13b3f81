import json
import shutil

import numpy as np
import pytest
import torch

from stsutils.encoders import load_encoder
from stsutils.errors import UserError
from stsutils.methods.corpus import gather
from stsutils.methods.pretrain import Corpus, build, mask_tokens, masked_loss, pretrain

TEXT = [f"the {a} {v} a {b} ." for a in ("cat", "dog", "man") for v in ("sees", "likes") for b in
        ("ball", "tree", "house", "song")]  # fmt: skip
SMALL = {"pieces": 90, "layers": 2, "width": 16, "heads": 2, "batch_tokens": 64, "progress": False}


def weights(folder):
    encoder = load_encoder(str(folder))
    return torch.cat([p.detach().flatten() for p in encoder.parameters()])


def test_pretraining_learns_and_leaves_a_loadable_encoder(tmp_path):
    curve = pretrain(TEXT, tmp_path / "e", tokens=60_000, lr=5e-3, **SMALL)
    assert curve[-1]["loss"] < 0.8 * curve[0]["loss"]
    encoder = load_encoder(str(tmp_path / "e"))
    assert encoder.encode(["the cat sees a ball ."]).shape == (1, 16)
    assert encoder.transformer.config.hidden_dropout_prob == 0.1
    history = json.loads((tmp_path / "e" / "pretraining.json").read_text())
    assert history["curve"] == curve
    assert history["settings"]["tokens"] == 60_000
    assert not list((tmp_path / "e").glob("checkpoint*"))


def test_a_stopped_pretraining_ends_with_the_same_weights(tmp_path, monkeypatch):
    from stsutils.methods import pretrain as module

    settings = {**SMALL, "tokens": 4000, "save_every": 0.0}
    pretrain(TEXT, tmp_path / "whole", **settings)
    # the trainer of the vocabulary breaks ties as it likes, so both share one vocabulary
    (tmp_path / "halves").mkdir()
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(tmp_path / "whole" / name, tmp_path / "halves" / name)
    calls = 0

    def dying(*arguments):
        nonlocal calls
        calls += 1
        if calls == 20:
            raise KeyboardInterrupt
        return masked_loss(*arguments)

    monkeypatch.setattr(module, "masked_loss", dying)
    with pytest.raises(KeyboardInterrupt):
        pretrain(TEXT, tmp_path / "halves", **settings)
    assert (tmp_path / "halves" / "checkpoint.safetensors").exists()
    pretrain(TEXT, tmp_path / "halves", **settings)
    assert torch.equal(weights(tmp_path / "halves"), weights(tmp_path / "whole"))


def test_other_settings_do_not_continue_a_checkpoint(tmp_path, monkeypatch):
    from stsutils.methods import pretrain as module

    def dying(*arguments):
        if (tmp_path / "e" / "checkpoint.safetensors").exists():
            raise KeyboardInterrupt
        return masked_loss(*arguments)

    monkeypatch.setattr(module, "masked_loss", dying)
    with pytest.raises(KeyboardInterrupt):
        pretrain(TEXT, tmp_path / "e", tokens=4000, save_every=0.0, **SMALL)
    with pytest.raises(UserError, match="other settings"):
        pretrain(TEXT, tmp_path / "e", tokens=5000, **SMALL)


def test_snapshots(tmp_path):
    pretrain(TEXT, tmp_path / "e", tokens=4000, snapshots=4, **SMALL)
    found = sorted((tmp_path / "e").glob("snapshot-*"))
    assert len(found) == 3
    assert not torch.equal(weights(found[0]), weights(tmp_path / "e"))


def test_masking_follows_berts_shares(tiny_parts):
    torch.manual_seed(0)
    ids = torch.randint(5, 100, (400, 50))
    ids[:, 0] = 2
    corrupted, chosen = mask_tokens(ids, 0.3, 100)
    assert chosen.float().mean().item() == pytest.approx(0.3 * 49 / 50, abs=0.01)
    assert not chosen[:, 0].any()  # a special token is never chosen
    assert torch.equal(corrupted[~chosen], ids[~chosen])
    share = (corrupted[chosen] == 4).float().mean().item()
    kept = (corrupted[chosen] == ids[chosen]).float().mean().item()
    assert share == pytest.approx(0.8, abs=0.02)
    assert kept == pytest.approx(0.1, abs=0.02)


def test_the_loss_at_the_start_is_the_unigram_entropy(tiny_parts):
    """With the frequency bias a fresh model predicts frequencies, not the uniform."""
    corpus = Corpus(tiny_parts, ["a cat sat on the mat ."] * 50, 32)
    model = build(len(tiny_parts), 1, 16, 2, 32)
    with torch.no_grad():
        model.cls.predictions.bias.copy_(corpus.log_unigram(len(tiny_parts)))
    ids = corpus.padded(np.arange(50))
    chosen = ids >= 5
    entropy = -corpus.log_unigram(len(tiny_parts))[ids[chosen]].mean().item()
    assert masked_loss(model, ids, chosen, ids).item() == pytest.approx(entropy, abs=0.3)


def test_batches_are_a_pure_function_and_hold_each_sentence_once(tiny_parts):
    corpus = Corpus(tiny_parts, TEXT, 32)
    first, again = (corpus.batches(1, 64, seed=3) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert sorted(np.concatenate(first).tolist()) == list(range(len(TEXT)))
    assert any(
        not np.array_equal(a, b) for a, b in zip(first, corpus.batches(2, 64, seed=3), strict=False)
    )


def test_no_text_is_one_clear_error(tmp_path):
    with pytest.raises(UserError, match="no sentences"):
        pretrain([], tmp_path / "e")


def test_the_corpus_takes_training_splits_only_and_leaves_test_sentences_out(monkeypatch):
    from stsutils.methods import corpus

    with pytest.raises(UserError, match="train splits only"):
        gather(("demo:test",))
    everything = gather(("demo:train",))
    assert len(everything) > 1000
    secret = everything[17]
    monkeypatch.setattr(corpus, "held_out", lambda: {secret.lower()})
    assert set(everything) - set(gather(("demo:train",))) == {secret}
    assert len(gather(("demo:train",), most=50)) == 50
