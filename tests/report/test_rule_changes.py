"""Both verdicts of two changes of the rule."""

from collections import Counter

from stsutils import claims
from stsutils.experiments import load, names
from stsutils.report import rule_changes as rc

NOW = {claim.text for name in names() for claim in load(name).claims}
#: Claims that were brought together later, as they were called before.
MERGED = {x["claim"] for x in rc.lines_of("merged_claims")}


def test_every_claim_of_before_is_under_one_of_now():
    lines = rc.lines_of("second_change")
    assert {x["now"] for x in lines} <= NOW | MERGED
    assert len({(x["experiment"], x["claim"]) for x in lines}) == len(lines) == 119
    assert {x["after"] for x in lines} <= set(claims.LABELS)
    counts = Counter(x["before"] for x in lines)
    assert counts["Undecided"] == 67, "what the change was made for"
    assert set(counts) == set(rc.OLD)


def test_the_tally_adds_up():
    page = rc.html_tally()
    assert "<td>119</td>" in page
    assert page.count("verdict-not-reproduced") == 1
    assert rc.html_beside().count("<tr>") == 120


def test_the_fourth_change_left_no_more_decided_than_before():
    """More contrasts in Holm's count ask more of each, so some fall back to undecided."""
    lines = rc.lines_of("fourth_change")
    assert {x["claim"] for x in lines} <= NOW | MERGED
    turned = [x for x in lines if x["before"] != x["after"]]
    assert turned
    assert {x["after"] for x in turned} <= {"Undecided", "Seen in part"}
    page = rc.html_fourth()
    assert page.count("<tr>") == len(turned) + 1


def test_claims_that_were_brought_together_are_under_one_of_now():
    lines = rc.lines_of("merged_claims")
    assert {x["now"] for x in lines} <= NOW
    assert not MERGED & NOW - {x["claim"] for x in lines if x["claim"] == x["now"]}
    assert len({x["now"] for x in lines}) < len(MERGED), "fewer than before"
    assert {x["before"] for x in lines} | {x["after"] for x in lines} <= set(claims.LABELS)
    assert rc.html_beside("merged_claims").count("<tr>") == len(lines) + 1
