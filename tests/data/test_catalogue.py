from pathlib import Path

import pytest

from stsutils.data import entries, entry, load
from stsutils.data.kinds import TEXT_COLUMNS

DOCUMENTS = [
    "stsb", "sts12", "sts13", "sts14", "sts15", "sts16", "sick_r", "sick_nli", "paws", "mrpc",
    "snli", "mnli", "all_nli", "atec", "bq", "lcqmc", "pawsx_zh", "stsb_zh", "snli_zh", "mnli_zh",
    "mr", "cr", "subj", "mpqa", "sst2", "sst5", "trec", "wiki_sentences", "wiki_sections",
    "ukp_aspect", "breaking_nli", "joci", "flickr30k", "demo", "demo_hard",
]  # fmt: skip
FILES = [(n, s) for n, e in entries().items() for s, split in e.splits.items() if split.file]


def test_every_set_of_the_documents_is_there():
    assert set(DOCUMENTS) <= set(entries())


@pytest.mark.parametrize("name", entries())
def test_an_entry_is_complete(name):
    found = entry(name)
    assert found.name == name
    assert found.kind in TEXT_COLUMNS
    assert found.language in ("en", "zh")
    assert all((found.title, found.licence, found.splits))
    assert (found.range is not None) == (found.kind == "pairs")
    if found.classes and found.kind == "pairs":
        assert found.range == (0, len(found.classes) - 1)
    for split in found.splits.values():
        assert split.local in ("whole", "partial", "substitute", "missing")
        assert (split.file is None) == (split.local == "missing")
        if split.file:
            rows, sha = split.expected
            assert (rows > 0, len(sha)) == (True, 64)
            assert not Path(split.file).is_absolute()
        if split.local == "partial":
            assert split.local_rows < split.rows
    if found.hub:
        assert found.hub.id.count("/") == 1
        assert any(split.hub for split in found.splits.values())


def test_nli_labels_are_contradiction_neutral_entailment():
    for name, found in entries().items():
        if "entailment" in found.classes:
            assert found.classes == ("contradiction", "neutral", "entailment"), name
            if found.hub:  # on the hub all of them count the other way
                assert found.hub.labels == {"0": 2, "1": 1, "2": 0}, name
            if found.local_labels:
                assert [found.local_labels[c] for c in found.classes] == [0, 1, 2], name


def test_an_unknown_name_says_the_nearest(refused):
    refused("did you mean stsb", entry, "STSB")
    refused("the names: demo", entry, "zzzzzz")


@pytest.mark.parametrize(("name", "split"), FILES, ids=lambda value: str(value))
def test_every_local_file_is_what_the_catalogue_says(name, split, benchmarks):
    expected = entry(name).splits[split]
    if not (benchmarks / expected.file).is_file():
        pytest.skip(f"{expected.file} is not in the folder")
    rows = load(name, split)
    assert (len(rows), rows.attrs["sha"]) == expected.expected
    if entry(name).range:
        column = rows["score"] if "score" in rows else rows["label"]
        assert column.between(*entry(name).range).all()
    if entry(name).classes:
        assert set(rows.get("label", rows.get("score"))) == set(range(len(entry(name).classes)))
