"""Where our ledger contradicts a claim, the book says how far it believes the ledger, and why."""

from pathlib import Path

import pytest

from stsutils import report
from stsutils.experiments import load
from stsutils.ledger import Ledger
from stsutils.report.reasons import AGAINST, reasons


@pytest.fixture(scope="module")
def ledger():
    """The committed ledger, each record read once."""
    return Ledger(Path(__file__).parents[2] / "book" / "results")


def test_each_claim_that_the_lab_contradicts_has_a_reason_and_no_other_has_one(ledger):
    frame = report.all_claims(("lab",))
    contradicted = set(frame[frame.kind.isin(AGAINST)].claim)
    assert len(frame)
    assert contradicted == set(reasons())


@pytest.mark.parametrize("claim", reasons())
def test_the_numbers_that_a_reason_speaks_of_still_stand(ledger, claim):
    assert reasons()[claim].says, "words without a number that could contradict them"
    for one in reasons()[claim].says:
        found = report.read_cells(load(one.table), "lab", only=(one.a, one.b))
        number = report.difference(found[one.a], found[one.b]) if one.b else found[one.a].estimate()
        assert number.outcome(one.margin, one.kind) == one.outcome, (one, number.interval())


def test_a_reason_stands_below_its_claim(ledger):
    page = report.html_verdicts("distributions", "lab")
    assert page.count("How far we believe it") == 1
    assert "How far we believe it" not in report.html_verdicts("distributions", "demo")
