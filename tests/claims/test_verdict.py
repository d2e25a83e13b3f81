"""The truth table of verdicts."""

import itertools
from dataclasses import replace

import pytest

from stsutils import claims as c
from stsutils.errors import UserError

A, B = ("CoSENT", "STS-B"), ("MSE", "STS-B")


@pytest.mark.parametrize(
    ("outcomes", "strength", "label"),
    [
        ("h", "all", "Seen at small scale"),
        ("hh", "all", "Seen at small scale"),
        ("hu", "all", "Seen in part"),
        ("ht", "all", "Seen in part"),
        ("hs", "all", "Seen in part"),
        ("s", "all", "Seen in part"),
        ("hf", "all", "Mixed"),
        ("sf", "all", "Mixed"),
        ("f", "all", "Opposite seen"),
        ("fu", "all", "Opposite seen in part"),
        ("fuuu", "all", "Opposite seen in part"),
        ("huuu", "all", "Seen in part"),
        ("ft", "all", "Opposite seen in part"),
        ("uu", "all", "Undecided"),
        ("ut", "all", "Undecided"),
        ("tt", "all", "Not testable here"),
        ("hhf", "most", "Seen at small scale"),
        ("hhuu", "most", "Seen in part"),
        ("hffu", "most", "Mixed"),
        ("hfff", "most", "Opposite seen"),
        ("hfff", "one", "Seen at small scale"),
        ("uttt", "one", "Undecided"),
        ("ffff", "one", "Opposite seen"),
        ("ffft", "one", "Opposite seen in part"),
        ("m", "all", "Not run"),
        ("hm", "one", "Not run"),
        ("fm", "all", "Not run"),
    ],
)
def test_truth_table(outcomes, strength, label):
    words = dict(zip("hfsutm", c.OUTCOMES, strict=True))
    for order in itertools.permutations(outcomes):
        assert c.judge([words[one] for one in order], strength=strength).label == label


def test_in_part_is_symmetric():
    """Exchanging what holds and what fails exchanges seen and opposite, whatever else there is."""
    turned = {c.HOLDS: c.FAILS, c.FAILS: c.HOLDS}
    other = {"seen": "opposite", "part": "opposite in part"}
    other |= {b: a for a, b in other.items()}
    some = [o for o in c.OUTCOMES if o != c.SMALLER]
    for outcomes in itertools.product(some, repeat=3):
        for strength in ("all", "most"):
            one = c.judge(outcomes, strength=strength).kind
            two = c.judge([turned.get(o, o) for o in outcomes], strength=strength).kind
            assert two == other.get(one, one)


def test_every_combination_has_a_label_and_not_run_is_never_counted():
    seen = set()
    for outcomes in itertools.product(c.OUTCOMES, repeat=3):
        verdict = c.judge(outcomes)
        seen.add(verdict.label)
        assert verdict.counted == (verdict.label != c.NOT_RUN)
    assert seen == set(c.LABELS)


def test_reproduced_is_kept_for_the_paper_tier():
    for outcomes in itertools.product(c.OUTCOMES, repeat=2):
        lab, paper = c.judge(outcomes), c.judge(outcomes, "paper")
        assert lab.kind == paper.kind
        assert "eproduced" not in lab.label
        assert paper.label in c.PAPER_LABELS
    assert c.judge(["holds"], "paper").label == "Reproduced"
    assert c.judge(["fails"], "paper").label == "Not reproduced"


def test_the_demo_is_an_illustration():
    demo, lab = c.judge(["holds"], "demo"), c.judge(["holds"], "lab")
    assert (demo.text, demo.counted, demo.slug) == (
        "Illustration: seen at small scale",
        False,
        "illustration",
    )
    assert (lab.text, lab.counted, lab.slug) == ("Seen at small scale", True, "seen-at-small-scale")
    assert c.judge(["not run"], "demo").text == "Not run"
    assert c.judge(["fails"]).slug == "opposite-seen"


def test_the_note_counts():
    assert c.judge(["holds", "fails", "holds"]).note == "2 of 3 holds, 1 of 3 fails"
    assert c.judge(["holds", "not run"]).note == "1 of 2 contrasts run with all seeds"


def test_floor():
    assert c.at_floor([0.02, 0.10])
    assert not c.at_floor([0.02, 0.11])
    assert c.at_floor([float("-inf"), float("nan")])
    assert c.at_floor([])


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: c.Contrast(A, A),
        lambda: c.Contrast(A, B, kind="less"),
        lambda: c.Contrast(A, B, 0.0, "equivalent"),
        lambda: c.Contrast("CoSENT", B),
        lambda: c.Claim("text", "source", ()),
        lambda: c.Claim("text", "source", [c.Contrast(A, B)], "some"),
        lambda: c.judge([]),
        lambda: c.judge(["maybe"]),
    ],
)
def test_mistakes_are_refused(wrong):
    with pytest.raises(UserError):
        wrong()


def test_a_contrast_speaks():
    assert str(c.Contrast(A, B)) == "CoSENT > MSE on STS-B"
    assert str(c.Contrast(A, B, 0.01)) == "CoSENT > MSE on STS-B by more than 0.01"
    assert str(c.Contrast(A, B, 0.01, "equivalent")) == "CoSENT and MSE on STS-B equal within ±0.01"
    assert c.Contrast(A, B, 0.2).told(100) == "CoSENT > MSE on STS-B by more than 20"
    assert "STS-B > MSE / SICK" in str(c.Contrast(A, ("MSE", "SICK")))


def test_a_claim_is_our_own_unless_a_document_makes_it():
    claim = c.Claim("A is better.", "source", [c.Contrast(("A", "x"), ("B", "x"))])
    assert claim.ours
    assert not replace(claim, document="CoSENT, paper").ours
