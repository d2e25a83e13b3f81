"""Any set of the hub becomes a file; the hub is a miniature of its local cache."""

import pandas as pd
import pytest

from stsutils.data.hub import fetch_any

ROWS = pd.DataFrame({"premise": ["a", "c"], "hypothesis": ["b", "d"], "label": [0, 1]})


@pytest.fixture
def cached(hub_cache):
    """Puts data files of the set org/any into the hub's cache."""
    return lambda *names: hub_cache.put("org/any", dict.fromkeys(names, ROWS))


def test_any_set_of_the_hub_becomes_a_file(said, cached, hub_cache, tmp_path, monkeypatch):
    commit = hub_cache.commit
    monkeypatch.chdir(tmp_path)
    cached("data/train-00000-of-00002.jsonl", "data/train-00001-of-00002.jsonl", "data/dev.jsonl")
    text = said("data", "fetch", f"org/any@{commit}")
    assert f"4 rows of org/any@{commit}" in text
    assert "columns: premise, hypothesis, label" in text
    rows = pd.read_parquet(tmp_path / f"org-any-train-{commit[:8]}.parquet")
    pd.testing.assert_frame_equal(rows, pd.concat([ROWS, ROWS], ignore_index=True))


def test_one_of_several_sets_and_what_only_begins_like_a_split(cached, hub_cache):
    names = ("train", "train-1", "train-old", "train_old")
    cached("one/train.jsonl", *(f"two/{name}.jsonl" for name in names))
    rows, commit = fetch_any("org/any", "train", "two")
    assert (len(rows), commit) == (4, hub_cache.commit), "of train and train-1"


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("org/any", {"split": "test"}, r"no data file of split 'test' among a\.jsonl, train\.json"),
        ("org/any", {}, "several sets; name one with --config: one, two"),
        ("org/any", {"config": "three"}, "no folder 'three'; its folders here: one, two"),
        ("org/none", {}, "not in the local hub cache; allow the download"),
        (f"org/any@{'1' * 40}", {}, "not in the local hub cache"),
        ("no id at all", {}, "not in the local hub cache"),
    ],
)
def test_what_is_not_there_is_one_line(refused, cached, name, options, words):
    cached("one/train.jsonl", "two/train.jsonl", "two/a.jsonl")
    refused(words, fetch_any, name, **{"split": "train", **options})


def test_shards_that_lack_are_named(refused, cached):
    names = [f"data/train-{n}-of-00009-0a1b2c3d.jsonl" for n in ("00000", "00002")]
    cached(*names, *(f"data/test-0000{n}-of-00002-0a1b2c3d.jsonl" for n in range(2)))
    words = "lacks train-00001-of-00009, train-00003-of-00009, train-00004-of-00009 and more "
    refused(words + r"\(2 of 9 files are there\)", fetch_any, "org/any", "train")
    assert len(fetch_any("org/any", "test")[0]) == 4


OF_TWO, OF_THREE = ([f"train-0000{i}-of-0000{n}" for i in range(n)] for n in (2, 3))
WHOLE = ["train-00000-of-00001"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (OF_TWO, OF_THREE),
        ([f"{WHOLE[0]}-0a1b"], [f"{WHOLE[0]}-2c3d"]),
        (WHOLE, ["train"]),
        (WHOLE, OF_TWO[:1]),
    ],
)
def test_two_sets_of_shards_of_one_split_are_not_joined(refused, cached, tmp_path, one, other):
    cached(*(f"data/{name}.jsonl" for name in (*one, *other)))
    words = rf"two sets of files .*{one[0]}\.jsonl and that of {other[0]}\.jsonl; "
    refused(words + ".*delete the files", fetch_any, "org/any", "train")
    for name in one:
        next((tmp_path / "hub").rglob(f"{name}.jsonl")).unlink()
    if other != OF_TWO[:1]:  # which lacks its second
        assert len(fetch_any("org/any", "train")[0]) == 2 * len(other)
