"""What goes wrong in a practitioner's day: told before the work, and nothing of theirs is lost."""

import json
import re
import shutil
from unittest.mock import Mock

import numpy as np
import pandas as pd
import pytest

from stsutils.data import load
from stsutils.encoders import BiEncoder, load_encoder
from stsutils.errors import UserError

COLUMNS = ["sentence1", "sentence2", "score"]


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.csv"
    load("demo", "validation").head(30)[COLUMNS].to_csv(path, index=False)
    return path


@pytest.fixture
def texts(tmp_path):
    path = tmp_path / "texts.txt"
    path.write_text("a cat\na dog\n")
    return path


@pytest.mark.parametrize("command", ["encode", "score", "ranks"])
def test_a_place_that_takes_no_file_is_told_before_the_work(
    refused, call, tmp_path, encoder, pairs, texts, monkeypatch, command
):
    monkeypatch.setattr(BiEncoder, "encode", None)
    read = {"encode": [texts], "score": [pairs], "ranks": [pairs, texts]}[command]
    ending = ".npy" if command == "encode" else ".csv"
    (folder := tmp_path / f"taken{ending}").mkdir()
    for out, message in (
        (folder, f"taken{ending} is a folder; name a file"),
        (pairs / f"x{ending}", "name a place where you may write"),
    ):
        refused(message, call, command, *read, "--out", out, "--encoder", encoder)


@pytest.mark.parametrize("command", ["score", "evaluate", "train", "compare"])
def test_an_encoder_that_is_not_there_is_told_before_the_rows_are_read(
    call, tmp_path, command, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match="'pairs-compare/model': no such folder"):
        call(command, "not-read.csv", "--encoder", "pairs-compare/model")


def test_a_column_of_the_readers_is_not_written_over(refused, call, tmp_path, encoder, pairs):
    rows, out = pd.read_csv(pairs), tmp_path / "out.csv"
    score = ("score", pairs, "--encoder", encoder, "--out", out)
    rows.assign(cosine=1.0).to_csv(pairs, index=False)
    for words in (score, ("ranks", pairs, "demo:test@40", *score[2:])):
        refused("has a column 'cosine' already; rename it", call, *words)
    rows.assign(both=1).to_csv(pairs, index=False)
    refused("has a column 'both' already", call, *words)
    rows.assign(similar="who?").to_csv(pairs, index=False)
    call(*score)
    assert set(pd.read_csv(out)["similar"]) == {"who?"}  # without a threshold it is left alone
    refused("has a column 'similar' already", call, *score, "--replace", "--threshold", 0.5)


def test_a_column_s_name_cannot_command_the_terminal(call, pairs):
    rows = pd.read_csv(pairs)
    rows.assign(**{"\x9b2J\x1b]0;title\x07": 1}).to_csv(pairs, index=False)
    said = call("data", "check", pairs).stdout
    assert "0;title" in said
    assert not set("\x9b\x1b\x07") & set(said)


