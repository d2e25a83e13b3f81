"""Sets are read from a folder, the hub's cache or the package, and made of others."""

import shutil
import subprocess
import sys

import pandas as pd
import pytest

from stsutils.data import catalogue, entry, load, overlap
from stsutils.data.catalogue import Entry, Hub, Split
from stsutils.data.load import STS_TESTS, where_is
from stsutils.data.rows import content_sha

TEXTS = {"sentence1": ["a", "c", "e"], "sentence2": ["b", "d", "f"]}
GRADED = pd.DataFrame(TEXTS | {"score": [0.2, 0.76, 1.0]})
NLI = pd.DataFrame(
    {"premise": list("aceg"), "hypothesis": list("bdfh"), "label": [0, 1, 2, -1], "idx": [1] * 4}
)


def entry_of(name="mini", **changes):
    splits = {
        "test": Split(rows=3, hub="test", file="mini/test.parquet", local="whole"),
        "train": Split(rows=9, hub="train"),
        "validation": Split(rows=3, file="mini/val.parquet", local="whole"),
    }
    settings = dict(title="m", kind="pairs", language="en", licence="none", splits=splits)
    return Entry(name=name, **{**settings, "range": (0.0, 5.0), **changes})


@pytest.fixture
def known(hub_cache, monkeypatch):
    def add(found):
        monkeypatch.setattr(catalogue, "entries", lambda: {found.name: found})
        return found

    return add


def folder_with(tmp_path, rows):
    folder = tmp_path / "folder"
    (folder / "mini").mkdir(parents=True)
    rows.to_parquet(folder / "mini" / "test.parquet")
    return folder


def test_from_a_folder(tmp_path, known, monkeypatch):
    known(entry_of())
    folder = folder_with(tmp_path, GRADED.assign(genre="news"))
    rows = load("mini", folder=folder)
    assert rows["score"].tolist() == [0.2, 0.76, 1.0]
    assert rows["genre"].tolist() == ["news"] * 3
    told = {"name": "mini", "split": "test", "sha": content_sha(GRADED), "copy": "whole"}
    told |= {"source": "local folder, mini/test.parquet", "range": (0.0, 5.0)}
    assert rows.attrs == told
    monkeypatch.setenv("STSUTILS_DATA", str(folder))
    pd.testing.assert_frame_equal(load("mini"), rows)


def test_columns_and_labels_of_a_folder_become_ours(tmp_path, known):
    ours = {"local_columns": {"verdict": "label", "score": "relatedness"}, "range": (0.0, 2.0)}
    ours |= {"local_labels": {"no": 0, "maybe": 1, "yes": 2}, "classes": ("no", "maybe", "yes")}
    known(entry_of(**ours))
    raw = GRADED.assign(verdict=["yes", "no", "maybe"])
    rows = load("mini", folder=folder_with(tmp_path, raw))
    assert rows["label"].tolist() == [2, 0, 1]
    assert list(rows.columns) == ["sentence1", "sentence2", "label", "relatedness"]
    assert rows.attrs["classes"] == ("no", "maybe", "yes")


def test_another_number_of_rows_or_another_text_is_refused(refused, tmp_path, known):
    folder = folder_with(tmp_path, GRADED.iloc[:2])
    known(entry_of())
    refused("expected 3 rows, found 2", load, "mini", folder=folder)
    facts = {"sha": "0" * 64, "file": "mini/test.parquet"}
    known(entry_of(splits={"test": Split(rows=2, local="whole", **facts)}))
    words = r"expected content hash 0000000000000000…, found [0-9a-f]"
    refused(words, load, "mini", folder=folder)
    part = Split(rows=5, local="partial", local_rows=2, local_sha=None, **facts)
    known(entry_of(splits={"test": part}))
    assert load("mini", folder=folder).attrs["copy"] == "partial"


def test_broken_files_and_folders_are_named(refused, tmp_path, known, monkeypatch):
    known(entry_of())
    folder = folder_with(tmp_path, GRADED)
    (folder / "mini" / "test.parquet").write_bytes(b"PAR1 nonsense")
    refused(r"test\.parquet: not a readable parquet file", load, "mini", folder=folder)
    GRADED.assign(sentence2=["b", " ", "f"]).to_parquet(folder / "mini" / "test.parquet")
    refused("mini/test, row 2, column 'sentence2'", load, "mini", folder=folder)
    monkeypatch.setenv("STSUTILS_DATA", str(tmp_path / "nowhere"))
    refused("nowhere does not exist; mend STSUTILS_DATA", load, "mini")


def test_nowhere_is_one_message_with_every_place_and_way(refused, known):
    known(entry_of(hub=Hub("org/mini")))
    message = refused("mini/test is missing", load, "mini")
    places = {"STSUTILS_DATA", "datasets--org--mini", "mini/test.parquet", "STSUTILS_DOWNLOAD=1"}
    assert {words for words in places if words not in message} == set()
    refused("mini/test is missing", load, "mini", download=True)


