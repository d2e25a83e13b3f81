import pandas as pd
import pytest

from stsutils.data import summary
from stsutils.data.components import (
    folded,
    letters,
    linked_groups,
    pair_numbers,
    sentence_groups,
    sentence_numbers,
    shared_sentences,
    split_apart,
    worth,
)


def pairs(*lines):
    return pd.DataFrame(lines, columns=["sentence1", "sentence2"]).assign(
        score=[float(i) for i in range(len(lines))]
    )


def sentences(part):
    return {folded(s) for c in ("sentence1", "sentence2") for s in part[c]}


def test_sentences_and_pairs_have_numbers_by_what_is_folded_in_either_order():
    rows = pd.DataFrame({"sentence1": ["A cat", "a  CAT", "b"], "sentence2": ["b", "c", "B "]})
    numbers, known = sentence_numbers(rows)
    assert known[numbers].tolist() == [["acat", "acat", "b"], ["b", "c", "b"]]
    one = pd.DataFrame({"sentence1": ["a", "B", "a"], "sentence2": ["b", "a", "c"]})
    other = pd.DataFrame({"sentence1": ["C", "d"], "sentence2": [" a", "a"]})
    mine, theirs = pair_numbers([one, other])
    assert mine[0] == mine[1] != mine[2] == theirs[0] != theirs[1]
    assert len({*mine, *theirs}) == 3


def test_linked_pairs_have_one_key_and_are_numbered_where_the_groups_are_worth_enough():
    rows = pairs(("b", "c"), ("x", "y"), ("a", "b"), ("C ", "d"), ("z", "z"))
    keys = sentence_groups(rows)
    assert keys == ["a", "x", "a", "a", "z"], "c is linked to a through b, capitals aside"
    assert sentence_groups(rows[::-1]) == keys[::-1]
    groups, linked = linked_groups(rows, fewest=2)
    assert groups.tolist() == [0, 1, 0, 0, 2]
    assert linked == 3, "of the pairs b-c, a-b and c-d; the other two stand alone"
    assert worth(groups) == pytest.approx(25 / (9 + 1 + 1))
    assert linked_groups(rows, fewest=25 / 11)[0] is not None
    assert linked_groups(rows, fewest=2.3) == (None, 3)


def test_no_sentence_on_two_sides_where_it_can_be():
    # chains of three: a0-b0, b0-c0, C0-a0 …
    lines = []
    for i in range(40):
        lines += [(f"a {i}", f"b {i}"), (f"b {i}", f"c {i}"), (f"C  {i}", f"A {i}")]
    rows = pairs(*lines)
    parts, apart = split_apart(rows, (0.6, 0.2, 0.2), seed=3)
    assert apart == "sentences"
    assert sum(map(len, parts)) == len(rows)
    assert not sentences(parts[0]) & sentences(parts[1])
    assert not sentences(parts[0]) & sentences(parts[2])
    assert shared_sentences(parts[2], parts[0]) == 0
    assert [len(p) for p in parts] == pytest.approx([72, 24, 24], abs=2)
    for part in parts:  # the row numbers lead back into the file
        back = rows.iloc[part.attrs["rows"]]
        assert back["score"].tolist() == part["score"].tolist()
    again, _ = split_apart(rows, (0.6, 0.2, 0.2), seed=3)
    assert [p["score"].tolist() for p in again] == [p["score"].tolist() for p in parts]


def test_one_query_for_all_falls_back_to_pairs_and_counts(refused):
    lines = [("the query", f"answer {i}") for i in range(50)]
    lines += [(f"Answer {i}", "the query") for i in range(50)]  # each pair again, swapped
    parts, apart = split_apart(pairs(*lines), (0.6, 0.2, 0.2), seed=0)
    assert apart == "pairs"
    answers = [{folded(" ".join(sorted(p))) for p in part.iloc[:, :2].to_numpy()} for part in parts]
    assert not answers[0] & (answers[1] | answers[2])
    assert shared_sentences(parts[2], parts[0]) == len(parts[2]), "all share the query"
    refused("too few", split_apart, pairs(*[("same", "pair")] * 40), (0.6, 0.2, 0.2), seed=0)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("How do I reset it?", "how do I reset it"),
        ("Well-known: yes!", "well known - YES"),
        ("ＡＢＣ１２３", "abc 123"),
        ("你好，世界。", "你好 世界"),
        ("ﬁne “words” ★", "fine words"),
        ("zero\u200bwidth", "zerowidth"),
        ("I love it \u2764\ufe0f", "I love it \u2600\ufe0f"),
        ("Option 1\ufe0f\u20e3", "option 1"),
        ("كتـاب", "كتاب"),
    ],
)
def test_near_duplicates_are_one_sentence(one, other):
    assert letters(one) == letters(other)
    rows = pairs(*[(one, f"p{i}") for i in range(3)], *[(f"q {i}", f"r{i}") for i in range(27)])
    near = rows.assign(sentence1=rows["sentence1"].replace(one, other))
    mine, theirs = pair_numbers([rows, near])
    assert mine.tolist() == theirs.tolist()
    both = pd.concat([rows, near], ignore_index=True)
    parts, apart = split_apart(both, (0.6, 0.2, 0.2), 0)
    assert apart == "sentences"
    assert [shared_sentences(parts[a], parts[b]) for a, b in ((0, 1), (0, 2), (1, 2))] == [0] * 3
    told = "30, 3 of them but for capitals, spaces or signs"
    assert dict(summary(both))["duplicates"].startswith(told)


@pytest.mark.parametrize(
    "both", ["👍👎", "\u2764\ufe0f \u2620\ufe0f", "कल काल", "ขา ข่า", "?!", "34", "ab"]
)
def test_what_differs_in_more_than_signs_is_two_sentences(both):
    one, other = both.split() if " " in both else both
    assert letters(one) != letters(other)
