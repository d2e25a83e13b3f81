import os

import pytest

from stsutils.data import load, overlap, remove_leaks

local_data = pytest.mark.skipif(
    not os.environ.get("STSUTILS_DATA"), reason="needs STSUTILS_DATA, a folder of benchmarks"
)


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
