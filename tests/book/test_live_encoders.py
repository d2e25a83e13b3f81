"""The encoders of the live pages: which trainings they are, and what becomes of one."""

import json

import live_encoders
import pytest
from live_page import sources

from stsutils.encoders import load_encoder
from stsutils.ledger import Result


def test_five_losses_at_both_tiers_and_all_differ():
    lab, demo = live_encoders.trainings("lab"), live_encoders.trainings("demo")
    assert [one.name for one in lab] == [one.name for one in demo] == list(live_encoders.TRAINED)
    assert len({one.run.id for one in [*lab, *demo]}) == 10
    assert len({json.dumps(one.settings["loss"]) for one in lab}) == 5
    assert {one.settings["train"] for one in lab} == {"stsb:train"}
    assert {one.settings["train"] for one in demo} == {"demo:train"}


@pytest.fixture
def made(tiny, pairs, tmp_path, monkeypatch):
    """A training that takes no time; gives a function that makes it with what a record says."""
    training = live_encoders.trainings("lab")[0]
    monkeypatch.setenv("STSUTILS_WORK", str(tmp_path))
    monkeypatch.setattr(live_encoders, "encoder_of", lambda settings, device: tiny())
    monkeypatch.setattr(live_encoders, "rows_of", lambda name: pairs)
    monkeypatch.setattr(live_encoders, "training_rows", lambda settings, seed: pairs)
    monkeypatch.setattr(live_encoders, "train", lambda *parts: None)

    def make(says):
        record = Result({training.metric: says}) if says is not None else None
        ledger = type("Ledger", (), {"read": lambda self, run: record})
        monkeypatch.setattr(live_encoders, "Ledger", ledger)
        live_encoders.make(training)
        return training

    return make


def test_a_training_is_kept_with_its_score_and_can_be_loaded(made, pairs, sentences):
    training = made(None)
    assert training.told.is_file()
    told = json.loads((training.folder / "trained.json").read_text())
    assert told["run"] == training.run.id
    assert told["rows"] == len(pairs)
    assert "record" not in told
    assert -1 <= told["spearman"] <= 1
    assert load_encoder(str(training.folder)).encode(sentences).shape == (len(sentences), 16)
    # and one whose score is the record's says so
    told = json.loads((made(told["spearman"]).folder / "trained.json").read_text())
    assert told["record"] == pytest.approx(told["spearman"])


def test_a_score_other_than_the_records_is_refused(made, refused):
    training = live_encoders.trainings("lab")[0]
    refused(training.run.id, made, 0.99)
    assert not training.told.is_file()


def test_a_stand_in_says_so_and_names_the_command():
    short = {"run": "1", "train": "demo:train", "rows": 500, "epochs": 1, "spearman": 0.5}
    real = {**short, "train": "stsb:train", "record": 0.5}
    raw = {"title": "raw"}
    text = "".join(sources({"encoders": [raw, {"title": "x<y", "training": short}]}))
    assert all(words in text for words in ("stand-in", "make live-encoders", "x&lt;y"))
    text = "".join(sources({"encoders": [raw, {"title": "x", "training": real}]}))
    assert "make live-encoders" not in text
