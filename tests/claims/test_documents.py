"""Every claim of the TOML files: well formed, about cells that exist, and believed for a reason."""

import re

import pytest

from stsutils import experiments, report
from stsutils.claims import all_claims, claims_of, documents
from stsutils.report.at_rates import AT, at_rates

CLAIMS = list(all_claims().values())
GOOD = {"id": "a", "table": "t", "text": "A.", "source": "s", "lines": "a beats b @ x"}


def _table(claim, one):
    table = experiments.load(one.table or claim.table)
    return at_rates(table) if AT in f"{one.a}{one.b}" else table


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_claim_names_cells_that_exist(claim):
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", claim.id)
    assert claim in experiments.load(claim.table).claims
    assert claim.quote or claim.ours
    for one in (*claim.contrasts, *claim.expected):
        table = _table(claim, one)
        cells = {name for tier in experiments.TIERS for name in table.at(tier)}
        assert {one.a, one.b or one.a} <= cells


def test_every_table_has_its_claims():
    assert sum(len(claims_of(name)) for name in experiments.names()) == len(CLAIMS)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"lines": "a > b"}, "no comparison"),
        ({"margin": 0.1}, "margin"),
        ({"source": None}, "source"),
        ({"strength": "some"}, "strength"),
        ({"again": "y"}, "look again"),
    ],
)
def test_a_mistake_in_a_file_is_told(change, word, refused):
    raw = {key: value for key, value in (GOOD | change).items() if value is not None}
    assert documents._claim(GOOD, "D", "d.toml").text == "A."
    refused(word, documents._claim, raw, "D", "d.toml")


def test_each_claim_that_the_lab_contradicts_has_a_reason():
    judged = [one for _, one in report.every_verdict()]
    assert all(one.claim.why for one in judged if one.verdict.kind in ("contradicted", "mixed"))


@pytest.mark.parametrize("claim", [c for c in CLAIMS if c.why], ids=lambda claim: claim.id)
def test_the_numbers_that_a_reason_speaks_of_still_stand(claim):
    assert claim.expected, "words without a number that could contradict them"
    for one in claim.expected:
        table = _table(claim, one)
        cells = report.read_cells(table, "lab", only=(one.a, one.b))
        number = report.difference(cells[one.a], cells[one.b]) if one.b else cells[one.a].estimate()
        assert number.outcome(one.margin, one.kind) == one.outcome, (one, number.interval())


def test_a_reason_stands_below_its_claim():
    page = report.html_verdicts("distributions", "lab")
    assert page.count("How far we believe it") == 1
    assert "How far we believe it" not in report.html_verdicts("distributions", "demo")
