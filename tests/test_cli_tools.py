"""The practitioner's commands, each on a few rows and a tiny encoder."""

import gzip
import json
import os
import shutil
import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from filelock import FileLock
from typer.testing import CliRunner

from stsutils import cli
from stsutils.cli.train import _settings
from stsutils.data import load
from stsutils.data.texts import read_texts
from stsutils.encoders import BiEncoder, load_encoder, save
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.own_pairs import Course, vectors
from stsutils.own_pairs.neighbours import nearest, similar_pairs
from stsutils.own_pairs.unlabelled import _change, as_text, train_unlabelled
from stsutils.own_pairs.vectors import encode_file


@pytest.fixture(scope="module")
def encoder(tiny_parts, tmp_path_factory):
    import torch

    from stsutils.methods.pretrain import build

    with torch.random.fork_rng():
        torch.manual_seed(5)
        bert = build(len(tiny_parts), 2, 16, 2, 32, 0.1).bert
    return str(save(BiEncoder(bert, tiny_parts, max_length=32), tmp_path_factory.mktemp("tiny")))


@pytest.fixture
def texts():
    return [f"a cat sat on mat {i}" for i in range(25)] + ["a cat sat on mat 3", "一只 猫"]


@pytest.fixture
def file(tmp_path, texts):
    path = tmp_path / "texts.txt"
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return path


def run(*words, code=0):
    done = CliRunner().invoke(cli.app, [str(word) for word in words])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == code, done.output
    return done.stdout


def test_the_version_stands_first():
    assert run("--version").startswith("stsutils ")


def test_a_score_has_a_signature_that_is_true_or_not(encoder, tmp_path):
    rows = load("demo", "validation").head(30)[["sentence1", "sentence2", "score"]]
    path = tmp_path / "mine.csv"
    rows.to_csv(path, index=False)
    (found,) = json.loads(run("evaluate", path, "--encoder", encoder, "--json"))
    assert found["pairs"] == 30
    line = run("evaluate", path, "--encoder", encoder).splitlines()[-1]
    assert line == found["signature"]
    assert "true:" in run("verify", line, path, "--encoder", encoder, "--device", "cpu")
    assert "another model" in run("verify", line, path, "--encoder", "mini", code=1)
    rows[:29].to_csv(path, index=False)
    assert "other rows" in run("verify", line, path, "--encoder", encoder, code=1)
    with pytest.raises(UserError, match=r"none\.csv: no such file"):
        run("evaluate", "none.csv", "--encoder", encoder)


def test_pairs_without_labels_are_scored(encoder, tmp_path):
    path, out = tmp_path / "mine.csv", tmp_path / "scored.csv"
    path.write_text("q1,q2\na cat,a dog\na cat,a cat\n")
    names = "q1=sentence1,q2=sentence2"
    said = run("score", path, "--encoder", encoder, "--out", out, "--columns", names)
    assert "no threshold" in said
    assert list(pd.read_csv(out)) == ["sentence1", "sentence2", "cosine"]
    options = ("--encoder", encoder, "--out", out, "--columns", names, "--threshold", 0.99999)
    assert "1 similar" in run("score", path, *options)
    found = pd.read_csv(out)
    assert found["similar"].tolist() == [0, 1]
    assert found["cosine"][1] == pytest.approx(1.0)


def test_pairs_whose_labels_are_all_empty_are_scored_but_not_trained_on(encoder, tmp_path):
    path, out = tmp_path / "mine.csv", tmp_path / "scored.csv"
    path.write_text("sentence1,sentence2,score\n" + "a cat,a dog,\n" * 40)
    run("score", path, "--encoder", encoder, "--out", out)
    assert list(pd.read_csv(out)) == ["sentence1", "sentence2", "cosine"]
    assert "column 'score' is empty; score and ranks take" in " ".join(
        run("data", "check", path).split()
    )
    for command in ("train", "evaluate", "compare"):
        with pytest.raises(UserError, match=r"column 'score'.*fill (in the labels|it in)"):
            run(command, path, "--encoder", encoder)


