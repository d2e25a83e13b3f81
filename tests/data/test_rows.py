import hashlib
import json
import math

import pandas as pd
import pytest

from stsutils.data import (
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
from stsutils.errors import UserError


def pairs(**changes):
    data = {"sentence1": ["a b", "c", "d"], "sentence2": ["A b", "e", "f"], "score": [5.0, 0.5, 2]}
    return pd.DataFrame({**data, **changes})


@pytest.mark.parametrize(
    ("columns", "kind", "texts", "label"),
    [
        (["sentence1", "sentence2", "score"], "pairs", ["sentence1", "sentence2"], "score"),
        (["sentence1", "sentence2", "label"], "pairs", ["sentence1", "sentence2"], "label"),
        (
            ["anchor", "positive", "negative", "label"],
            "triplets",
            ["anchor", "positive", "negative"],
            None,
        ),
        (["sentence", "label"], "texts", ["sentence"], "label"),
        (["sentence", "doc_id"], "sentences", ["sentence"], None),
    ],
)
def test_columns_decide_the_kind(columns, kind, texts, label):
    rows = pd.DataFrame({c: ["x"] for c in columns})
    assert kind_of(rows) == kind
    assert text_columns(rows) == texts
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
        (
            {"sentence1": pd.Series(["a", "b\ud800", "c"], dtype=object)},
            ["row 2", "position 2", "UTF-8"],
        ),
        ({"score": [1.0, math.nan, 2]}, ["row 2", "'score'", "nan"]),
        ({"score": [1.0, 2, math.inf]}, ["row 3", "inf"]),
        ({"score": ["1", "high", "2"]}, ["row 2", "'high'", "decimals"]),
        ({"score": ["1", "1_0", "2"]}, ["row 2", "'1_0'"]),
        ({"score": ["1", "2,5", "2"]}, ["row 2", "point"]),
        ({"score": ["1", "Neutral", "2"]}, ["row 2", "neutral as 1"]),
        ({"score": [10**400, 1, 2]}, ["row 1", "inf"]),
    ],
)
def test_a_bad_cell_is_named(changes, words):
    with pytest.raises(UserError) as error:
        check_rows(pairs(**changes), "pairs", "set x")
    for word in words:
        assert word in str(error.value)
    assert "\n" not in str(error.value)


def test_lines_are_named_when_known():
    with pytest.raises(UserError, match=r"f\.csv, row 2 \(line 9\), column 'sentence1'"):
        check_rows(pairs(sentence1=["a", "", "c"]), where="f.csv", lines=[2, 9, 10])


def test_labels_are_whole_numbers():
    rows = pairs().rename(columns={"score": "label"})
    with pytest.raises(UserError, match="whole number"):
        check_rows(rows)
    rows["label"] = [2.0, 0, 1]
    tidy = check_rows(rows)
    assert tidy["label"].dtype == "int64"
    assert check_rows(pairs().drop(columns="score").assign(label=[True, False, True]))[
        "label"
    ].tolist() == [1, 0, 1]


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
def test_a_near_miss_is_guessed(old, new, hint):
    with pytest.raises(UserError) as error:
        check_rows(pairs().rename(columns={old: new}))
    assert hint in str(error.value)


def test_whole_sets_that_are_wrong():
    doubled = pairs()
    doubled.columns = ["sentence1", "sentence1", "score"]
    for rows, words in (
        (doubled, "twice"),
        (pairs().iloc[:0], "no rows"),
        (pd.DataFrame(), "found none"),
        ([1, 2], "DataFrame"),
        (pd.DataFrame({"x": ["a"]}), "pairs need columns"),
    ):
        with pytest.raises(UserError, match=words):
            check_rows(rows)
    with pytest.raises(UserError, match="no kind"):
        check_rows(pairs(), "couples")


@pytest.mark.parametrize("at_once", [1, 2, 100_000])
def test_content_sha_is_the_documented_hash(monkeypatch, at_once):
    monkeypatch.setattr("stsutils.data.rows._AT_ONCE", at_once)
    rows = check_rows(pairs(score=[5, 0.5, 0.1 + 0.2], year=[1, 2, 3]))
    sha = hashlib.sha256()
    for part in (
        ["sentence1", ["a b", "c", "d"]],
        ["sentence2", ["A b", "e", "f"]],
        ["score", ["5", "0.5", "0.3"]],
    ):
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
    n = 400
    rows = pd.DataFrame(
        {
            "sentence1": [f"s{i % 100}" for i in range(n)],
            "sentence2": [f"t{i % 90}" for i in range(n)],
            "score": [float(i % 6) for i in range(n)],
        }
    )
    swapped = rows.rename(columns={"sentence1": "sentence2", "sentence2": "sentence1"})
    both = pd.concat([rows, swapped], ignore_index=True)
    a, b = split(both, (0.8, 0.2), seed=3)
    assert overlap(a, b) == 0
    assert len(a) + len(b) == len(both)
    assert abs(len(b) / len(both) - 0.2) < 0.01
    c, _ = split(both.sample(frac=1, random_state=1), (0.8, 0.2), seed=3)
    assert sorted(map(tuple, a.to_numpy())) == sorted(map(tuple, c.to_numpy()))
    d, _ = split(both, (0.8, 0.2), seed=4)
    assert sorted(map(tuple, a.to_numpy())) != sorted(map(tuple, d.to_numpy()))
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


@pytest.mark.parametrize("fractions", [(0.5, 0.6), (1.0,), (1.2, -0.2), ()])
def test_split_refuses_odd_fractions(fractions):
    with pytest.raises(UserError, match="sum to 1"):
        split(pairs(), fractions, seed=0)


def test_split_refuses_too_few_rows():
    with pytest.raises(UserError, match="too few"):
        split(pairs().iloc[:1], (0.5, 0.5), seed=0)


def test_remove_leaks_does_not_mind_order_or_score():
    train = pairs(sentence1=["a", "b", "c"], sentence2=["b", "c", "d"])
    test = pairs(sentence1=["b", "x", "c"], sentence2=["a", "y", "D"], score=[0, 1, 2])
    left = remove_leaks(train, [test])
    assert left["sentence1"].tolist() == ["b", "c"]
    assert left.attrs["leaks_removed"] == 1
    assert len(remove_leaks(train, test)) == 2
    assert overlap(train, test) == overlap(test, train) == 1
    with pytest.raises(UserError, match="sentence1"):
        overlap(train, pd.DataFrame({"sentence": ["a"]}))


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
