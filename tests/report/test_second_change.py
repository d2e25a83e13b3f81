"""Both verdicts of the rule's second change."""

from collections import Counter

from stsutils import claims
from stsutils.experiments import load, names
from stsutils.report import second_change as sc


def test_every_claim_of_before_is_under_one_of_now():
    lines = sc.second_change()
    now = {claim.text for name in names() for claim in load(name).claims}
    assert {x["now"] for x in lines} <= now
    assert len({(x["experiment"], x["claim"]) for x in lines}) == len(lines) == 119
    assert {x["after"] for x in lines} <= set(claims.LABELS)
    counts = Counter(x["before"] for x in lines)
    assert counts["Undecided"] == 67, "what the change was made for"
    assert set(counts) == set(sc.OLD)


def test_the_tally_adds_up():
    page = sc.html_tally()
    assert "<td>119</td>" in page
    assert page.count("verdict-not-reproduced") == 1
    assert sc.html_beside().count("<tr>") == 120
