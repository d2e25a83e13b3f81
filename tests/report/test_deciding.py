"""What would decide what is open: seeds, test pairs, or neither."""

import pytest

from stsutils.claims import OPEN, Claim, Contrast, Verdict
from stsutils.report.settling import Judged
from stsutils.report.verdicts import ClaimVerdict
from stsutils.report.views import deciding
from stsutils.statistics import Estimate

CONTRAST = Contrast(("A <b>", "x"), ("B", "x"))
CLAIM = Claim("A is better.", "Somebody", (CONTRAST,))


def left_open(*estimates):
    parts = tuple(Judged(CONTRAST, OPEN, e) for e in estimates)
    return ClaimVerdict(CLAIM, Verdict("open"), parts)


@pytest.mark.parametrize(
    ("estimate", "words"),
    [
        (Estimate(0.05, 0.03, df=4), "seeds (now 5)"),
        (Estimate(0.05, 0.04, df=4, se_pairs=0.04), "× the test pairs, and 20 seeds"),
        (Estimate(0.001, 0.04, df=4, se_pairs=0.02), "not even 20 seeds and 10 × the pairs"),
    ],
)
def test_what_a_comparison_needs(monkeypatch, estimate, words):
    monkeypatch.setattr(deciding, "every_verdict", lambda *_: [(None, left_open(estimate))])
    ((_, _, need),) = deciding.needs()
    assert need.endswith(words)
    seeds, times = deciding.wanted(estimate, 0.0, "greater")
    again = estimate.with_pairs(times or 1).with_seeds(seeds or deciding.MOST_SEEDS)
    assert (again.outcome() == "holds") == bool(seeds)


def test_the_table_names_a_claim_once_and_escapes(monkeypatch):
    one = left_open(Estimate(0.05, 0.03, df=4), Estimate(0.05, 0.04, df=4))
    monkeypatch.setattr(deciding, "every_verdict", lambda *_: [(None, one)])
    table = deciding.html_needs(deciding.needs())
    assert table.count("A is better.") == 1
    assert table.count("A &lt;b&gt;") == 2
    assert "+5.0 [" in table


def test_a_decided_claim_and_one_without_a_spread_need_nothing(monkeypatch):
    part = Judged(CONTRAST, OPEN, Estimate(0.1, 0.1, 4))
    seen = ClaimVerdict(CLAIM, Verdict("supported"), (part,))
    lone = left_open(Estimate(0.1, float("inf"), df=4))
    monkeypatch.setattr(deciding, "every_verdict", lambda *_: [(None, seen), (None, lone)])
    assert deciding.needs() == []
