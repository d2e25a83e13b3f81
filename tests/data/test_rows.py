"""Rows: their kinds, mistakes, hash, cuts and names."""

import hashlib
import json
import math

import pandas as pd
import pytest

from stsutils.data import (
    RowsName,
    check_rows,
    content_sha,
    kind_of,
    label_column,
    load,
    overlap,
    remove_leaks,
    split,
    text_columns,
)
from stsutils.ledger import Ledger


def pairs(**changes):
    data = {"sentence1": ["a b", "c", "d"], "sentence2": ["A b", "e", "f"], "score": [5.0, 0.5, 2]}
    return pd.DataFrame({**data, **changes})


HALF = pd.Series(["a", "b\ud800", "c"], dtype=object)  # of a character


@pytest.mark.parametrize(
    ("texts", "more", "kind", "label"),
    [
        ("sentence1 sentence2", "score", "pairs", "score"),
        ("sentence1 sentence2", "label", "pairs", "label"),
        ("anchor positive negative", "label", "triplets", None),
        ("sentence", "label", "texts", "label"),
        ("sentence", "doc_id", "sentences", None),
    ],
)
def test_columns_decide_the_kind(texts, more, kind, label):
    rows = pd.DataFrame({c: ["x"] for c in [*texts.split(), more]})
    assert (kind_of(rows), text_columns(rows)) == (kind, texts.split())
    assert label_column(rows) == label


def test_rows_come_back_tidy_and_text_untouched():
    rows = pairs(score=["5", " 0.5", "2"], genre=["x", "y", "z"])[
        ["genre", "score", "sentence2", "sentence1"]
    ]
    rows.index = [7, 8, 9]
    rows.attrs["name"] = "mine"
    tidy = check_rows(rows, "pairs")
    assert list(tidy.columns) == ["sentence1", "sentence2", "score", "genre"]
    assert list(tidy.index) == [0, 1, 2]
    assert tidy["score"].tolist() == [5.0, 0.5, 2.0]
    assert tidy["score"].dtype == "float64"
    assert tidy.attrs == {"name": "mine"}
    padded = check_rows(pairs(sentence1=["  a ", "é", "x\n y"]))
    assert padded["sentence1"].tolist() == ["  a ", "é", "x\n y"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"sentence2": ["a", "", "c"]}, ["set x, row 2", "'sentence2'", "empty"]),
        ({"sentence2": ["a", " \t", "c"]}, ["row 2", "empty"]),
        ({"sentence1": ["a", "b", None]}, ["row 3", "'sentence1'", "missing"]),
        ({"sentence1": [1, "b", "c"]}, ["row 1", "expected text", "1"]),
        ({"sentence1": HALF}, ["row 2", "position 2", "UTF-8"]),
        ({"score": [1.0, math.nan, 2]}, ["row 2", "'score'", "label is missing"]),
        ({"score": [1.0, 2, math.inf]}, ["row 3", "inf"]),
        ({"score": ["1", "high", "2"]}, ["row 2", "'high'", "decimals"]),
        ({"score": ["1", "1_0", "2"]}, ["row 2", "'1_0'"]),
        ({"score": ["1", "2,5", "2"]}, ["row 2", "point"]),
        ({"score": ["1", "Neutral", "2"]}, ["row 2", "neutral as 1"]),
        ({"score": [10**400, 1, 2]}, ["row 1", "inf"]),
        ({"score": [1, -1e101, 2]}, ["row 2", "-1e+101", "too large for a grade"]),
    ],
)
def test_a_bad_cell_is_named(refused, changes, words):
    message = refused("set x", check_rows, pairs(**changes), "pairs", "set x")
    assert [word for word in words if word not in message] == []
    line = r"set x, row (1 \(line 2|2 \(line 9|3 \(line 10)\), col"
    refused(line, check_rows, pairs(**changes), "pairs", "set x", lines=[2, 9, 10])


def test_labels_are_whole_numbers(refused):
    rows = pairs().rename(columns={"score": "label"})
    refused("whole number", check_rows, rows)
    for given, wanted in (([2.0, 0, 1], [2, 0, 1]), ([True, False, True], [1, 0, 1])):
        tidy = check_rows(rows.assign(label=given))
        assert (tidy["label"].tolist(), tidy["label"].dtype) == (wanted, "int64")


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("sentence1", "sentence_1", "rename 'sentence_1' to 'sentence1'"),
        ("sentence1", "text1", "rename 'text1' to 'sentence1'"),
        ("sentence2", "hypothesis", "rename 'hypothesis' to 'sentence2'"),
        ("score", "Score ", "rename 'Score ' to 'score'"),
        ("score", "label ", "rename 'label ' to 'label'"),
        ("score", "similarity", "rename 'similarity' to 'score'"),
        ("sentence2", "sentance2", "rename 'sentance2' to 'sentence2'"),
    ],
)
def test_a_near_miss_is_guessed(refused, old, new, hint):
    refused(hint, check_rows, pairs().rename(columns={old: new}))


def test_whole_sets_that_are_wrong(refused):
    doubled = pairs()
    doubled.columns = ["sentence1", "sentence1", "score"]
    for rows, words in (
        (doubled, "twice"),
        (pairs().iloc[:0], "no rows"),
        (pd.DataFrame(), "found none"),
        ([1, 2], "DataFrame"),
        (pd.DataFrame({"x": ["a"]}), "pairs need columns"),
    ):
        refused(words, check_rows, rows)
    refused("no kind", check_rows, pairs(), "couples")


