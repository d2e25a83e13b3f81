"""One training with one loss, and the reader's own validation and test files."""

import json
import shutil

import numpy as np
import pytest

from stsutils.data import load
from stsutils.data.label_kinds import label_kind
from stsutils.encoders import load_encoder
from stsutils.errors import UserError
from stsutils.ledger.packing import STEPS
from stsutils.own_pairs import train
from stsutils.own_pairs.cut import cut
from stsutils.own_pairs.question import ask
from stsutils.own_pairs.trainings import _as_kept
from stsutils.statistics import spearman


@pytest.fixture(scope="module")
def rows():
    return load("demo", "train").head(60)[["sentence1", "sentence2", "score"]]


@pytest.fixture(scope="module")
def files(rows, tmp_path_factory):
    folder = tmp_path_factory.mktemp("rows")
    for name, part in (("all", rows), ("train", rows[:45]), ("test", rows[40:])):
        part.to_csv(folder / f"{name}.csv", index=False)
    return folder


def test_it_is_judged_and_saved_whatever_came_of_it(files, encoder, tmp_path):
    options = {"encoder": encoder, "progress": False, "epochs": 3, "lr": 1e-3}
    found = train(files / "all.csv", tmp_path / "out", "cosine_mse", **options)
    assert found["chosen"]["name"] == "cosine_mse"
    assert found["recommendation"]["headline"].startswith("Training with cosine-MSE ")
    (against,) = found["differences"]
    assert against["b"] == "untrained"
    assert against["low"] < against["value"] < against["high"], "an interval over test pairs"
    assert len(found["candidates"][1]["test"]) == 1
    assert load_encoder(str(tmp_path / "out" / "model")).sha() == found["scored"]["model"]
    assert "cosine-MSE" in (tmp_path / "out" / "model" / "README.md").read_text(encoding="utf-8")
    again = train(files / "all.csv", tmp_path / "out", "cosine_mse", **options)
    assert again == json.loads(json.dumps(found))
    with pytest.raises(UserError, match="a training with other losses; name another folder"):
        train(files / "all.csv", tmp_path / "out", "cosent", **options)


def test_the_own_test_file_is_whole_and_never_trained_on(refused, files, rows, encoder, tmp_path):
    own = {"test": rows[40:].reset_index(drop=True)}
    parts, said = cut(rows[:45], label_kind(rows), "train.csv", own)
    assert said["leaked"] == 5, "pairs that stand in the test file are not trained on"
    assert said["rows"] == {"train": 30, "validation": 10, "test": 20}
    assert said["left_out"] == 0
    assert sorted(parts["test"]["sentence1"]) == sorted(own["test"]["sentence1"])
    options = {"encoder": encoder, "progress": False, "epochs": 1, "test": files / "test.csv"}
    found = train(files / "train.csv", tmp_path / "out", "cosent", **options)
    assert found["data"]["own"] == {"test": "test.csv"}
    assert found["data"]["split"]["rows"]["test"] == 20
    refused("no such file", train, files / "train.csv", tmp_path, "cosent", validation="none.csv")


def test_a_loss_named_with_its_settings_is_trained_and_saved_under_that_name(
    files, encoder, tmp_path
):
    options = {"encoder": encoder, "progress": False, "epochs": 1}
    found = train(files / "train.csv", tmp_path / "out", "contrastive:threshold=0.9", **options)
    assert found["losses"]["contrastive threshold=0.9"]["loss"]["threshold"] == 0.9
    assert (tmp_path / "out" / "model" / "modules.json").exists()


def test_the_same_rows_with_another_test_of_them_are_another_question(files, encoder, tmp_path):
    options = {"encoder": encoder, "progress": False, "epochs": 1}
    two = files / "train.csv", files / "test.csv"
    train(two[0], tmp_path / "out", "cosent", validation=two[1], **options)
    with pytest.raises(UserError, match="other own validation, plan, own test; name another"):
        train(two[0], tmp_path / "out", "cosent", test=two[1], **options)


def test_small_labels_and_the_tokenizer_are_part_of_the_question(files, rows, encoder, tmp_path):
    small = tmp_path / "small.csv"
    rows.assign(score=rows["score"] * 1e-8).to_csv(small, index=False)
    first = ask(small, tmp_path / "out", encoder=encoder)
    rows.assign(score=(5 - rows["score"]) * 1e-8).to_csv(small, index=False)
    folder = shutil.copytree(encoder, tmp_path / "other")
    told = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    pieces = told["model"]["vocab"]
    first_two = [piece for piece in pieces if piece.isalpha()][:2]
    pieces |= dict(zip(first_two, (pieces[piece] for piece in first_two[::-1]), strict=True))
    (folder / "tokenizer.json").write_text(json.dumps(told), encoding="utf-8")
    second = ask(small, tmp_path / "out", encoder=str(folder))
    other = {name for name in first.shas if first.shas[name] != second.shas[name]}
    assert other == {"labels", "tokenizer"}


def test_a_collapsed_model_orders_nothing_in_the_last_bits_of_its_cosines():
    near_one = 1 - np.random.default_rng(0).random(60) * 1e-9
    assert spearman(_as_kept(near_one), load("demo", "train").head(60)["score"]) == 0
    assert _as_kept(np.array([1 + 1e-9, -1.0, 0.5])).tolist() == [1, -1, round(0.5 * STEPS) / STEPS]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"loss": "triplet"}, "needs other data"),
        ({"settings": {"colour": 1.0}}, "colour"),
        ({"loss": "softmax", "settings": {"dimension": 3}}, "softmax has no setting dimension"),
        ({"loss": "l1", "settings": {"dimension": 3}}, "no setting dimension"),
        ({"lr": float("nan")}, "learning rate .nan. must be"),
        ({"lr": 1.0}, "learning rate .1. must be"),
        ({"epochs": 0}, "epochs .0. must be"),
        ({"patience": 0}, "patience .0. must be"),
        ({"batch_size": 10**9}, "batch size"),
        ({"batch_size": 1}, "cosent compares the pairs of a batch; take 2 or more"),
        ({"settings": {"scale": -3.0}}, "scale is -3.0; it must be above 0.$"),
        ({"precision": "half"}, "precision is"),
        ({"seeds": 10**9}, r"seeds .1000000000. must be 1 to"),
    ],
)
def test_an_option_that_is_wrong_is_one_sentence(refused, files, encoder, tmp_path, options, words):
    options = {"loss": "cosent", "encoder": encoder} | options
    refused(words, train, files / "all.csv", tmp_path / "out", **options)
    assert not (tmp_path / "out").exists()
