"""Where our ledger contradicts a paper, the book says why it believes the ledger."""

from pathlib import Path

import pytest

from stsutils import report
from stsutils.experiments import load
from stsutils.ledger import Ledger
from stsutils.report.verdicts import reasons


@pytest.fixture(scope="module")
def judged():
    """Claims of the committed ledger, one row a claim."""
    ledger = Ledger(Path(__file__).parents[2] / "book" / "results")
    frame = report.all_claims(("lab",), ledger)
    assert len(frame), "the ledger is there"
    return frame


def test_each_claim_that_the_lab_contradicts_has_a_reason_and_no_other_has_one(judged):
    own = judged[judged.slug == "not-reproduced"]
    contradicted = set(zip(own.experiment, own.claim, strict=True))
    assert contradicted == {(name, claim) for name, found in reasons().items() for claim in found}


def test_a_reason_stands_below_its_claim():
    name, found = next(iter(reasons().items()))
    ledger = Ledger(Path(__file__).parents[2] / "book" / "results")
    page = report.html_verdicts(name, "lab", ledger)
    assert page.count("Why we believe it") == len(found)
    assert "Why we believe it" not in report.html_verdicts(name, "demo", ledger)
    assert load(name).claims