def test_a_missing_split_says_what_can_be_done(refused, hub_cache, tmp_path):
    for name in ("paws", "lcqmc", "pawsx_zh"):
        message = refused(f"{name}/train is missing", load, name, "train", folder=tmp_path)
        assert f"load('{name}', 'validation')" in message
        assert "say so beside the numbers" in message
    refused("no public copy was found", load, "afs", "all")
    refused("mr has no split 'test'; its splits: all", load, "mr")


def test_from_the_hub_cache_without_network(refused, hub_cache, known):
    known(entry_of(hub=Hub("org/mini", factor=5.0)))
    other = GRADED.assign(sentence1="x")
    narrow = GRADED.astype({"score": "float32"})
    files = {"test-00000-of-00001.parquet": narrow, "train-00000-of-00001.parquet": other}
    hub_cache.put("org/mini", {**files, "README.md": "# mini"})
    rows = load("mini")
    assert rows["sentence1"].tolist() == ["a", "c", "e"]
    assert rows["score"].tolist() == [1.0, 3.8, 5.0]
    assert rows.attrs["revision"] == hub_cache.commit
    assert rows.attrs["source"] == "hub org/mini"
    assert rows.attrs["sha"] == content_sha(rows)
    refused("expected 9 rows, found 3", load, "mini", "train")


def test_hub_configs_labels_and_rows_without_gold(hub_cache, known):
    ours = {"columns": {"premise": "sentence1", "hypothesis": "sentence2"}}
    hub = Hub("org/nli", config="pair-class", labels={"0": 2, "1": 1, "2": 0}, **ours)
    known(entry_of(hub=hub, range=(0.0, 2.0)))
    files = {"pair-class/test.jsonl": NLI, "pair/test.jsonl": NLI.iloc[:1], "README.md": "# nli"}
    hub_cache.put("org/nli", files)
    rows = load("mini")
    assert rows["sentence1"].tolist() == ["a", "c", "e"]
    assert rows["label"].tolist() == [2, 1, 0]


def test_hub_layout_of_converted_sets(hub_cache, known):
    known(entry_of(hub=Hub("org/old", config="default", revision=hub_cache.commit)))
    files = {"default/test/0000.parquet": GRADED, "default/train/0000.parquet": GRADED.iloc[:1]}
    hub_cache.put(f"org/old@{hub_cache.commit}", files)
    assert len(load("mini")) == 3


def test_hub_text_file(refused, hub_cache, known):
    splits = {"train": Split(rows=2, hub="train")}
    known(entry_of(kind="sentences", range=None, splits=splits, hub=Hub("org/t", file="w.txt")))
    hub_cache.put("org/t", {"w.txt": "One.\n\nTwo.\u2028Still two.\n"})
    assert load("mini", "train")["sentence"].tolist() == ["One.", "Two.\u2028Still two."]
    hub_cache.put("org/gone", {"other.txt": "One.\n"})
    known(entry_of(kind="sentences", range=None, splits=splits, hub=Hub("org/gone", file="w.txt")))
    refused(r"no readable split 'train' .*w\.txt", load, "mini", "train")


def test_another_text_on_the_hub_warns(hub_cache, known):
    hub_cache.put("org/mini", {"test.parquet": GRADED})
    splits = {"test": Split(rows=3, sha="0" * 64, hub="test")}
    known(entry_of(splits=splits, hub=Hub("org/mini")))
    with pytest.warns(UserWarning, match="agree in number, not in text"):
        load("mini")
    same = {"test": Split(rows=3, sha=content_sha(GRADED), hub="test")}
    known(entry_of(splits=same, hub=Hub("org/mini")))
    assert len(load("mini")) == 3


def test_a_hub_copy_without_the_split_or_column_is_named(refused, hub_cache, known):
    hub_cache.put("org/mini", {"dev.parquet": GRADED})
    known(entry_of(hub=Hub("org/mini")))
    refused("no readable split 'test'", load, "mini")
    shutil.rmtree(hub_cache.folder)
    hub_cache.put("org/mini", {"test.parquet": GRADED})
    known(entry_of(hub=Hub("org/mini", columns={"text1": "sentence1"})))
    refused("lacks column 'text1'", load, "mini")


@pytest.mark.parametrize("name", [n for n, e in catalogue.entries().items() if e.embedded])
def test_embedded_sets_need_nothing(hub_cache, name):
    expected = catalogue.entry(name)
    for split, facts in expected.splits.items():
        rows = load(name, split)
        assert rows.attrs["source"] == "embedded"
        assert content_sha(rows) == rows.attrs["sha"] == facts.sha
        assert len(rows) == facts.rows
        rows.iloc[0, 0] = "changed by its caller"
        assert content_sha(load(name, split)) == facts.sha, "what is kept is not changed"
        if expected.kind == "pairs":
            labels = rows.get("score", rows.get("label"))
            assert labels.between(*expected.range).all()
            assert labels.nunique() > 1


def test_importing_the_room_is_light():
    code = "import sys, stsutils.data; print(sorted({'torch', 'datasets', 'huggingface_hub', "
    code += "'transformers', 'scipy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


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