def test_training_from_the_command_line_gives_a_model_that_decides(encoder, tmp_path):
    path, out = tmp_path / "mine.csv", tmp_path / "out"
    rows = load("demo", "train").head(40)[["sentence1", "sentence2", "score"]]
    rows.to_csv(path, index=False)
    words = ["train", path, "--loss", "CoSENT", "--set", "scale=10", "--epochs", 1]
    said = run(*words, "--encoder", encoder, "--out", out)
    assert "signature: spearman:" in said
    line = next(one for one in said.splitlines() if one.startswith("signature:")).split()[1]
    assert "true:" in run("verify", line, path, "--encoder", out / "model")
    scored = tmp_path / "scored.csv"
    assert "cosine above" in run("score", path, "--encoder", out / "model", "--out", scored)
    found = json.loads(run(*words, "--encoder", encoder, "--out", out, "--json"))
    assert found["losses"]["cosent"]["loss"]["scale"] == 10
    with pytest.raises(UserError, match="--set 'scale': write a name and a number"):
        run("train", path, "--set", "scale")


@pytest.mark.parametrize("kind", ["triplets", "pairs"])
def test_rows_without_labels_are_trained_on(encoder, tmp_path, kind):
    rows = load("demo", "train").head(40)
    table = pd.DataFrame({"anchor": rows["sentence1"], "positive": rows["sentence2"]})
    table["negative"] = table["positive"].to_numpy()[::-1]
    if kind == "pairs":
        table = table.drop(columns="negative").set_axis(["sentence1", "sentence2"], axis=1)
    path, out = tmp_path / "mine.csv", tmp_path / "out"
    table.to_csv(path, index=False)
    said = run("train", path, "--encoder", encoder, "--out", out, "--epochs", 1)
    assert "without training" in said
    again = run("train", path, "--encoder", encoder, "--out", out, "--epochs", 1)
    assert "finished before" in again
    assert said[said.index("\n\n") :] == again[again.index("\n\n") :], "what came of it"
    found = json.loads((out / "results.json").read_text())
    gain = found["trained"] - found["untrained"]
    assert gain == 0 if found["low"] is None else found["low"] <= gain <= found["high"]
    assert "Difference" in (out / "model" / "README.md").read_text(encoding="utf-8")
    assert load_encoder(str(out / "model")).sha() != load_encoder(encoder).sha()
    with pytest.raises(UserError, match="--loss cosent does not fit"):
        train_unlabelled(path, tmp_path / "x", Course("cosent"), encoder=encoder)
    with pytest.raises(UserError, match=r"epochs .1000000000. must be"):
        run("train", path, "--epochs", 10**9)
    with pytest.raises(UserError, match="has no labels"):
        run("train", path, "--all-rows")


@pytest.mark.parametrize(
    "text", ["", '{"file": "mi', "[]", "null", "[" * 100_000, '{"trained": 1}']
)
def test_damaged_numbers_of_a_training_are_one_line_that_names_the_file(encoder, tmp_path, text):
    path, out = tmp_path / "mine.csv", tmp_path / "out"
    rows = load("demo", "train").head(40)[["sentence1", "sentence2"]]
    rows.to_csv(path, index=False)
    words = ("train", path, "--encoder", encoder, "--out", out, "--epochs", 1)
    (out / "model").mkdir(parents=True)
    (out / ".lock").touch()
    (out / "model" / "stsutils.json").touch()
    (out / "results.json").write_text(text)
    with pytest.raises(UserError, match=r"results\.json can't be read; delete it") as error:
        run(*words)
    assert len(str(error.value).splitlines()) == 1


