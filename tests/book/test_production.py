"""The Python of the page "From a comparison to production" is run as it stands."""

import re
import shutil

import pandas as pd
import pytest
from browsing import ROOT

from stsutils.data import load


@pytest.mark.filterwarnings("ignore")  # of their libraries
def test_the_page_s_code_runs(trained, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(trained.model, "pairs-compare/model")
    pairs = load("demo", "train").head(200)[["sentence1", "sentence2", "score"]]
    pairs.to_csv("all.csv", index=False)
    blocks = re.findall(
        r"```python\n(.*?)```", (ROOT / "book/production.md").read_text("utf-8"), re.S
    )
    assert len(blocks) == 5
    made: dict = {}
    for block in blocks:
        assert max(map(len, block.splitlines())) <= 100
        exec(block, names := {})  # each stands alone
        made |= names
    assert set(pd.read_csv("triplets.csv")) == {"anchor", "positive", "negative"}
    assert made["found"][0][0]["corpus_id"] == 0
    assert len(made["alike"][0]) == 3
    assert "precision" in capsys.readouterr().out
