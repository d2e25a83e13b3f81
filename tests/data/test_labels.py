import numpy as np
import pandas as pd
import pytest

from stsutils.data import label_column, relabel, with_label_noise


def graded(scores=(0.0, 2.5, 2.6, 5.0), span=(0.0, 5.0)):
    rows = pd.DataFrame({"sentence1": "a", "sentence2": "b", "score": scores, "genre": "g"})
    rows.attrs = {"name": "mine", **({"range": span} if span else {})}
    return rows


def values(rows):
    return rows[label_column(rows)].tolist()


def test_raw_changes_nothing_and_the_original_stays():
    rows, before = graded(), graded()
    same = relabel(rows, "raw")
    pd.testing.assert_frame_equal(same, rows)
    assert same.attrs == {"name": "mine", "range": (0.0, 5.0)}
    assert relabel(graded(span=None), "raw").attrs == {"name": "mine"}
    for how in ("raw", "unit", "unit_range", "binary>1", "floor"):
        changed = relabel(rows, how)
        assert changed is not rows
        changed["genre"] = "changed"
    pd.testing.assert_frame_equal(rows, before)


def test_unit_divides_by_the_highest_score_and_unit_range_fills_zero_to_one():
    """The one as the papers' code does."""
    assert values(relabel(graded(), "unit")) == [0, 0.5, 0.52, 1]
    assert values(relabel(graded(span=None), "unit", range=(0, 10))) == [0, 0.25, 0.26, 0.5]
    for how, wanted in (("unit", [0.2, 0.6, 1.0]), ("unit_range", [0, 0.5, 1])):
        sick = relabel(graded((1.0, 3.0, 5.0), (1.0, 5.0)), how)
        assert (values(sick), sick.attrs["range"]) == (wanted, (wanted[0], 1.0))


def test_nli_unit_halves_and_moves_to_score():
    rows = graded((0, 1, 2), (0.0, 2.0)).rename(columns={"score": "label"})
    unit = relabel(rows, "unit")
    assert list(unit.columns) == ["sentence1", "sentence2", "score", "genre"]
    assert values(unit) == [0, 0.5, 1]


def test_binary_is_strictly_above_and_floor_gives_whole_classes():
    rows = relabel(graded(), "binary>2.5")
    assert list(rows.columns) == ["sentence1", "sentence2", "label", "genre"]
    assert values(relabel(graded(span=None), "binary> 3")) == [0, 0, 0, 1]
    assert values(relabel(graded(), "binary>-1")) == [1, 1, 1, 1]
    floor = relabel(graded((0.0, 0.99, 4.2, 5.0)), "floor")
    assert (values(rows), values(floor)) == ([0, 0, 1, 1], [0, 0, 4, 5])
    assert rows["label"].dtype == floor["label"].dtype == "int64"


@pytest.mark.parametrize(
    ("rows", "how", "words"),
    [
        (graded(), "half", "no way called 'half'"),
        (graded(), "binary>", "no way called"),
        (graded(), "binary>two", "no way called"),
        (graded(span=None), "unit", "range of 'score' is unknown"),
        (graded(span=(5, 0)), "unit", "lower to a higher"),
        (graded(span=(0, float("nan"))), "unit", "lower to a higher"),
        (graded(span=(-2, 0), scores=(-1.0, 0.0)), "unit", "unit_range"),
        (graded((0.0, 7.5)), "unit", "row 2 has score 7.5, outside the range 0 to 5"),
        (graded().drop(columns=["score"]), "raw", "no labels"),
    ],
)
def test_mistakes_are_named(refused, rows, how, words):
    refused(words, relabel, rows, how)


def numbered(n=400):
    table = pd.DataFrame({"sentence1": "a", "sentence2": "b", "score": np.arange(n) / 10})
    table.attrs = {"name": "x", "sha": "0"}
    return table


def test_labels_are_dealt_out_anew_and_none_is_made():
    given = numbered()
    noisy = with_label_noise(given, 0.3, seed=0)
    moved = given.score != noisy.score
    assert sorted(noisy.score) == sorted(given.score)
    assert 100 < moved.sum() <= 120, "round(.3 · 400) are shuffled; a few stay where they are"
    assert noisy.drop(columns="score").equals(given.drop(columns="score"))
    assert given.score.equals(numbered().score), "the caller's rows stay"
    assert noisy.attrs == given.attrs


def test_the_ends_and_the_seed_and_a_smaller_share_is_among_a_larger_one():
    given = numbered()
    assert with_label_noise(given, 0.0, seed=0).score.equals(given.score)
    whole, again, other = (with_label_noise(given, 1.0, seed=seed).score for seed in (0, 0, 1))
    assert abs(np.corrcoef(whole, given.score)[0, 1]) < 0.2
    assert again.equals(whole)
    assert not other.equals(whole)
    few, many = (with_label_noise(given, share, seed=3).score for share in (0.2, 0.6))
    stayed = many.to_numpy() == given.score.to_numpy()
    assert (few[stayed] != given.score[stayed]).sum() <= 5, "those that drew their own label"


def test_noise_that_cannot_be_made_is_refused(refused):
    for share in (-0.1, 1.1):
        refused("from 0 to 1", with_label_noise, numbered(), share, seed=0)
    refused("no labels", with_label_noise, numbered().drop(columns="score"), 0.5, seed=0)