def test_rows_that_did_not_change_give_no_interval_of_no_width():
    some, all_right = np.array([0.0, 1, 1, 0, 1, 1]), np.ones(6)
    said = {"measure": "rows", "test_rows": 6}
    none = _change(some, some)
    assert (none["low"], none["high"], none["verdict"]) == (None, None, "not shown to be better")
    assert "Difference +0.0, no interval, no test row changed: not" in as_text(said | none)
    every = _change(1 - all_right, all_right)
    assert "+100.0, no interval, every test row changed alike: better" in as_text(said | every)
    one = _change(some, all_right)
    assert one["low"] < one["high"]
    assert "95 % interval" in as_text(said | one)


def test_a_training_whose_model_is_gone_is_made_again(encoder, tmp_path):
    path, out = tmp_path / "mine.csv", tmp_path / "out"
    load("demo", "train").head(40)[["sentence1", "sentence2"]].to_csv(path, index=False)
    words = ("train", path, "--encoder", encoder, "--out", out, "--epochs", 1)
    run(*words)
    before = load_encoder(str(out / "model")).sha()
    shutil.rmtree(out / "model")
    assert "finished before" not in run(*words)
    assert load_encoder(str(out / "model")).sha() == before


def test_rows_without_labels_share_no_sentence_across_the_cut_or_say_so(encoder, tmp_path):
    few = {"epochs": 1, "encoder": encoder, "progress": False}
    path, said = tmp_path / "t.csv", []
    lines = [
        (f"question {i}", f"answer {i}", f"no answer {i} {j}") for i in range(12) for j in range(4)
    ]
    pd.DataFrame(lines, columns=["anchor", "positive", "negative"]).to_csv(path, index=False)
    options = {name: few[name] for name in ("encoder", "progress")}
    found = train_unlabelled(
        path, tmp_path / "a", Course("triplet", epochs=1), say=said.append, **options
    )
    assert found["shared_rows"] == 0
    assert "no sentence is on two sides" in said[-3]
    assert "triplet: 1 epoch of 2 steps at most, batches of 16" in said[-1]
    lines = [("the same question", f"answer {i}") for i in range(40)]
    pd.DataFrame(lines, columns=["sentence1", "sentence2"]).to_csv(path, index=False)
    found = train_unlabelled(
        path, tmp_path / "b", Course("info_nce", epochs=1), say=said.append, **options
    )
    assert found["shared_rows"] == found["test_rows"]
    assert f"{found['test_rows']} test rows have a sentence that is trained on" in said[-3]
    assert "Test rows with a sentence that was trained on" in (
        tmp_path / "b" / "model" / "README.md"
    ).read_text(encoding="utf-8")


def test_a_label_under_another_name_is_not_passed_over(encoder, tmp_path):
    path = tmp_path / "quora.csv"
    rows = load("demo_hard", "train").head(40)
    table = pd.DataFrame({"question1": rows["sentence1"], "question2": rows["sentence2"]})
    table["is_duplicate"] = rows["label"]
    table.to_csv(path, index=False)
    words = ("train", path, "--columns", "question1=sentence1,question2=sentence2")
    with pytest.raises(UserError, match="Is it 'is_duplicate'") as error:
        run(*words, "--encoder", encoder, "--out", tmp_path / "x")
    columns = f"{words[3]},is_duplicate=label"
    assert f"or {columns} for classes" in str(error.value)
    run(*words[:3], columns, "--encoder", encoder, "--out", tmp_path / "y", "--epochs", 1)
    assert not (tmp_path / "x").exists()


def test_rows_that_leave_nothing_to_train_with_are_told_apart(encoder, tmp_path):
    path, pairs = tmp_path / "mine.csv", tmp_path / "pairs.csv"
    options = ("--encoder", encoder, "--out", tmp_path / "x")
    rows = load("demo", "train").head(40)[["sentence1", "sentence2", "score"]]
    for more in ({}, {"label": [0, 1] * 20}, {"class": "a"}):
        rows[["sentence1"]].set_axis(["sentence"], axis=1).assign(**more).to_csv(path, index=False)
        with pytest.raises(UserError, match=r"holds single sentences; .*`stsutils mine` finds"):
            run("train", path, *options)
    rows.to_csv(pairs, index=False)
    for part in ("--validation", "--test"):
        with pytest.raises(UserError, match=rf"{part}.: nothing is left to train with. Name other"):
            run("train", pairs, part, pairs, *options)
    assert not (tmp_path / "x").exists()


