"""The truth table of verdicts."""

import itertools

import pytest

from stsutils import claims as c
from stsutils.errors import UserError

A, B = ("CoSENT", "STS-B"), ("MSE", "STS-B")


@pytest.mark.parametrize(
    ("outcomes", "label"),
    [
        (["holds"], "Reproduced"),
        (["holds", "holds"], "Reproduced"),
        (["holds", "undecided"], "Partly"),
        (["holds", "fails"], "Partly"),
        (["fails"], "Not reproduced"),
        (["fails", "undecided"], "Not reproduced"),
        (["undecided", "undecided"], "Undecided"),
        (["not run"], "Not run"),
        (["holds", "not run"], "Not run"),
        (["fails", "not run"], "Not run"),
    ],
)
def test_truth_table(outcomes, label):
    for order in itertools.permutations(outcomes):
        assert c.judge(order).label == label


def test_every_combination_has_a_label_and_not_run_is_never_counted():
    seen = set()
    for outcomes in itertools.product(c.OUTCOMES, repeat=3):
        verdict = c.judge(outcomes)
        seen.add(verdict.label)
        assert verdict.counted == (verdict.label != c.NOT_RUN)
    assert seen == set(c.LABELS)


def test_the_demo_is_an_illustration():
    demo, lab = c.judge(["holds"], "demo"), c.judge(["holds"], "lab")
    assert (demo.text, demo.counted, demo.slug) == (
        "Illustration: reproduced",
        False,
        "illustration",
    )
    assert (lab.text, lab.counted, lab.slug) == ("Reproduced", True, "reproduced")
    assert c.judge(["not run"], "demo").text == "Not run"
    assert c.judge(["fails"]).slug == "not-reproduced"


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
    assert str(c.Contrast(A, B, 0.01, "equivalent")) == "CoSENT = MSE on STS-B within ±0.01"
    assert "STS-B > MSE / SICK" in str(c.Contrast(A, ("MSE", "SICK")))
