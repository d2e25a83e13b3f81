"""The truth table of verdicts."""

import itertools
from dataclasses import replace

import pytest

from stsutils import claims as c
from stsutils.report.settling import Judged

A, B = ("CoSENT", "STS-B"), ("MSE", "STS-B")


OUTCOMES = {"h": c.HOLDS, "f": c.FAILS, "o": c.OPEN, "t": c.UNTESTED, "m": c.MISSING}
WORDS = {letter: Judged(None, outcome) for letter, outcome in OUTCOMES.items()}
#: Capitals are firm.
WORDS |= {"H": Judged(None, c.HOLDS, firm=True), "F": Judged(None, c.FAILS, firm=True)}


@pytest.mark.parametrize(
    ("strength", "kind", "each"),
    [
        ("all", "supported", "h hh hH"),
        ("all", "contradicted", "F Fo Fooo Ft Fh"),
        ("all", "mixed", "FH FHot"),
        ("all", "open", "ho Ht f fH oo ot"),
        ("all", "not tested", "tt"),
        ("all", "not run", "m Fm"),
        ("most", "supported", "HHF"),
        ("most", "contradicted", "HFFo HHFF HFFF"),
        ("most", "open", "HhF HHoo"),
        ("one", "supported", "HFFF"),
        ("one", "contradicted", "fFFF ffff"),
        ("one", "open", "hFFF ottt oFFF ffft"),
        ("one", "not tested", "ttt"),
        ("one", "not run", "Hm"),
    ],
)
def test_truth_table(strength, kind, each):
    for lines in each.split():
        for order in itertools.permutations(lines):
            assert c.judge([WORDS[one] for one in order], strength=strength).kind == kind, lines


@pytest.mark.parametrize("strength", c.STRENGTHS)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_more_evidence_for_a_claim_never_speaks_against_it(number, strength):
    """A line that moves from failing to open, holding and firmly holding never lowers a verdict."""
    ladder = ["F", "f", "o", "h", "H"]
    height = {"contradicted": 0, "mixed": 1, "open": 1, "supported": 2}
    for lines in itertools.product(range(len(ladder) - 1), repeat=number):
        before = c.judge([WORDS[ladder[n]] for n in lines], strength=strength).kind
        better = [lines[0] + 1, *lines[1:]]
        after = c.judge([WORDS[ladder[n]] for n in better], strength=strength).kind
        assert height[after] >= height[before], (lines, strength)


def test_every_combination_has_a_kind_and_not_run_is_never_counted():
    seen = set()
    for lines in itertools.product(WORDS.values(), repeat=3):
        verdict = c.judge(lines)
        seen.add(verdict.kind)
        assert verdict.counted == (verdict.kind != c.MISSING)
    assert seen == set(c.KINDS)


def test_the_demo_is_an_illustration():
    demo, lab = (c.judge([WORDS["H"]], tier) for tier in ("demo", "lab"))
    assert (demo.text, demo.counted) == ("Illustration: supported", False)
    assert (lab.text, lab.counted) == ("Supported", True)
    assert (demo.slug, lab.slug) == ("illustration", "supported")
    assert c.judge([WORDS["m"]], "demo").text == "Not run"
    assert c.judge([WORDS["t"]]).slug == "not-tested"


def test_the_note_counts():
    assert c.judge([WORDS[one] for one in "hFh"]).note == "2 of 3 lines"
    assert c.judge([WORDS[one] for one in "hFt"]).note == "1 of 3 lines, 1 not tested"
    assert c.judge([WORDS["h"]]).note == ""
    assert c.judge([WORDS["h"], WORDS["m"]]).note == "1 of 2 lines run with all seeds"


def test_floor():
    assert c.at_floor([0.02, 0.10])
    assert not c.at_floor([0.02, 0.11])
    assert c.at_floor([float("-inf"), float("nan")])
    assert c.at_floor([])


def test_mistakes_are_refused(refused):
    refused("compared with itself", c.Contrast, A, A)
    refused("equivalence needs a margin above 0", c.Contrast, A, B, 0.0, "equivalent")
    refused("has no contrast", c.Claim, "text", "source", ())
    refused("strength is one of", c.Claim, "text", "source", [c.Contrast(A, B)], "some")


def test_a_contrast_speaks():
    assert str(c.Contrast(A, B)) == "CoSENT > MSE on STS-B"
    assert str(c.Contrast(A, B, 0.01)) == "CoSENT > MSE on STS-B by more than 0.01"
    assert str(c.Contrast(A, B, 0.01, "equivalent")) == "CoSENT and MSE on STS-B equal within ±0.01"
    assert c.Contrast(A, B, 0.2).in_words(100) == "CoSENT > MSE on STS-B by more than 20"
    assert "STS-B > MSE / SICK" in str(c.Contrast(A, ("MSE", "SICK")))


def test_a_claim_is_our_own_unless_a_document_makes_it():
    claim = c.Claim("A is better.", "source", [c.Contrast(("A", "x"), ("B", "x"))])
    assert claim.ours
    assert not replace(claim, document="CoSENT, paper").ours
