"""A ledger of the test's own, which the report reads in place of the book's."""

import pytest

from stsutils.ledger import Ledger


@pytest.fixture
def ledger(tmp_path, monkeypatch):
    """An empty ledger."""
    monkeypatch.setenv("STSUTILS_RESULTS", str(tmp_path / "results"))
    return Ledger()
