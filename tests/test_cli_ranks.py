"""``stsutils ranks``."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr

from stsutils import data, encoders
from stsutils.methods.rank_vectors import block_within
from stsutils.statistics import spearman, tie_ceiling


@pytest.fixture(autouse=True)
def tiny_mini(tiny, monkeypatch):
    monkeypatch.setattr(encoders, "load_encoder", lambda name, **how: tiny())


def test_numbers_of_each_pair_and_spearman(said, tiny, pairs, sentences, tmp_path):
    pairs.to_csv(tmp_path / "pairs.csv", index=False)
    texts = [*sentences, *(f"a {word}" for s in sentences for word in s.split())]
    pd.DataFrame({"sentence": texts}).to_csv(tmp_path / "corpus.csv", index=False)
    out = tmp_path / "out.csv"
    words = ["--out", out, "--weight", 0.25, "--exact", "--memory", 0.01]
    text = said("ranks", tmp_path / "pairs.csv", tmp_path / "corpus.csv", *words)
    found, corpus = pd.read_csv(out), list(dict.fromkeys(texts))
    around = tiny().encode(corpus)
    around /= np.linalg.norm(around, axis=1, keepdims=True)
    u, v = (tiny().encode(pairs[c].tolist()) for c in ("sentence1", "sentence2"))
    expected = [spearmanr(around @ a, around @ b).statistic for a, b in zip(u, v, strict=True)]
    np.testing.assert_allclose(found["ranks"], expected, atol=1e-3)  # float32 may swap neighbours
    np.testing.assert_allclose(found["both"], 0.25 * found["ranks"] + 0.75 * found["cosine"])
    assert f"12 pairs around {len(corpus)} sentences" in text
    assert found[["sentence1", "score"]].equals(pairs[["sentence1", "score"]])
    line = next(line for line in text.splitlines() if line.startswith("ranks "))
    assert line.split()[1] == f"{100 * spearman(found['ranks'], pairs['score']):.2f}"
    assert f"(ceiling {100 * tie_ceiling(pairs['score'].to_numpy()):.1f})" in text


def test_pairs_without_labels_around_a_file_of_lines(said, pairs, sentences, tmp_path):
    pairs[["sentence1", "sentence2"]].to_csv(tmp_path / "pairs.csv", index=False)
    (tmp_path / "corpus.txt").write_text("\n".join(sentences), encoding="utf-8")
    text = said("ranks", tmp_path / "pairs.csv", tmp_path / "corpus.txt")
    assert f"12 pairs around {len(set(sentences))} sentences" in text
    assert "on average" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nothing.csv", "demo:test"), "no such file, and no set's rows"),
        (("demo_stories:train", "demo:test"), "holds no pairs"),
        (("demo:test@40", "demo:test", "--memory", "0.001"), "too few for ranks of"),
        (("demo:test@40", "demo:test", "--columns", "a=sentence1"), "--columns is for a file of"),
        (("demo:test@40", "demo:test", "--label-order", "x"), "--label-order is for a file of"),
        (("demo:test@40", "demo:test", "--out", "a.txt"), r"--out a\.txt: the ending is \.csv"),
    ],
)
def test_what_cannot_be_done_is_one_line(refused, said, words, message):
    refused(message, said, "ranks", *words)


@pytest.mark.parametrize("header", ["text,id", "a,5", "sentence1,id"])
def test_a_corpus_without_texts_is_told_what_helps_for_it(refused, said, pairs, tmp_path, header):
    pairs.to_csv(tmp_path / "pairs.csv", index=False)
    (corpus := tmp_path / "corpus.csv").write_text(f"{header}\na cat,1\na dog,2\n")
    words = r"corpus\.csv: a corpus needs a column 'sentence', found .*, or give a \.txt with one"
    message = refused(words, said, "ranks", tmp_path / "pairs.csv", corpus)
    assert "--" not in message
    corpus.write_text("sentence,id\na cat,1\n,2\n")
    refused(r"row 2 \(line 3\), column .sentence.", said, "ranks", tmp_path / "pairs.csv", corpus)


@pytest.mark.parametrize("memory", ["inf", "nan", "1e308"])
def test_a_memory_without_a_bound_is_refused(said, memory):
    assert "--memory" in said("ranks", "demo:test@20", "demo:test@20", "--memory", memory, code=2)


def test_equal_labels_are_told(said, pairs, tmp_path):
    pairs.assign(score=2.5).to_csv(tmp_path / "pairs.csv", index=False)
    text = said("ranks", tmp_path / "pairs.csv", "demo_stories:train@50")
    assert "each score is 2.5: nothing to rank by" in text
    assert "on average" in text
    assert "rho x 100" not in text


def test_sets_by_name_are_downloaded_if_asked_for(said, monkeypatch):
    asked = []
    whole = data.load
    monkeypatch.setattr(data, "load", lambda *names, download: asked.append((*names, download)))
    monkeypatch.setattr("stsutils.recipes.rows.load", whole)
    text = said("ranks", "demo:test@40", "demo_stories:train@50", "--download")
    assert asked == [("demo", "test", True), ("demo_stories", "train", True)]
    assert "40 pairs around 50 sentences" in text
    assert "ceiling" in text


def test_a_block_stays_within_the_memory():
    assert block_within(200, 100_000) == 100
    assert block_within(2.0, 100_000) == 1
    assert block_within(1e6, 100) == 4096
