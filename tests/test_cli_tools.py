"""The practitioner's commands, each on a few rows and a tiny encoder."""

import json
from unittest.mock import DEFAULT, Mock

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from filelock import FileLock
from tokenizers.normalizers import Lowercase

from stsutils.data import load
from stsutils.data.texts import read_texts
from stsutils.encoders import load_encoder
from stsutils.encoders.tokens import pieces_sha
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.methods import corpus
from stsutils.own_pairs import vectors
from stsutils.own_pairs.fitting import numbers_of
from stsutils.own_pairs.vectors import encode_file
from stsutils.statistics import spearman


@pytest.fixture
def texts():
    some = [f"a cat sat on mat {i}" for i in range(1, 25)]
    return ["a cat sat " * 20, *some, "a cat sat on mat 3", "一只 猫"]


@pytest.fixture
def file(tmp_path, texts):
    path = tmp_path / "texts.txt"
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return path


def test_files_and_sets_are_scored(call, encoder, tmp_path):
    rows, path = load("demo", "validation").head(30), tmp_path / "mine.csv"
    rows[["sentence1", "sentence2", "score"]].to_csv(path, index=False)
    words = ("evaluate", path, "--encoder", encoder)
    found, other, two = json.loads(call(*words, "demo", "hand_paraphrase", "--json").stdout)
    rho = spearman(similarity(load_encoder(encoder), rows), rows["score"].to_numpy())
    assert (found["pairs"], found["spearman"]) == (30, pytest.approx(rho))
    assert (other["set"], "auc" in other) == ("demo", False)
    assert two["auc"] == pytest.approx((1 + two["spearman"] / two["ceiling"]) / 2, abs=1e-3)
    assert 0.5 < two["average_precision"] < 1
    assert f"{100 * rho:.2f}" in call(*words).stdout.splitlines()[-1]


def test_training_from_the_command_line_gives_a_model_that_decides(call, trained, tmp_path):
    assert "report:" in trained.said
    found = json.loads((trained.out / "results.json").read_text(encoding="utf-8"))
    assert found["losses"]["cosent"]["loss"]["scale"] == 10
    scored = tmp_path / "scored.csv"
    said = call("score", trained.file, "--encoder", trained.model, "--out", scored).stdout
    assert "no threshold, so no column 'similar': the test pairs of the encoder's folder" in said
    assert "similar" not in pd.read_csv(scored)
    again = json.loads(call(*trained.words, "--out", trained.out, "--json").stdout)
    assert again["candidates"] == found["candidates"]


def test_pairs_without_labels_are_scored(call, encoder, tmp_path):
    path, out = tmp_path / "mine.csv", tmp_path / "scored.csv"
    path.write_text("q1,q2\na cat,a dog\na cat,a cat\n")
    words = ("score", path, "--encoder", encoder, "--out", out)
    words += ("--columns", "q1=sentence1,q2=sentence2")
    assert "no threshold" in call(*words).stdout
    assert list(pd.read_csv(out)) == ["sentence1", "sentence2", "cosine"]
    assert "1 similar" in call(*words, "--threshold", 0.99999, "--replace").stdout
    found = pd.read_csv(out)
    assert found["similar"].tolist() == [0, 1]
    assert found["cosine"][1] == pytest.approx(1.0)


def test_pairs_whose_labels_are_all_empty_are_scored_but_not_trained_on(
    refused, call, encoder, tmp_path
):
    path, out = tmp_path / "mine.csv", tmp_path / "scored.csv"
    path.write_text("sentence1,sentence2,score\n" + "a cat,a dog,\n" * 40)
    call("score", path, "--encoder", encoder, "--out", out)
    assert list(pd.read_csv(out)) == ["sentence1", "sentence2", "score", "cosine"]
    assert "column 'score' is empty; score and ranks take" in " ".join(
        call("data", "check", path).stdout.split()
    )
    for command in ("train", "evaluate", "compare"):
        refused(r"column 'score'.*fill it in", call, command, path, "--encoder", encoder)