def test_what_is_read_is_never_written_over(encoder, tmp_path):
    texts, pairs = tmp_path / "texts.csv", tmp_path / "pairs.csv"
    texts.write_text("sentence\na cat\na dog\na mat\n")
    pairs.write_text("sentence1,sentence2\na cat,a dog\na cat,a cat\n")
    vectors_of = tmp_path / "texts.parquet"
    pd.DataFrame({"sentence": ["a cat", "a dog"]}).to_parquet(vectors_of)
    before = {path: path.read_bytes() for path in (texts, pairs, vectors_of)}
    for words in (
        ("encode", vectors_of, "--out", vectors_of),
        ("mine", texts, "--out", tmp_path / "." / "texts.csv"),
        ("score", pairs, "--out", pairs),
        ("ranks", pairs, texts, "--out", texts),
    ):
        with pytest.raises(UserError, match="that is the file that is read"):
            run(*words, "--encoder", encoder)
    assert {path: path.read_bytes() for path in before} == before


def test_settings_of_a_loss_are_numbers_of_its_own_kind(encoder, tmp_path):
    path = tmp_path / "mine.csv"
    load("demo", "train").head(40)[["sentence1", "sentence2", "score"]].to_csv(path, index=False)
    for words, message in (
        (("--loss", "smooth k2", "--set", "ends=2"), "no number"),
        (("--loss", "InfoNCE", "--set", "chunk=1.5"), "chunk of info_nce is a whole number"),
        (("--loss", "nothing"), "nothing"),
    ):
        with pytest.raises(UserError, match=message):
            run("train", path, *words, "--encoder", encoder, "--out", tmp_path / "x")
    assert _settings(["chunk=64", "temperature=1"], "info_nce") == {"chunk": 64, "temperature": 1.0}
    assert isinstance(_settings(["scale=10"], "cosent")["scale"], float)


def test_a_score_in_half_precision_has_no_signature(encoder, tmp_path):
    path = tmp_path / "mine.csv"
    load("demo", "validation").head(30)[["sentence1", "sentence2", "score"]].to_csv(
        path, index=False
    )
    half = run("evaluate", path, "--encoder", encoder, "--precision", "bfloat16")
    assert "spearman:" not in half


def test_vectors_stopped_at_any_block_are_the_same(file, texts, encoder, tmp_path, monkeypatch):
    model, out = load_encoder(encoder), tmp_path / "v.npy"
    monkeypatch.setattr(vectors, "BLOCK", 8)
    encode, blocks = model.encode, []

    def stop(block, **options):
        blocks.append(len(block))
        if len(blocks) in (3, 4):
            raise KeyboardInterrupt
        return encode(block, **options)

    monkeypatch.setattr(model, "encode", stop)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            encode_file(model, file, out, progress=False)
        assert not out.exists()
    news = []
    assert encode_file(model, file, out, progress=False, say=news.append) == (27, 16)
    assert news == ["16 texts were encoded before"]
    assert blocks == [8, 8, 8, 8, 8, 3]
    assert np.load(out) == pytest.approx(encode(texts), abs=1e-6)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["texts.txt", "v.npy"]


