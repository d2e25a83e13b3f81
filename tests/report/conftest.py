"""A book of the test's own, which the report reads in place of ours."""

import matplotlib
import pytest

from stsutils.ledger import Ledger

matplotlib.use("agg")


@pytest.fixture
def book(tmp_path, monkeypatch):
    """A function that makes a book with these published numbers of CoSENT's paper; its ledger."""

    def make(*lines):
        folder = tmp_path / "book" / "published"
        folder.mkdir(parents=True)
        (tmp_path / "book" / "results").mkdir()
        heads = "document,table,row,column,value,unit,note"
        (folder / "cosent.csv").write_text("\n".join([heads, *lines, ""]), encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        monkeypatch.delenv("STSUTILS_RESULTS", raising=False)
        return Ledger()

    return make
