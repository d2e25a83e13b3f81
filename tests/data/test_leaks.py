import os

import pytest

from stsutils.data import load, merged_stsb_sick, overlap, remove_leaks
from stsutils.data.leaks import STS_TESTS

local_data = pytest.mark.skipif(
    not os.environ.get("STSUTILS_DATA"), reason="needs STSUTILS_DATA, a folder of benchmarks"
)


@local_data
def test_the_regression_papers_corpus():
    merged = merged_stsb_sick()
    assert len(merged) == 5395  # the paper: 5,398
    assert merged["source"].value_counts().to_dict() == {"sick_r": 4404, "stsb": 991}
    assert (merged["score"] >= 4).sum() == 1542  # the paper: 1,543
    assert (merged["score"] > 4).sum() == 1328
    assert merged["score"].min() == 0
    assert merged["score"].max() == 5
    tests = [load(name, "test") for name in STS_TESTS]
    assert sum(overlap(merged, test) for test in tests) == 0
    # The canary: before the filter nearly half of the rows were in a test set.
    assert len(load("stsb", "train")) + len(load("sick_r", "train")) == 10188


@local_data
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
