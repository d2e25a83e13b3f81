import json

import pandas as pd
import pytest

from stsutils.cli.data import WIDTH
from stsutils.data import entries

pytestmark = pytest.mark.usefixtures("hub_cache")


def test_list_has_every_set_in_100_columns_and_says_what_is_at_hand(said, tmp_path):
    lines = said("data", "list").splitlines()
    assert max(len(line) for line in lines) <= WIDTH == 100
    assert [line.split()[0] for line in lines[1 : len(entries()) + 1]] == list(entries())
    paws = next(line for line in lines if line.startswith("paws "))
    assert "train 49401" in paws
    assert " no " in paws
    assert "embedded" in lines[1]
    rows = pd.DataFrame({"sentence1": ["a"], "sentence2": ["b"], "score": [1.0]})
    (tmp_path / "folder" / "stsb_en").mkdir(parents=True)
    rows.to_parquet(tmp_path / "folder" / "stsb_en" / "test.parquet")
    (tmp_path / "hub" / "datasets--google-research-datasets--paws").mkdir(parents=True)
    lines = said("data", "list", "--folder", tmp_path / "folder").splitlines()
    for name, place in (("stsb ", "1/3 folder"), ("paws ", "3/3 cache")):
        assert any(line.startswith(name) and place in line for line in lines)


def test_show_prints_entry_rows_and_labels(refused, said):
    text = said("data", "show", "demo", "--rows", "2")
    assert text.startswith("name        demo: Generated graded pairs\n")
    assert "rows        1,000" in text
    assert "range       0 to 5" in text
    assert text.count("\nsentence1   ") == 2
    assert max(len(line) for line in text.splitlines()) <= WIDTH
    assert "classes" in said("data", "show", "demo_nli", "--rows", "0", "--split", "validation")
    refused("sts12/test is missing", said, "data", "show", "sts12")
    refused("did you mean", said, "data", "show", "sts21")


def test_check_sums_up_a_good_file_and_complains_about_a_bad_one(refused, said, write):
    text = said("data", "check", write("sentence1,sentence2,score\na,b,1\nc,d,2\n"))
    assert "rows        2" in text
    assert "The file is right." in text
    path = write("sentence1,sentence2\na,b\nc,d\n")
    text = said("data", "check", path)
    assert "labels      none: score and ranks take such pairs; compare, train and" in text
    assert "The file is right." in text
    assert json.loads(said("data", "check", path, "--json"))["labels"].startswith("none")
    path = write("sentence1,sentence2,score\na,b,1\nc,d,1\n")
    refused("all 2 rows have the value 1", said, "data", "check", path)
