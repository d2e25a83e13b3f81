"""A training, replayed: what is kept of one, and the page around it, opened from a file."""

import json

import live_replay
import numpy as np
import pieces
import pytest
from live_encoders import TRAINED
from live_replay_page import fragment

from stsutils.evaluation import similarity
from stsutils.evaluation.separation import separation
from stsutils.ledger import Result
from stsutils.statistics import spearman
from stsutils.writing import write_text

PAGE = "training_replayed"


@pytest.fixture
def small(tiny, pairs, tmp_path, monkeypatch):
    """Trainings on PAWS of a tiny encoder and some made rows; gives them."""
    monkeypatch.setenv("STSUTILS_WORK", str(tmp_path))
    monkeypatch.setattr(live_replay, "REPLAYS", tmp_path / "replays")
    monkeypatch.setattr(live_replay, "encoder_of", lambda settings, device: tiny())
    monkeypatch.setattr(live_replay, "training_rows", lambda settings, seed: pairs)
    monkeypatch.setattr(live_replay, "rows_of", lambda name: pairs)
    monkeypatch.setattr(live_replay, "compare", lambda *parts: None)
    return live_replay.trainings("lab", live_replay.SET)


def test_moments_are_cosines_from_before_the_training_to_its_end(small, tiny, pairs):
    training = next(one for one in small if one.name == "cosent")
    live_replay.make(training)
    told = json.loads(live_replay.place(training).read_text())
    assert told["run"] == training.run.id
    assert told["steps"][0] == 0
    assert told["steps"][-1] == told["epochs"] * -(-len(pairs) // told["batch_size"])
    assert len(told["steps"]) == len(told["thousandths"])
    before = similarity(tiny(), pairs)
    assert np.array(told["thousandths"][0]) / 1000 == pytest.approx(before, abs=0.0006)
    assert told["thousandths"][-1] != told["thousandths"][0]
    assert told["scores"] == pytest.approx(pairs.score.tolist())


def test_short_trainings_stand_in_for_all_where_one_is_missing(small, monkeypatch):
    made = []

    def make(training):
        made.append(training)
        write_text(live_replay.place(training), json.dumps({"run": training.run.id}))

    for one in small[1:]:
        make(one)
    made.clear()
    monkeypatch.setattr(live_replay, "make", make)
    assert [told["name"] for told in live_replay.chosen()] == list(TRAINED)
    assert len(made) == len(TRAINED)
    assert not any(training.recorded for training in made)
    live_replay.chosen()
    assert len(made) == len(TRAINED)  # made once


def test_a_score_other_than_the_records_is_refused(tiny, pairs, monkeypatch, refused):
    training = live_replay.trainings("lab", live_replay.SET)[0]
    record = Result({}, curve=[{"validation": 0.99}])
    ledger = type("Ledger", (), {"read": lambda self, run: record})
    monkeypatch.setattr(live_replay, "Ledger", ledger)
    monkeypatch.setattr(live_replay, "rows_of", lambda name: pairs)
    chosen = {"validation": "stsb:validation"}
    refused(training.run.id, live_replay.compare, training, tiny(), chosen)


def test_what_the_book_keeps_is_whole():
    kept = sorted(live_replay.REPLAYS.glob("*.json"))
    assert len(kept) == len(TRAINED)
    told = [json.loads(path.read_text(encoding="utf-8")) for path in kept]
    assert {one["metric"] for one in told} == {"paws:test"}
    assert len({json.dumps(one["scores"]) for one in told}) == 1  # the same pairs
    assert len({json.dumps(one["thousandths"][0]) for one in told}) == 1  # the same beginning
    assert all(path.stem == one["run"] for path, one in zip(kept, told, strict=True))
    assert sum(path.stat().st_size for path in kept) < 200_000


def training(name: str, loss: str, end: float) -> dict:
    """Eight pairs that part from one place, the similar ones up to `end`."""
    scores = [5.0, 4.0, 3.0, 2.6, 2.5, 1.0, 0.0, 0.0]
    ways = [*enumerate(end if score > 2.5 else -end for score in scores)]
    moments = [[round(500 + 400 * share * way + 3 * i) for i, way in ways] for share in (0, 0.5, 1)]
    told = {"name": name, "title": f"<{name}>", "run": f"run-{name}", "loss": {"name": loss}}
    told |= {"encoder": "mini", "train": "paws:train", "rows": 1000, "epochs": 2, "lr": 1e-4}
    told |= {"batch_size": 16, "metric": "paws:test", "steps": [0, 7, 14], "scores": scores}
    return told | {"thousandths": moments}


ENDS = [("mse", "cosine_mse", 0.2), ("low", "contrastive", 1), ("high", "contrastive", -0.5)]
ENDS += [("softmax", "softmax", 0.1), ("cosent", "cosent", 0.9)]
REPLAYS = [training(*one) for one in ENDS]
SCRIPT = f"window.replaysOfTheBook = {json.dumps(REPLAYS)};"


@pytest.fixture
def path(tmp_path):
    """The page, laid out."""
    return pieces.lay_out(PAGE, tmp_path, body=fragment(REPLAYS), **{"live/replays": SCRIPT})


def pictures(view) -> list[str]:
    """The words of the two pictures."""
    found = view.locator(".play-pictures svg").all()
    return [picture.get_attribute("aria-label") for picture in found]


def test_numbers_are_those_of_the_package(opened, path):
    view = opened(path)
    slider = view.locator("#replay-moment")
    for moment in (0, 1, 2):
        slider.fill(str(moment))
        for words, told in zip(pictures(view), (REPLAYS[4], REPLAYS[0]), strict=True):
            cosines = np.array(told["thousandths"][moment]) / 1000
            scores = np.array(told["scores"])
            auc = separation(cosines, scores > 2.5)["auc"]
            assert words.startswith(f"{told['title']} after {told['steps'][moment]} steps")
            assert f"AUC {auc:.2f}" in words
            assert f"ρ {spearman(cosines, scores):.2f}".replace("-", "−") in words
            assert f"similar pairs around {cosines[:4].mean():.2f}" in words
    assert slider.get_attribute("aria-valuetext") == "step 14 of 14"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_play_runs_to_the_end_and_can_be_stopped_or_is_there_at_once(opened, path, motion):
    view = opened(path, reduced_motion=motion)
    view.get_by_role("button", name="Play").click()
    if motion == "reduce":
        assert view.locator("#replay-moment").input_value() == "2"
    else:
        view.get_by_role("button", name="Pause").click()
        view.get_by_role("button", name="Play").click()
        view.wait_for_function("() => document.querySelector('#replay-moment').value === '2'")
    assert view.get_by_role("button", name="Play").is_visible()


def test_trainings_are_chosen_by_hand_and_by_link(opened, path):
    view = opened(path)
    view.get_by_label("Second training").select_option(label="<softmax>")
    assert pictures(view)[1].startswith("<softmax>")
    told = {
        "softmax": ["<softmax>", "<cosent>"],
        "contrastive": ["<low>", "<high>"],
        "cosine_mse": ["<mse>", "<cosent>"],
        "nonsense": ["<cosent>", "<mse>"],
    }
    for loss, titles in told.items():
        view.evaluate("(loss) => { location.hash = `loss=${loss}`; }", loss)
        view.wait_for_function(
            "(t) => document.querySelector('.play-pictures svg').ariaLabel.startsWith(t)",
            arg=titles[0],
        )
        assert [words.split(" ")[0] for words in pictures(view)] == titles, loss


def test_still_strips_stand_and_say_what_was_trained_on_what(opened, path):
    pieces.stands_still(opened, path)
    real = fragment(REPLAYS)
    assert real.count("AUC") >= len(REPLAYS)
    assert all(words in real for words in ("&lt;mse&gt;", "PAWS twice", "run-cosent"))
    assert not any(words in real for words in ("<mse>", "make live-encoders"))
    toys = fragment([{**one, "train": "demo:train", "epochs": 1} for one in REPLAYS])
    assert all(words in toys for words in ("stand-ins", "make live-encoders"))