@pytest.mark.parametrize("command", ["train", "compare"])
@pytest.mark.parametrize(
    ("columns", "words"),
    [
        (["sentence"], "these rows are sentences; this needs pairs"),
        (["sentence", "label"], "these rows are texts; this needs pairs"),
        (["anchor", "positive", "negative"], "these rows are triplets; this needs pairs"),
        (["sentence1", "sentence2"], "pairs need column 'score' or 'label'"),
        (["sentence1", "sentence2", "is_duplicate"], "or --columns is_duplicate=label"),
        (["question1", "question2", "label"], "or --columns question1=sentence1,question2=sent"),
    ],
)
def test_no_labelled_pairs_is_told(refused, call, encoder, tmp_path, command, columns, words):
    path = tmp_path / "mine.csv"
    labels = dict.fromkeys(("label", "is_duplicate"), [0, 1] * 20)
    table = {column: labels.get(column, f"a {column}") for column in columns}
    pd.DataFrame(table, range(40)).to_csv(path, index=False)
    refused(words, call, command, path, "--encoder", encoder, "--out", tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_own_parts_that_leave_nothing_to_train_with_are_told(call, encoder, trained, tmp_path):
    for part in ("--validation", "--test"):
        with pytest.raises(UserError, match=rf"{part}.: nothing is left to train with. Name other"):
            call("train", trained.file, part, trained.file, "--encoder", encoder, "--out", tmp_path)
    assert not list(tmp_path.iterdir())


def test_what_is_read_is_never_written_over(refused, call, encoder, tmp_path):
    texts, pairs = tmp_path / "texts.csv", tmp_path / "pairs.csv"
    texts.write_text("sentence\na cat\na dog\na mat\n")
    pairs.write_text("sentence1,sentence2\na cat,a dog\na cat,a cat\n")
    vectors_of = tmp_path / "texts.parquet"
    pd.DataFrame({"sentence": ["a cat", "a dog"]}).to_parquet(vectors_of)
    before = {path: path.read_bytes() for path in (texts, pairs, vectors_of)}
    for words in (
        ("encode", vectors_of, "--out", vectors_of),
        ("ranks", pairs, texts, "--out", tmp_path / "." / "texts.csv"),
        ("score", pairs, "--out", pairs),
        ("ranks", pairs, texts, "--out", pairs),
    ):
        refused("that is the file that is read", call, *words, "--encoder", encoder)
    assert {path: path.read_bytes() for path in before} == before


def test_settings_of_a_loss_are_numbers_of_its_own_kind(refused, call, encoder, tmp_path):
    path = tmp_path / "mine.csv"
    load("demo", "train").head(40)[["sentence1", "sentence2", "score"]].to_csv(path, index=False)
    for words, message in (
        (("--set", "scale"), "--set 'scale': write a name and a number"),
        (("--loss", "smooth k2", "--set", "ends=2"), "no number"),
        (("--loss", "InfoNCE", "--set", "chunk=1.5"), "chunk of info_nce is a whole number"),
        (("--loss", "nothing"), "nothing"),
        (("--set", "scale=10", "--set", "scale=20"), "--set 'scale=20': scale is given twice"),
    ):
        refused(message, call, "train", path, *words, "--encoder", encoder, "--out", tmp_path / "x")
    assert numbers_of(["classes=4"], "softmax") == {"classes": 4}
    two = numbers_of(["chunk=64", "temperature=1"], "info_nce")
    assert two == {"chunk": 64, "temperature": 1.0}
    assert isinstance(numbers_of(["scale=10"], "cosent")["scale"], float)


def test_vectors_stopped_at_any_block_are_the_same_and_of_one_file(
    refused, file, texts, encoder, tmp_path, monkeypatch
):
    model, out = load_encoder(encoder), tmp_path / "v.npy"
    monkeypatch.setattr(vectors, "BLOCK", 8)
    encode, whole = model.encode, file.read_bytes()
    stops = [DEFAULT, DEFAULT, KeyboardInterrupt, KeyboardInterrupt, DEFAULT, DEFAULT]
    model.encode = Mock(wraps=encode, side_effect=stops)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            encode_file(model, file, out, progress=False)
        assert not out.exists()
    file.write_bytes(whole.replace(b"mat 1", b"hat 1"))
    refused("made with another file; delete it", encode_file, model, file, out, progress=False)
    file.write_bytes(whole)
    other = load_encoder(encoder)
    other.tokenizer.backend_tokenizer.normalizer = Lowercase()
    refused("made with another tokenizer", encode_file, other, file, out, progress=False)
    news = []
    assert encode_file(model, file, out, progress=False, say=news.append) == (27, 16)
    assert news[0] == "16 texts were encoded before"
    assert news[1].startswith("1 of 27 texts are longer than the 32 tokens"), "before the stop"
    assert [len(call.args[0]) for call in model.encode.mock_calls] == [8, 8, 8, 8, 8, 3]
    assert np.load(out) == pytest.approx(encode(texts), abs=1e-6)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["texts.txt", "v.npy"]


def test_equal_pairs_stand_on_one_side_of_a_threshold(said, encoder, tmp_path):
    same = [f"the cat sat on mat {n}" for n in range(9)]
    pd.DataFrame({"sentence1": same, "sentence2": same}).to_csv(tmp_path / "p.csv", index=False)
    words = ["score", tmp_path / "p.csv", "--encoder", encoder, "--out", tmp_path / "s.csv"]
    assert "0 similar, cosine above 1.0000" in said(*words, "--threshold", 1)
    assert pd.read_csv(tmp_path / "s.csv")["cosine"].tolist() == [1.0] * 9


@pytest.mark.parametrize("ending", ["npy", "parquet"])
def test_a_file_that_shrinks_while_it_is_read_is_told(
    refused, file, encoder, tmp_path, monkeypatch, ending
):
    model, out = load_encoder(encoder), tmp_path / f"v.{ending}"
    monkeypatch.setattr(vectors, "BLOCK", 8)
    encode = model.encode

    def shrinking(texts, **how):
        file.write_text("one line\n")
        return encode(texts, **how)

    model.encode = shrinking
    refused("was changed while it was read; run", encode_file, model, file, out, progress=False)
    assert [path.name for path in tmp_path.iterdir()] == ["texts.txt"]


@pytest.mark.parametrize("ending", ["npy", "parquet"])
def test_a_refusal_leaves_no_part_and_what_was_there(tmp_path, encoder, monkeypatch, ending):
    monkeypatch.setattr(vectors, "BLOCK", 2)
    file, out = tmp_path / "t.txt", tmp_path / f"v.{ending}"
    out.write_text("vectors of before")
    model, options = load_encoder(encoder), {"progress": False}
    for text, more in (("a\nb\nc\n\ne\n", {}), ("", {}), ("a\n", {"precision": "half"})):
        file.write_text(text)
        with pytest.raises(UserError):
            encode_file(model, file, out, **options, **more)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["t.txt", out.name]
    assert out.read_text() == "vectors of before"


@pytest.mark.parametrize(("done", "begun"), [(20, None), (0, b""), (0, b"\x93NUM")])
def test_a_part_that_is_gone_or_without_a_text_is_begun_anew(
    file, texts, encoder, tmp_path, done, begun
):
    model, out = load_encoder(encoder), tmp_path / "v.npy"
    question = {"file": vectors._sha(file), "model": model.sha(), "precision": "float32"}
    question |= {"tokenizer": pieces_sha(model.tokenizer), "ending": ".txt"}
    part, state = vectors.unfinished(out)
    state.write_text(json.dumps(question | {"column": None, "done": done, "cut": 0}))
    if begun is not None:
        part.write_bytes(begun)
    encode, model.encode = model.encode, Mock(side_effect=KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        encode_file(model, file, out, progress=False)
    model.encode = encode
    encode_file(model, file, out, progress=False)
    assert np.load(out) == pytest.approx(encode(texts), abs=1e-6)


def test_the_bar_knows_how_many_texts_there_are(file, encoder, tmp_path, capsys):
    encode_file(load_encoder(encoder), file, tmp_path / "v.npy")
    assert "27/27" in capsys.readouterr().err


def test_a_second_writer_is_told_and_takes_nothing_away(refused, file, encoder, tmp_path):
    model, lock = load_encoder(encoder), tmp_path / ".v.npy.lock"
    with FileLock(lock):
        refused("another process writes", encode_file, model, file, tmp_path / "v.npy")
        assert lock.exists()


def test_parquet_holds_text_and_vector(refused, call, file, texts, encoder, tmp_path, monkeypatch):
    monkeypatch.setattr(vectors, "BLOCK", 10)
    out = tmp_path / "v.parquet"
    assert "27 vectors of 16" in call("encode", file, "--out", out, "--encoder", encoder).stdout
    table = pq.read_table(out)
    assert table["text"].to_pylist() == texts
    found = np.array(table["vector"].to_pylist())
    assert found == pytest.approx(load_encoder(encoder).encode(texts), abs=1e-6)
    refused(r"the ending is \.npy or \.parquet", call, "encode", file, "--out", tmp_path / "v.csv")


def test_a_first_row_that_may_be_a_text_is_told_and_then_read(refused, call, encoder, tmp_path):
    file, out = tmp_path / "a.csv", tmp_path / "v.npy"
    file.write_text("How do I reset it?\nWhere is it?\n")
    words = ("encode", file, "--encoder", encoder, "--out", out, "--replace")
    assert "column 'How do I reset it?'; if it is a text, add --no-header" in call(*words).stdout
    assert len(np.load(out)) == 1
    assert "first row" not in call(*words, "--no-header").stdout
    assert len(np.load(out)) == 2
    table = file.rename(tmp_path / "a.jsonl")
    refused("leave out --no-header", list, read_texts(table, header=False))


@pytest.mark.parametrize("at_hand", [[], [("stsb", "test")]])
def test_pretrain_works_alone_and_its_card_names_what_the_text_was_compared_with(
    call, tmp_path, monkeypatch, at_hand
):
    monkeypatch.setattr(corpus, "tests_at_hand", lambda: at_hand)
    monkeypatch.setattr(corpus, "held_out", set)
    path, out = tmp_path / "mine.txt", tmp_path / "encoder"
    path.write_text("\n".join(load("demo", "train").head(60)["sentence1"]), encoding="utf-8")
    words = ["pretrain", out, "--corpus", path, "--tokens", 500, "--pieces", 200]
    words += ["--layers", 1, "--width", 16, "--most", 40]
    out.mkdir()
    with FileLock(out / ".lock"), pytest.raises(UserError, match="another process pre-trains into"):
        call(*words)
    text = call(*words).output
    done = call("similarity", "a cat", "a cat", "--encoder", out)
    assert float(done.stdout) == pytest.approx(1.0, abs=1e-3)
    assert not (out / ".lock").exists()
    card = (out / "README.md").read_text(encoding="utf-8")
    assert "mine.txt, 40 of each at most" in card
    assert "| layers × width | 1 × 16 |" in card
    assert ("no benchmark is at hand" in text) == (not at_hand)
    assert ("was compared with no benchmark" in card) == (not at_hand)
    assert ("Sentences that stand in stsb:test were left out" in card) == bool(at_hand)
    assert "has seen no similarity label and no benchmark" not in " ".join(card.split())