def test_vectors_of_another_file_are_not_mixed(file, encoder, tmp_path, monkeypatch):
    model, out = load_encoder(encoder), tmp_path / "v.npy"
    encode = model.encode
    monkeypatch.setattr(vectors, "BLOCK", 8)

    def stop(block, **options):
        if "mat 8" in block[0]:
            raise KeyboardInterrupt
        return encode(block, **options)

    monkeypatch.setattr(model, "encode", stop)
    with pytest.raises(KeyboardInterrupt):
        encode_file(model, file, out, progress=False)
    file.write_text(file.read_text(encoding="utf-8").replace("mat 1", "hat 1"), encoding="utf-8")
    with pytest.raises(UserError, match="made with another file; delete it"):
        encode_file(model, file, out, progress=False)


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


def test_what_tells_of_a_part_that_is_gone_is_not_believed(file, texts, encoder, tmp_path):
    model, out = load_encoder(encoder), tmp_path / "v.npy"
    question = {"file": vectors._sha(file), "model": model.sha(), "precision": "float32"}
    state = tmp_path / "v.npy.part.json"
    state.write_text(json.dumps(question | {"column": None, "done": 20, "cut": 0}))

    def stop(*args, **options):
        raise KeyboardInterrupt

    encode, model.encode = model.encode, stop
    with pytest.raises(KeyboardInterrupt):
        encode_file(model, file, out, progress=False)
    model.encode = encode
    encode_file(model, file, out, progress=False)
    assert np.load(out) == pytest.approx(encode(texts), abs=1e-6)


def test_the_bar_knows_how_many_texts_there_are(file, encoder, tmp_path, capsys):
    encode_file(load_encoder(encoder), file, tmp_path / "v.npy")
    assert "27/27" in capsys.readouterr().err


def test_a_second_writer_is_told_and_takes_nothing_away(file, encoder, tmp_path):
    model, lock = load_encoder(encoder), tmp_path / ".v.npy.lock"
    with FileLock(lock):
        with pytest.raises(UserError, match="another process writes"):
            encode_file(model, file, tmp_path / "v.npy", progress=False)
        assert lock.exists()


def test_parquet_holds_text_and_vector(file, texts, encoder, tmp_path, monkeypatch):
    monkeypatch.setattr(vectors, "BLOCK", 10)
    out = tmp_path / "v.parquet"
    assert "27 vectors of 16" in run("encode", file, "--out", out, "--encoder", encoder)
    table = pq.read_table(out)
    assert table["text"].to_pylist() == texts
    found = np.array(table["vector"].to_pylist())
    assert found == pytest.approx(load_encoder(encoder).encode(texts), abs=1e-6)
    with pytest.raises(UserError, match=r"the ending is \.npy or \.parquet"):
        run("encode", file, "--out", tmp_path / "v.csv", "--encoder", encoder)


def test_texts_are_read_alike_from_every_kind_of_file(tmp_path, texts):
    rows = pd.DataFrame({"id": range(len(texts)), "sentence": texts})
    rows.to_csv(tmp_path / "a.csv", index=False)
    rows.to_csv(tmp_path / "b.csv", index=False, sep=";")
    rows.to_csv(tmp_path / "a.tsv", index=False, sep="\t")
    rows.to_csv(tmp_path / "a.csv.gz", index=False)
    rows.to_parquet(tmp_path / "a.parquet")
    rows.to_json(tmp_path / "a.jsonl", orient="records", lines=True)
    rows.to_json(tmp_path / "a.json", orient="records")
    (tmp_path / "a.txt").write_bytes("\r\n".join(texts).encode("utf-8-sig"))
    for path in tmp_path.iterdir():
        assert list(read_texts(path)) == texts, path.name
    assert list(read_texts(tmp_path / "a.csv", "id"))[:2] == ["0", "1"]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.txt", b"one\n\ntwo\n", r"row 2 \(line 2\): the sentence is empty"),
        ("a.txt", b"one\ncaf\xe9\n", r"line 2: byte 8 \(0xe9\) is not UTF-8"),
        ("a.csv", b"PK\x03\x04", "its ending says csv, its bytes say a zip or Excel file"),
        ("a.csv", b'sentence\n"x\n', "line 2: a double quote opens here and never closes"),
        ("a.jsonl", b'{"sentence": "x"}\n{"text": "y", "b": 1}\n', "line 2: no column 'sentence'"),
        ("a.csv", b"a,b\nx,y\n", "no column 'sentence', found 'a', 'b'; name one with --column"),
        ("a.csv", b"sentence,b\nx\n", r"row 1 \(line 2\): 1 cell, the header has 2"),
        ("a.jsonl", b'{"sentence": 5}\n', r"row 1 \(line 1\), column 'sentence': expected text"),
        ("a.jsonl", b"[1]\n", r"row 1 \(line 1\): expected an object"),
        ("a.parquet", b"PAR1", "not a readable parquet file"),
        ("a.csv.gz", gzip.compress(b"sentence\nx\n", mtime=0)[:-4], "gzip file ends in the middle"),
        ("a.pdf", b"x", "the ending '.pdf' is not one I read"),
    ],
)
def test_texts_that_are_none_are_one_line(tmp_path, name, content, words):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UserError, match=words) as error:
        list(read_texts(tmp_path / name))
    assert len(str(error.value).splitlines()) == 1


