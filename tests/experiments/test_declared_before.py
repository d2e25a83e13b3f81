"""What a record says of its declaration: it was committed before the run began."""

import datetime
import subprocess

import pytest

from stsutils.checkout import find_in_checkout
from stsutils.experiments import load
from stsutils.ledger import Ledger

ROOT = find_in_checkout("book/results").parents[1]
#: From this day on a record names the commit of its declaration, but for so many that came with it.
SINCE, WITHOUT = "2026-11-27", 18
#: The commit of five records that was rewritten before it came in.
REWRITTEN = 1


def committed(sha: str) -> datetime.datetime | None:
    """When a commit was made; None where this checkout has no history that holds it."""
    shown = subprocess.run(
        ["git", "-C", str(ROOT), "show", "-s", "--format=%cI", sha], capture_output=True, text=True
    )
    return datetime.datetime.fromisoformat(shown.stdout.strip()) if shown.stdout.strip() else None


def test_records_were_declared_before_they_were_run():
    every = Ledger().records()
    records = [r for r in every if r.provenance.get("declaration", {}).get("commit")]
    late = [r for r in every if r.provenance["date"] >= SINCE and "declaration" in r.provenance]
    assert sum("commit" not in r.provenance["declaration"] for r in late) <= WITHOUT
    shas = {r.provenance["declaration"]["commit"] for r in records}
    times = {sha: committed(sha) for sha in shas}
    if not any(times.values()):
        pytest.skip("this checkout has no history")
    assert sum(at is None for at in times.values()) <= REWRITTEN
    for record in records:
        made, begun = record.provenance, record.provenance["started"]
        at = times[made["declaration"]["commit"]]
        assert at is None or at <= datetime.datetime.fromisoformat(begun), record.run.id
        load(made["declaration"]["experiment"])
