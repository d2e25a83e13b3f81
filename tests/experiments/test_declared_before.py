"""What a record says of its declaration: it was committed before the run began."""

import datetime
import subprocess

import pytest

from stsutils.checkout import find_in_checkout
from stsutils.experiments import load
from stsutils.ledger import Ledger

ROOT = find_in_checkout("book/results").parents[1]


def committed(sha: str) -> datetime.datetime | None:
    """When a commit was made; None where this checkout has no history that holds it."""
    shown = subprocess.run(
        ["git", "-C", str(ROOT), "show", "-s", "--format=%cI", sha], capture_output=True, text=True
    )
    return datetime.datetime.fromisoformat(shown.stdout.strip()) if shown.stdout.strip() else None


def test_records_were_declared_before_they_were_run():
    every = Ledger().records()
    records = [r for r in every if r.provenance.get("declaration", {}).get("commit")]
    assert len(records) >= 20
    shas = {r.provenance["declaration"]["commit"] for r in records}
    times = {sha: committed(sha) for sha in shas}
    if not any(times.values()):
        pytest.skip("this checkout has no history")
    for record in records:
        made, begun = record.provenance, record.provenance["started"]
        at = times[made["declaration"]["commit"]]
        assert at is None or at <= datetime.datetime.fromisoformat(begun), record.run.id
        load(made["declaration"]["experiment"])