def test_the_nearest_and_the_most_similar_by_brute_force(monkeypatch, tmp_path):
    from stsutils.own_pairs import neighbours

    monkeypatch.setattr(neighbours, "BLOCK", 7)
    monkeypatch.setattr(neighbours, "WIDE", 11)
    random = np.random.default_rng(0)
    unit = random.normal(size=(40, 5)).astype(np.float32)
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    cosines = unit @ unit.T
    assert [row for row, _ in nearest(unit, unit[3], 4)] == np.argsort(-cosines[3])[:4].tolist()
    every = sorted((-cosines[i, j], i, j) for i in range(40) for j in range(i + 1, 40))
    assert [(i, j) for i, j, _ in similar_pairs(unit, 9)] == [(i, j) for _, i, j in every[:9]]
    above = [(i, j) for c, i, j in every if -c > 0.8]
    assert [(i, j) for i, j, _ in similar_pairs(unit, 500, 0.8)] == above
    assert len(nearest(unit, unit[0], 99)) == 40
    file, some = tmp_path / "long.npy", np.arange(1, 40, 2)
    np.save(file, unit * random.uniform(0.1, 9, (40, 1)).astype(np.float32))
    mapped = np.load(file, mmap_mode="r")
    odd = [(i, j) for _, i, j in every if i % 2 and j % 2]
    assert [(i, j) for i, j, _ in similar_pairs(mapped, 9, rows=some)] == odd[:9]
    assert nearest(mapped, unit[3], 4)[0] == (3, pytest.approx(1))


def test_search_and_mine(file, texts, encoder, tmp_path):
    found = json.loads(run("search", file, texts[26], "-k", 2, "--encoder", encoder, "--json"))
    assert found[0]["row"] == 27
    assert found[0]["cosine"] == pytest.approx(1.0, abs=1e-3)
    known = tmp_path / "v.npy"
    run("encode", file, "--out", known, "--encoder", encoder)
    again = run("search", file, texts[26], "-k", 2, "--encoder", encoder, "--vectors", known)
    assert "row 27  一只 猫" in again
    packed = tmp_path / "v.parquet"
    run("encode", file, "--out", packed, "--encoder", encoder)
    assert (
        run("search", file, texts[26], "-k", 2, "--encoder", encoder, "--vectors", packed) == again
    )
    out = tmp_path / "pairs.csv"
    said = run("mine", file, "--out", out, "--encoder", encoder, "--most", 5)
    assert "5 pairs of 26 different texts" in said
    assert "more pairs are above 0.5: --most is 5" in said
    said = run("mine", file, "--out", tmp_path / "all.csv", "--encoder", encoder)
    assert "--most" not in said
    said = run("mine", file, "--out", tmp_path / "no.csv", "--encoder", encoder, "--above", 1)
    assert "0 pairs of 26 different texts\nno pair is above 1: lower --above" in said
    pairs = pd.read_csv(out)
    model = load_encoder(encoder)
    assert pairs["cosine"].tolist() == pytest.approx(similarity(model, pairs), abs=1e-4)
    np.save(known, np.zeros((3, 16)))
    with pytest.raises(UserError, match="3 × 16 numbers; the texts and the encoder make 27 × 16"):
        run("search", file, "x", "--encoder", encoder, "--vectors", known)