def test_a_file_that_is_there_is_replaced_only_where_it_is_said(
    refused, call, tmp_path, encoder, pairs, texts, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    words = ("score", pairs, "--encoder", encoder)
    call(*words)
    before = (tmp_path / "pairs-scored.csv").read_bytes()
    (tmp_path / "other").mkdir()
    other = tmp_path / "other" / "pairs.csv"
    pd.read_csv(pairs).head(3).to_csv(other, index=False)
    named = ("--encoder", encoder, "--out", "pairs-scored.csv")
    score = ("score", other, "--encoder", encoder)
    for words in (score, ("score", other, *named), ("ranks", other, texts, *named)):
        refused(r"pairs-scored\.csv is there already.*add --replace", call, *words)
    assert (tmp_path / "pairs-scored.csv").read_bytes() == before
    call("score", other, *named, "--replace")
    assert len(pd.read_csv("pairs-scored.csv")) == 3
    call("ranks", other, texts, *named, "--replace")
    assert "ranks" in pd.read_csv("pairs-scored.csv")
    (tmp_path / "v.npy").write_text("mine")
    words = ("encode", texts, "--encoder", encoder, "--out", "v.npy")
    refused("is there already", call, *words)
    call(*words, "--replace")
    assert np.load("v.npy").shape == (2, 16)


def test_stopped_scores_leave_no_table_and_say_so(call, tmp_path, encoder, pairs, monkeypatch):
    monkeypatch.setattr(BiEncoder, "encode", Mock(side_effect=KeyboardInterrupt))
    done = call("score", pairs, "--encoder", encoder, "--out", tmp_path / "s.csv", code=130)
    assert "stopped; nothing is written, and the same command begins anew" in done.output
    assert not (tmp_path / "s.csv").exists()


def test_a_wrong_threshold_or_name_is_told_and_one_name_twice_is_one(refused, call, encoder, pairs):
    refused("--threshold 90.0: give a cosine, from -1 to", call, "score", pairs, "--threshold", 90)
    refused(r"none\.csv: no such file", call, "evaluate", pairs, "demo", "none.csv")
    done = call("evaluate", pairs, pairs, "--encoder", encoder, "--json")
    assert len(json.loads(done.stdout)) == 1


def test_a_score_on_what_was_trained_on_is_said_to_be_one(refused, call, trained, tmp_path):
    assert "cosent: 1 epoch of 3 steps at most, batches of 16, learning rate 0.0003" in trained.said
    said = call("evaluate", trained.file, "--encoder", trained.model).output
    assert "was trained on rows of it" in said
    assert "trained on" not in call("evaluate", "demo", "--encoder", trained.model).output
    model = shutil.copytree(trained.model, tmp_path / "model")
    for text in ("{}", '{"thresh', "[]", "[" * 100_000, '{"threshold": 7}'):
        (model / "stsutils.json").write_text(text)
        refused(r"stsutils\.json can't be read", call, "evaluate", trained.file, "--encoder", model)


def test_a_score_on_a_part_of_what_was_trained_on_is_said_to_be_one(
    call, trained, trained_on_all, tmp_path
):
    part, rows = tmp_path / "part.csv", pd.read_csv(trained.file)
    turned = rows.sample(40, random_state=1).set_axis(["sentence2", "sentence1", "score"], axis=1)
    turned.assign(sentence1=turned["sentence1"].str.upper()).to_csv(part, index=False)

    def known(model):
        said = call("evaluate", part, "--encoder", model).output
        assert re.search(r"\d+ of 40 pairs stand among those that chose", said)
        return int(re.search(r"part\.csv: (\d+) of 40 pairs stand among", said)[1])

    assert 16 <= known(trained.model) <= 36  # of 36 trained on, 24 not
    assert (trained.model / "trained_on.npy").stat().st_size == 128 + 8 * 36
    card = (trained.model / "README.md").read_text(encoding="utf-8")
    assert "`trained_on.npy`, `chosen_with.npy`: hashes" in card
    assert known(trained_on_all.model) == 40
    assert "stand among" not in call("evaluate", "demo", "--encoder", trained.model).output
    model = shutil.copytree(trained.model, tmp_path / "model")
    (model / "trained_on.npy").write_bytes(b"half")
    with pytest.raises(UserError, match=r"trained_on\.npy can't be read .*copy the folder again"):
        call("evaluate", part, "--encoder", model)


def test_pairs_that_chose_the_epoch_are_known_in_another_file(call, trained, tmp_path):
    part, own = tmp_path / "part.csv", tmp_path / "own.csv"
    rows = load("demo", "validation").head(20)[["sentence1", "sentence2", "score"]]
    rows.to_csv(own, index=False)
    words = ["--epochs", 1, "--encoder", trained.model, "--batch-size", 16, "--validation", own]
    call("train", trained.file, *words, "--out", tmp_path / "out")
    rows.sample(12, random_state=1).to_csv(part, index=False)
    said = call("evaluate", part, "--encoder", tmp_path / "out" / "model").output
    assert "12 of 12 pairs stand among those that chose the encoder's best epoch" in said


def test_equal_texts_are_tied_not_ranked_by_noise(call, encoder, tmp_path):
    same = [f"a text, number {i}" for i in range(40)]
    rows = pd.DataFrame({"sentence1": [*same, "a cat", "b"], "sentence2": [*same, "a dog", "c d"]})
    rows.assign(label=[1, 0] * 20 + [0, 0]).to_csv(tmp_path / "e.csv", index=False)
    told = json.loads(call("evaluate", tmp_path / "e.csv", "--encoder", encoder, "--json").stdout)
    assert told[0]["auc"] == pytest.approx(12 / 22)  # 20 ties of 22 count half


def test_grades_that_differ_by_noise_are_equal(call, encoder, pairs, tmp_path):
    rows, noisy = pd.read_csv(pairs), tmp_path / "noisy.csv"
    rows.assign(score=rows["score"] * (1 + 1e-15 * rows.index) + 1e-17).to_csv(noisy, index=False)
    told = call("evaluate", pairs, noisy, "--encoder", encoder, "--json").stdout
    one, other = json.loads(told)
    assert one["ceiling"] == other["ceiling"] < 1
    assert one["spearman"] == other["spearman"]


@pytest.mark.parametrize("command", [["data", "check"], ["evaluate"]])
def test_what_is_odd_about_labels_is_told_by_whoever_reads_them(said, encoder, tmp_path, command):
    rows = load("demo", "validation").head(60)[["sentence1", "sentence2", "score"]]
    rows.loc[::12, "score"] = 999
    rows.assign(label=1).to_csv(tmp_path / "a.csv", index=False)
    more = ["--encoder", encoder] if command == ["evaluate"] else []
    told = " ".join(said(*command, tmp_path / "a.csv", *more).split())
    assert "999 is far from all others" in told
    assert ("the column score is taken, not label" in told) == bool(more)


def test_a_group_of_labels_is_told(refused, call, trained, encoder):
    words = ("--group", "score", "--repeats", "mean", "--encoder", encoder)
    refused("these are the labels", call, "train", trained.file, *words)


def test_a_folder_above_a_model_and_one_in_place_of_a_file_are_told(refused, call, trained):
    refused(r"name .*model", call, "evaluate", trained.file, "--encoder", trained.out)
    refused("is a folder", call, "evaluate", trained.out)


def test_a_model_of_all_rows_says_whose_score_and_threshold_it_has(call, trained_on_all, tmp_path):
    out, model, said = trained_on_all.out, trained_on_all.model, trained_on_all.said
    assert f"scored:    {out / 'work' / 'cosent'}, without the test rows" in said
    assert "The model in model/ was trained once more on all rows" in said
    scored = json.loads((out / "results.json").read_text(encoding="utf-8"))["scored"]
    assert scored["folder"] == "work/cosent"
    assert scored["model"] == load_encoder(str(out / "work" / "cosent")).sha()
    assert scored["model"] != load_encoder(str(model)).sha()
    card = (model / "README.md").read_text(encoding="utf-8")
    assert "The model that was scored is kept in `work/cosent`" in card
    assert card.count("trained once more") == 1
    assert "was trained once more on all rows" in (out / "report.html").read_text(encoding="utf-8")
    score = ("score", trained_on_all.file, "--encoder", model, "--out", tmp_path / "s.csv")
    score += ("--replace",)
    aimed = call(*score, "--threshold-for", "precision=0.1").stdout
    assert "the threshold of the same training without the test rows" in aimed
    assert "all rows" not in call(*score, "--threshold", 0.5).stdout


def test_the_card_tells_this_model_from_the_mean_of_all(trained):
    found = json.loads((trained.out / "results.json").read_text(encoding="utf-8"))
    text = (trained.model / "README.md").read_text(encoding="utf-8")
    score = found["candidates"][1]["test"][found["chosen"]["seed"]]
    assert f"| of this model | {100 * score:.1f} |" in text
    assert "Spearman × 100 on the test pairs, mean of 2 seeds" in text
    assert f"value: {score:.4f}".rstrip("0") in text


def test_a_score_on_the_own_validation_rows_is_said_to_be_none_of_a_test(call, encoder, tmp_path):
    rows, files = load("demo", "train")[COLUMNS], {}
    for name, start in (("train", 0), ("validation", 60), ("test", 120)):
        files[name] = tmp_path / f"{name}.csv"
        rows[start : start + 60].to_csv(files[name], index=False)
    words = ("train", files["train"], "--encoder", encoder, "--epochs", 1)
    words += ("--validation", files["validation"], "--test", files["test"])

    def said(*more):
        model = tmp_path / str(len(more)) / "model"
        call(*words, *more, "--out", model.parent)
        return [call("evaluate", one, "--encoder", model).output for one in files.values()]

    train, validation, test = said()
    assert "was trained on rows of it" in train
    assert "best epoch was chosen with these rows. This is no test score" in validation
    assert "no test score" not in test
    assert all("was trained on rows of it" in one for one in said("--all-rows"))


def test_what_has_no_order_gets_no_number_and_what_is_left_out_is_told(call, tmp_path, encoder):
    rows = pd.DataFrame({"sentence1": "a", "sentence2": "a", "label": [0, 1] * 5})
    rows["meta"] = [[1, {"t": 2}]] * 10
    rows.assign(sentence1=["", *"a" * 9]).to_json(tmp_path / "p.json", orient="records")
    words = (tmp_path / "p.json", "--drop-missing", "--encoder", encoder)
    scored = tmp_path / "s.csv"
    found = call("evaluate", *words)
    assert "all similarities are equal" in found.stderr
    assert found.stdout.split()[-2] == "none"
    assert "both: all similarities are equal" in call("ranks", *words, "demo:test@40").stderr
    assert "left out: 1" in found.stderr
    assert "left out: 1" in call("score", *words, "--out", scored).stderr
    assert json.loads(pd.read_csv(scored)["meta"][0]) == [1, {"t": 2}]


def test_ranks_take_columns_of_other_names(refused, call, tmp_path, encoder, pairs):
    pd.read_csv(pairs).set_axis(["q1", "q2", "gold"], axis=1).to_csv(pairs, index=False)
    words = ("ranks", pairs, "demo:test@40", "--encoder", encoder)
    refused("pairs need columns", call, *words)
    assert "rho x 100" in call(*words, "--columns", "q1=sentence1,q2=sentence2,gold=score").stdout
    wanted = "or --columns q1=sentence1,THEIRS=sentence2,gold=score"
    refused(wanted, call, *words, "--columns", "q1=sentence1")
    pd.read_csv(pairs).assign(score="old").to_csv(pairs, index=False)
    how = ("--columns", "q1=sentence1,q2=sentence2,gold=score")
    assert "not read: score: another column has this name now" in call(*words, *how).stderr
    assert "not read    score: another column" in call("data", "check", pairs, *how).stdout
