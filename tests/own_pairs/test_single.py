"""One training with one loss, and the reader's own validation and test files."""

import json

import pytest

from stsutils.data import load
from stsutils.data.label_kinds import label_kind
from stsutils.encoders import BiEncoder, load_encoder, save
from stsutils.errors import UserError
from stsutils.own_pairs import train
from stsutils.own_pairs.cut import cut


@pytest.fixture(scope="module")
def encoder(tiny_parts, tmp_path_factory):
    import torch

    from stsutils.methods.pretrain import build

    with torch.random.fork_rng():
        torch.manual_seed(5)
        bert = build(len(tiny_parts), 2, 16, 2, 32, 0.1).bert
    return str(save(BiEncoder(bert, tiny_parts, max_length=32), tmp_path_factory.mktemp("tiny")))


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
    found = train(files / "all.csv", tmp_path / "out", loss="cosine_mse", **options)
    assert found["chosen"]["name"] == "cosine_mse"
    (against,) = found["differences"]
    assert against["b"] == "untrained"
    assert against["low"] < against["value"] < against["high"], "an interval over test pairs"
    assert len(found["candidates"][1]["test"]) == 1
    assert load_encoder(str(tmp_path / "out" / "model")).sha() == found["scored"]["model"]
    card = (tmp_path / "out" / "model" / "README.md").read_text(encoding="utf-8")
    assert "cosine-MSE" in card
    again = train(files / "all.csv", tmp_path / "out", loss="cosine_mse", **options)
    assert again == json.loads(json.dumps(found))
    with pytest.raises(UserError, match="a training with other losses; name another folder"):
        train(files / "all.csv", tmp_path / "out", loss="cosent", **options)


def test_the_own_test_file_is_kept_whole_and_never_trained_on(files, rows, encoder, tmp_path):
    labels = label_kind(rows)
    own = {"test": rows[40:].reset_index(drop=True)}
    parts, said = cut(rows[:45], labels, "train.csv", own)
    assert said["leaked"] == 5, "pairs that stand in the test file are not trained on"
    assert said["rows"] == {"train": 30, "validation": 10, "test": 20}
    assert said["left_out"] == 0
    assert sorted(parts["test"]["sentence1"]) == sorted(own["test"]["sentence1"])
    options = {"encoder": encoder, "progress": False, "epochs": 1, "test": files / "test.csv"}
    found = train(files / "train.csv", tmp_path / "out", **options)
    assert found["data"]["own"] == {"test": "test.csv"}
    assert "|part:all|" in found["signature"]
    with pytest.raises(UserError, match="no such file"):
        train(files / "train.csv", tmp_path / "x", encoder=encoder, validation="none.csv")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"loss": "triplet"}, "needs other data"),
        ({"settings": {"colour": 1.0}}, "colour"),
        ({"lr": float("nan")}, "learning rate .nan. must be"),
        ({"epochs": 0}, "epochs .0. must be"),
        ({"patience": 0}, "patience .0. must be"),
        ({"batch_size": 10**9}, "batch size"),
        ({"seeds": 10**9}, "seeds"),
    ],
)
def test_an_option_that_is_wrong_is_one_sentence(files, encoder, tmp_path, options, words):
    with pytest.raises(UserError, match=words) as error:
        train(files / "all.csv", tmp_path / "out", encoder=encoder, **options)
    assert len(str(error.value).splitlines()) == 1
    assert not (tmp_path / "out").exists()