def test_pretrain_from_a_file_of_texts(tmp_path):
    path, out = tmp_path / "mine.txt", tmp_path / "encoder"
    rows = load("demo", "train").head(60)
    path.write_text("\n".join(dict.fromkeys(rows["sentence1"])), encoding="utf-8")
    options = ["--tokens", "500", "--pieces", "200", "--layers", "1", "--width", "16"]
    run("pretrain", out, "--corpus", path, *options)
    assert load_encoder(str(out)).dimension == 16


def test_a_second_pretrain_into_one_folder_is_told_and_a_dead_one_blocks_nothing(tmp_path):
    path, out = tmp_path / "mine.txt", tmp_path / "encoder"
    path.write_text("\n".join(load("demo", "train").head(60)["sentence1"]), encoding="utf-8")
    options = ["--tokens", "500", "--pieces", "200", "--layers", "1", "--width", "16"]
    code = (
        "import sys, pathlib; from stsutils.locks import alone\n"
        "with alone(pathlib.Path(sys.argv[1]), ''): print('held', flush=True); sys.stdin.read()"
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    words = [sys.executable, "-c", code, str(out / ".lock")]
    with subprocess.Popen(words, **pipes) as other:
        assert other.stdout.readline().strip() == b"held"
        with pytest.raises(UserError, match=r"another process pre-trains into .*encoder; wait"):
            run("pretrain", out, "--corpus", path, *options)
        assert [one.name for one in out.iterdir()] == [".lock"]
        other.kill()
    run("pretrain", out, "--corpus", path, *options)
    assert load_encoder(str(out)).dimension == 16
    assert not (out / ".lock").exists()


@pytest.mark.skipif(os.name != "posix", reason="limits of a process")
def test_a_full_disk_stops_pretrain_in_one_line(tmp_path):
    code = (
        "import resource, sys\n"
        "from stsutils.cli import main\n"
        "sys.argv = 'stsutils pretrain out --corpus demo:train --most 40 --tokens 500 "
        "--pieces 200 --layers 1 --width 16'.split()\n"
        "for size in (9_000, resource.RLIM_INFINITY):\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))\n"
        "    try:\n"
        "        main()\n"
        "    except SystemExit as left:\n"
        "        print('left with', left.code, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    lines = [one for one in done.stderr.splitlines() if one.startswith(("error", "left"))]
    assert [one[:11] for one in lines] == ["error: out:", "left with 2", "left with 0"], done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "out" / "model.safetensors").exists()


def test_a_damaged_file_of_texts_is_one_line_that_names_it(tmp_path):
    packed = bytearray(gzip.compress(("a cat sat on the mat\n" * 400).encode()))
    packed[len(packed) // 2] ^= 0xFF
    (tmp_path / "a.txt.gz").write_bytes(bytes(packed))
    (tmp_path / "b.jsonl").write_text('{"sentence": "a \\ud83d cat"}\n')
    pd.DataFrame({"sentence": ["a cat " * 50] * 500}).to_parquet(tmp_path / "c.parquet")
    whole = bytearray((tmp_path / "c.parquet").read_bytes())
    whole[60:90] = b"x" * 30
    (tmp_path / "c.parquet").write_bytes(bytes(whole))
    for name in ("a.txt.gz", "b.jsonl", "c.parquet"):
        with pytest.raises(UserError, match=name):
            list(read_texts(tmp_path / name))
