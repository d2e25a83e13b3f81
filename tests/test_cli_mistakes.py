"""What goes wrong in a practitioner's day: told before the work, and nothing of theirs is lost."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from stsutils import cli
from stsutils.data import load
from stsutils.encoders import BiEncoder, load_encoder, save
from stsutils.errors import UserError


@pytest.fixture(scope="module")
def encoders(tiny_parts, tmp_path_factory):
    """Two folders: encoders of one size with other weights."""
    import torch

    from stsutils.methods.pretrain import build

    found = []
    for seed in (5, 6):
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            bert = build(len(tiny_parts), 2, 16, 2, 32, 0.1).bert
        folder = tmp_path_factory.mktemp(f"tiny{seed}")
        found.append(str(save(BiEncoder(bert, tiny_parts, max_length=32), folder)))
    return found


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.csv"
    rows = load("demo", "validation").head(30)
    rows[["sentence1", "sentence2", "score"]].to_csv(path, index=False)
    return path


def call(*words):
    done = CliRunner().invoke(cli.app, [str(word) for word in words])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


@pytest.mark.parametrize(
    "words",
    [("encode", "texts"), ("mine", "texts"), ("score", "pairs"), ("ranks", "pairs", "texts")],
)
@pytest.mark.parametrize("where", ["folder", "beneath a file"])
def test_a_place_that_takes_no_file_is_told_before_the_work(
    tmp_path, encoders, pairs, monkeypatch, words, where
):
    texts = tmp_path / "texts.csv"
    texts.write_text("sentence\na cat\na dog\n")
    ending = ".npy" if words[0] == "encode" else ".csv"
    out = tmp_path / f"taken{ending}"
    out.mkdir()
    message = f"taken{ending} is a folder; name a file"
    if where == "beneath a file":
        out, message = pairs / f"x{ending}", "name a place where you may write"
    monkeypatch.setattr(BiEncoder, "encode", None)
    files = {"texts": texts, "pairs": pairs}
    command, *named = words
    with pytest.raises(UserError, match=message):
        call(command, *(files[name] for name in named), "--out", out, "--encoder", encoders[0])


@pytest.mark.parametrize("command", ["score", "evaluate", "verify", "compare"])
def test_an_encoder_that_is_not_there_is_told_before_the_rows_are_read(
    tmp_path, command, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    line = "spearman:1.00|pairs:9|rows:0123456789abcdef|part:all|model:0123456789abcdef|v:1"
    words = (command, *[line] * (command == "verify"), "not-read.csv")
    with pytest.raises(UserError, match="'pairs-compare/model': no such folder"):
        call(*words, "--encoder", "pairs-compare/model")


def test_a_column_of_the_readers_is_not_written_over(tmp_path, encoders, pairs):
    rows = pd.read_csv(pairs)
    rows.assign(cosine=1.0).to_csv(pairs, index=False)
    for words in (("score", pairs), ("ranks", pairs, "demo:test@40")):
        with pytest.raises(UserError, match="has a column 'cosine' already; rename it"):
            call(*words, "--encoder", encoders[0], "--out", tmp_path / "out.csv")
    rows.assign(similar="who?").to_csv(pairs, index=False)
    out = tmp_path / "out.csv"
    assert call("score", pairs, "--encoder", encoders[0], "--out", out).exit_code == 0
    assert set(pd.read_csv(out)["similar"]) == {"who?"}  # without a threshold it is left alone
    with pytest.raises(UserError, match="has a column 'similar' already"):
        call("score", pairs, "--encoder", encoders[0], "--out", out, "--threshold", 0.5)


def test_a_column_s_name_cannot_command_the_terminal(pairs):
    rows = pd.read_csv(pairs)
    rows.assign(**{"\x9b2J\x1b]0;title\x07": 1}).to_csv(pairs, index=False)
    said = call("data", "check", pairs).stdout
    assert "0;title" in said
    assert not set("\x9b\x1b\x07") & set(said)


def test_a_table_of_scores_is_replaced_only_where_it_is_named(
    tmp_path, encoders, pairs, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    words = ("score", pairs, "--encoder", encoders[0])
    assert call(*words).exit_code == 0
    before = (tmp_path / "pairs-scored.csv").read_bytes()
    (tmp_path / "other").mkdir()
    other = tmp_path / "other" / "pairs.csv"
    pd.read_csv(pairs).head(3).to_csv(other, index=False)
    with pytest.raises(UserError, match=r"pairs-scored\.csv is there already.* name one: --out"):
        call("score", other, "--encoder", encoders[0])
    assert (tmp_path / "pairs-scored.csv").read_bytes() == before
    call("score", other, "--encoder", encoders[0], "--out", "pairs-scored.csv")
    assert len(pd.read_csv("pairs-scored.csv")) == 3


def test_scores_that_are_stopped_leave_no_table_and_say_so(tmp_path, encoders, pairs, monkeypatch):
    def stop(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(BiEncoder, "encode", stop)
    done = call("score", pairs, "--encoder", encoders[0], "--out", tmp_path / "s.csv")
    assert done.exit_code == 130
    assert "stopped; nothing is written, and the same command begins anew" in done.output
    assert not (tmp_path / "s.csv").exists()


def test_a_threshold_is_a_cosine(encoders, pairs):
    with pytest.raises(UserError, match=r"--threshold 90.0: give a cosine, from -1 to 1"):
        call("score", pairs, "--encoder", encoders[0], "--threshold", 90)


@pytest.mark.parametrize("ending", ["npy", "parquet"])
def test_vectors_are_those_of_this_encoder_and_these_texts(tmp_path, encoders, ending):
    texts, known = tmp_path / "t.txt", tmp_path / f"v.{ending}"
    lines = ["a cat sat", "the dog ran", "one mat", "a red house"]
    texts.write_text("\n".join(lines))
    call("encode", texts, "--out", known, "--encoder", encoders[0])
    for command in (("search", texts, "a cat"), ("mine", texts, "--out", tmp_path / "m.csv")):
        words = (*command, "--vectors", known)
        assert call(*words, "--encoder", encoders[0]).exit_code == 0
        with pytest.raises(UserError, match="its row 1 is not what this encoder makes"):
            call(*words, "--encoder", encoders[1])
    texts.write_text("\n".join([*lines[:3], "another end"]))
    with pytest.raises(UserError, match="its row 4 is not what this encoder makes"):
        call("search", texts, "x", "--vectors", known, "--encoder", encoders[0])


@pytest.mark.parametrize(
    "content", [np.array([["a"]]), np.arange(16)[None], np.full((1, 16), np.nan), b"", b"PAR1"]
)
def test_vectors_that_are_none_are_one_line(tmp_path, encoders, content):
    texts, known = tmp_path / "t.txt", tmp_path / "v.npy"
    texts.write_text("a cat\n")
    if isinstance(content, bytes):
        known.write_bytes(content)
        known = known.rename(tmp_path / "v.parquet")
    else:
        np.save(known, content)
    with pytest.raises(UserError) as error:
        call("search", texts, "x", "--vectors", known, "--encoder", encoders[0])
    assert str(known) in str(error.value)
    assert len(str(error.value).splitlines()) == 1


def test_a_wrong_name_among_several_is_told_before_any_is_scored(encoders, pairs, capsys):
    with pytest.raises(UserError, match=r"none\.csv: no such file"):
        call("evaluate", pairs, "demo", "none.csv", "--encoder", encoders[0])
    done = call("evaluate", pairs, pairs, "--encoder", encoders[0], "--json")
    assert len(json.loads(done.stdout)) == 1


def test_a_score_on_what_was_trained_on_is_said_to_be_one(encoders, pairs, tmp_path):
    rows = load("demo", "train").head(40)[["sentence1", "sentence2", "score"]]
    rows.to_csv(pairs, index=False)
    words = ("train", pairs, "--encoder", encoders[0], "--out", tmp_path / "o", "--epochs", 1)
    said = call(*words).stdout
    assert "cosent: 1 epoch of 2 steps at most, batches of 16, learning rate 0.0003" in said
    model = tmp_path / "o" / "model"
    assert "was trained on rows of it" in call("evaluate", pairs, "--encoder", model).output
    assert "trained on" not in call("evaluate", "demo", "--encoder", model).output
    for text in ("{}", '{"thresh', "[]", "[" * 100_000, '{"threshold": 7}'):
        (model / "stsutils.json").write_text(text)
        with pytest.raises(UserError, match=r"stsutils\.json can't be read"):
            call("evaluate", pairs, "--encoder", model)


def test_a_score_on_a_part_of_what_was_trained_on_is_said_to_be_one(encoders, pairs, tmp_path):
    rows = load("demo", "train").head(60)[["sentence1", "sentence2", "score"]]
    rows.to_csv(pairs, index=False)
    part, words = tmp_path / "part.csv", ("train", pairs, "--encoder", encoders[0], "--epochs", 1)
    turned = rows.sample(40, random_state=1).set_axis(["sentence2", "sentence1", "score"], axis=1)
    turned.assign(sentence1=turned["sentence1"].str.upper()).to_csv(part, index=False)

    def known(model, *more):
        call(*words, "--out", model.parent, *more)
        said = call("evaluate", part, "--encoder", model).output
        return int(re.search(r"part\.csv: (\d+) of 40 pairs stand among", said)[1])

    model = tmp_path / "o" / "model"
    assert 16 <= known(model) <= 36  # of 36 trained on, 24 not
    assert (model / "trained_on.npy").stat().st_size == 128 + 8 * 36
    assert "`trained_on.npy`: hashes" in (model / "README.md").read_text(encoding="utf-8")
    assert known(tmp_path / "all" / "model", "--all-rows") == 40
    assert "stand among" not in call("evaluate", "demo", "--encoder", model).output
    (model / "trained_on.npy").write_bytes(b"half")
    with pytest.raises(UserError, match=r"trained_on\.npy can't be read .*copy the folder again"):
        call("evaluate", part, "--encoder", model)


def test_similar_pairs_that_were_trained_on_are_known_with_labels_too(encoders, pairs, tmp_path):
    rows = load("demo", "train").head(40)[["sentence1", "sentence2", "score"]]
    rows.drop(columns="score").to_csv(pairs, index=False)
    call("train", pairs, "--encoder", encoders[0], "--out", tmp_path / "o", "--epochs", 1)
    rows.to_csv(pairs, index=False)
    said = call("evaluate", pairs, "--encoder", tmp_path / "o" / "model").output
    assert "24 of 40 pairs stand among those that the encoder was trained on" in said


def test_a_score_on_the_own_validation_rows_is_said_to_be_none_of_a_test(encoders, tmp_path):
    rows = load("demo", "train")[["sentence1", "sentence2", "score"]]
    named = {"train": rows[:60], "validation": rows[60:90], "test": rows[90:120]}
    files = {name: tmp_path / f"{name}.csv" for name in named}
    for name, part in named.items():
        part.to_csv(files[name], index=False)
    words = ("train", files["train"], "--encoder", encoders[0], "--epochs", 1)
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


def test_a_model_of_all_rows_says_whose_score_and_threshold_it_has(encoders, pairs, tmp_path):
    rows = load("demo", "train").head(40)[["sentence1", "sentence2", "score"]]
    rows.to_csv(pairs, index=False)
    out = tmp_path / "o"
    words = ("train", pairs, "--encoder", encoders[0], "--out", out, "--epochs", 1, "--all-rows")
    said = call(*words).stdout
    line, where = said.splitlines()[-2:]
    assert where.endswith(f"without the test rows: verify --encoder {out / 'work' / 'cosent'}")
    line = line.removeprefix("signature: ")
    assert call("verify", line, pairs, "--encoder", out / "work" / "cosent").exit_code == 0
    assert call("verify", line, pairs, "--encoder", out / "model").exit_code == 1
    assert "The model in model/ was trained once more on all rows" in said
    card = (out / "model" / "README.md").read_text(encoding="utf-8")
    assert "Signature of the score, which is not this model's" in card
    assert card.count("trained once more") == 1
    assert "was trained once more on all rows" in (out / "report.html").read_text(encoding="utf-8")
    score = ("score", pairs, "--encoder", out / "model", "--out", tmp_path / "s.csv")
    assert "the threshold of the same training without the test rows" in call(*score).stdout
    assert "all rows" not in call(*score, "--threshold", 0.5).stdout


def test_ranks_take_columns_of_other_names(tmp_path, encoders, pairs):
    rows = pd.read_csv(pairs).set_axis(["q1", "q2", "gold"], axis=1)
    rows.to_csv(pairs, index=False)
    words = ("ranks", pairs, "demo:test@40", "--encoder", encoders[0])
    with pytest.raises(UserError, match="pairs need columns"):
        call(*words)
    said = call(*words, "--columns", "q1=sentence1,q2=sentence2,gold=score").stdout
    assert "rho x 100" in said
    with pytest.raises(UserError, match="or --columns q1=sentence1,THEIRS=sentence2,gold=score"):
        call(*words, "--columns", "q1=sentence1")


def test_the_card_tells_this_model_from_the_mean_of_all(tmp_path, encoders, pairs):
    load("demo", "train").head(60)[["sentence1", "sentence2", "score"]].to_csv(pairs, index=False)
    out = tmp_path / "o"
    words = ("train", pairs, "--encoder", encoders[0], "--out", out, "--epochs", 1, "--seeds", 2)
    call(*words)
    found, card = json.loads((out / "results.json").read_text()), (out / "model" / "README.md")
    text = card.read_text(encoding="utf-8")
    score = float(found["signature"].split(":")[1].split("|")[0])
    assert f"| of this model, as its signature says | {score:.1f} |" in text
    assert "Spearman × 100 on the test pairs, mean of 2 seeds" in text
    assert f'"value": {score / 100:.4f}' in text
    assert load_encoder(str(out / "model")).dimension == 16
