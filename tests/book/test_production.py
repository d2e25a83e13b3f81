"""The Python of the page "From a comparison to production" is run as it stands."""

import re
import shutil

import pandas as pd
import pytest
from browsing import ROOT

PAGE = ROOT / "book" / "production.md"


@pytest.mark.filterwarnings("ignore")  # of their libraries
def test_the_page_s_code_runs(trained, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(trained.model, "pairs-compare/model")
    rows = pd.read_csv(trained.file)
    rows.head(40).to_csv("pairs.csv", index=False)
    rows.tail(20).to_csv("held_back.csv", index=False)
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert len(blocks) == 4
    names: dict = {}
    for block in blocks:
        assert max(map(len, block.splitlines())) <= 100
        exec(block, names)
    assert "negative" in pd.read_csv("triplets.csv")
    assert names["found"][0][0]["corpus_id"] == 0
    assert len(names["alike"][0]) == 3
    assert "precision" in capsys.readouterr().out
