"""Sets made of others when they are loaded."""

import pytest

from stsutils.data import entry, load, overlap
from stsutils.data.load import where_is
from stsutils.data.merged import STS_TESTS


@pytest.mark.usefixtures("benchmarks")
def test_the_regression_papers_corpus_leaks_only_before_the_filter():
    every, merged = load("stsb_sick", "all"), load("stsb_sick", "train")
    assert merged.attrs["range"] == (0.0, 5.0)
    assert len(merged.attrs["sha"]) == 64
    assert where_is("stsb_sick", "train") == "folder"
    assert len(merged) == 5395  # the paper: 5,398
    assert merged["source"].value_counts().to_dict() == {"sick_r": 4404, "stsb": 991}
    assert (merged["score"] >= 4).sum() == 1542  # the paper: 1,543
    assert (merged["score"] > 4).sum() == 1328
    assert (merged["score"].min(), merged["score"].max()) == (0, 5)
    tests = [load(name, "test") for name in STS_TESTS]
    assert len(every) == 10_188
    assert sum(overlap(every, test) for test in tests) > 4000
    assert sum(overlap(merged, test) for test in tests) == 0
    assert set(merged.sentence1) <= set(every.sentence1)


@pytest.mark.usefixtures("benchmarks")
def test_nli_at_hand_has_its_parts_and_not_the_test_set():
    rows = load("nli_at_hand", "train")
    assert len(rows) == entry("nli_at_hand").splits["train"].rows
    assert rows.source.value_counts()["snli"] == 9_842
    assert set(rows.label) == {0, 1, 2}
    validation, test = load("snli", "validation"), load("snli", "test")
    assert overlap(rows, test) == overlap(validation, test)


@pytest.mark.usefixtures("hub_cache")
def test_a_part_that_is_nowhere_is_told(refused, tmp_path):
    assert where_is("nli_at_hand", "train", tmp_path) == ""
    refused("snli", load, "nli_at_hand", "train", folder=tmp_path)
    refused("its splits: train, all", load, "stsb_sick", "test", folder=tmp_path)
