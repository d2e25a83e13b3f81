"""Squares of two choices, from a ledger of four records."""

import re

import matplotlib

matplotlib.use("agg")

from stsutils.experiments import Cell, Experiment
from stsutils.ledger import Result, Run
from stsutils.report.views.two_way import html_two_way

NAMES = ("hinge | cosine", "hinge | angle", "RankNet | cosine", "no training")
CELLS = {(name, "x"): Cell({"name": name}, "x:test") for name in NAMES}
EXPERIMENT = Experiment("made", "Made", lambda tier: CELLS if tier == "lab" else {})


def test_a_square_for_each_two_choices_that_ran(ledger):
    assert "Nobody has run this yet" in html_two_way(EXPERIMENT, ("x",))
    for place, name in enumerate(NAMES):
        ledger.write(Run("finetune-1", 0, {"name": name}), Result({"x:test": place / 10}), {})
    found = re.findall('alt="([^"]*)"', html_two_way(EXPERIMENT, ("x", "y")))
    assert found == ["x: hinge on cosine 0.0, hinge on angle 10.0, RankNet on cosine 20.0"]