@pytest.mark.parametrize("at_once", [1, 2, 100_000])
def test_content_sha_is_the_documented_hash(monkeypatch, at_once):
    monkeypatch.setattr("stsutils.data.rows._AT_ONCE", at_once)
    rows = check_rows(pairs(score=[5, 0.5, 0.1 + 0.2], year=[1, 2, 3]))
    parts = {"sentence1": ["a b", "c", "d"], "sentence2": ["A b", "e", "f"]}
    sha = hashlib.sha256()
    for part in (parts | {"score": ["5", "0.5", "0.3"]}).items():
        sha.update(json.dumps(part, separators=(",", ":")).encode())
    assert content_sha(rows) == sha.hexdigest()


def test_content_sha_sees_content_only():
    sha = content_sha(check_rows(pairs()))
    assert content_sha(check_rows(pairs(genre=["x", "y", "z"]))) == sha
    assert content_sha(check_rows(pairs(score=["5.00", "0.5", "2"]))) == sha
    assert content_sha(pairs().astype({"sentence1": "string"})) == sha
    assert content_sha(check_rows(pairs(score=[5, 0.5, 2.1]))) != sha
    assert content_sha(check_rows(pairs(sentence1=["a b ", "c", "d"]))) != sha
    assert content_sha(check_rows(pairs().iloc[::-1])) != sha


def test_split_keeps_pairs_together_and_does_not_depend_on_row_order():
    n, columns = 400, ["sentence1", "sentence2", "score"]
    cells = [(f"s{i % 100}", f"t{i % 90}", float(i % 6)) for i in range(n)]
    rows = pd.DataFrame(cells, columns=columns)
    swapped = rows.rename(columns={"sentence1": "sentence2", "sentence2": "sentence1"})
    both = pd.concat([rows, swapped], ignore_index=True)
    a, b = split(both, (0.8, 0.2), seed=3)
    assert overlap(a, b) == 0
    assert len(a) + len(b) == len(both)
    assert abs(len(b) / len(both) - 0.2) < 0.01
    c, _ = split(both.sample(frac=1, random_state=1), (0.8, 0.2), seed=3)
    d, _ = split(both, (0.8, 0.2), seed=4)
    first, shuffled, other = (sorted(map(tuple, part.to_numpy())) for part in (a, c, d))
    assert first == shuffled != other
    assert "seed 3" in a.attrs["split"]
    # The canary: a plain cut would have put one pair on both sides.
    assert overlap(both.iloc[: n + 100], both.iloc[n + 100 :]) > 0


def test_split_groups_sentences_by_document():
    rows = pd.DataFrame(
        {"sentence": [f"s{i}" for i in range(60)], "doc_id": [i // 6 for i in range(60)]}
    )
    parts = split(rows, (0.5, 0.3, 0.2), seed=0)
    documents = [set(part["doc_id"]) for part in parts]
    assert sum(len(d) for d in documents) == len(set.union(*documents)) == 10
    for part in parts:
        assert part["sentence"].tolist() == sorted(part["sentence"], key=lambda s: int(s[1:]))


def test_split_refuses_odd_fractions_and_too_few_rows(refused):
    for fractions in ((0.5, 0.6), (1.0,), (1.2, -0.2), ()):
        refused("sum to 1", split, pairs(), fractions, seed=0)
    refused("too few", split, pairs().iloc[:1], (0.5, 0.5), seed=0)


def test_remove_leaks_does_not_mind_order_or_score(refused):
    train = pairs(sentence1=["a", "b", "c"], sentence2=["b", "c", "d"])
    test = pairs(sentence1=["b", "x", "c"], sentence2=["a", "y", "D"], score=[0, 1, 2])
    left = remove_leaks(train, [test])
    assert left["sentence1"].tolist() == ["b", "c"]
    assert len(remove_leaks(train, test)) == 2
    assert overlap(train, test) == overlap(test, train) == 1
    refused("sentence1", overlap, train, pd.DataFrame({"sentence": ["a"]}))


@pytest.mark.usefixtures("benchmarks")
@pytest.mark.parametrize(
    ("name", "one", "other", "shared"),
    [
        ("sick_r", "train", "test", 35),
        ("pawsx_zh", "validation", "test", 22),
        ("stsb", "train", "test", 12),
        ("lcqmc", "validation", "test", 7),
    ],
)
def test_pairs_that_two_splits_share(name, one, other, shared):
    a, b = load(name, one), load(name, other)
    assert overlap(a, b) == shared
    assert overlap(remove_leaks(a, b), b) == 0


def test_every_part_has_its_place():
    name = RowsName.parse("stsb:validation@choose@400|binary>2.5#wmean")
    assert name == RowsName("stsb", "validation", ("choose", 400), "binary>2.5", "wmean")
    assert name.place == "stsb:validation@choose@400"
    assert RowsName.parse("mr:all") == RowsName("mr", "all")


def test_every_name_in_the_records_is_written_back():
    names = set()
    for record in Ledger().records("finetune-1"):
        settings = record.run.settings
        names |= {settings["train"], settings["validation"], *settings["test"]}
    assert len(names) > 30
    assert all(str(RowsName.parse(name)) == name for name in names)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("stsb", "named set:split"),
        (":test", "named set:split"),
        ("stsb:@20", "named set:split"),
        ("stsb:test@dev", "after @ comes train, choose"),
        ("stsb:test@1", "a number of rows"),
        ("stsb:test#median", "mean or wmean"),
    ],
)
def test_what_is_no_name_is_refused(refused, wrong, says):
    refused(says, RowsName.parse, wrong)
