"""Two trainings pair by pair, from ledgers of a few records."""

import re

import numpy as np
import pytest

from stsutils.experiments import Cell, Experiment
from stsutils.ledger import Result, Run
from stsutils.report.views.side_by_side import _apart, html_side_by_side, predicted

CELLS = {(k, "x"): Cell({"slope": k}, "x:test") for k in ("k 1", "k 8", "k 9")}
EXPERIMENT = Experiment("made", "Made", lambda tier: CELLS if tier == "lab" else {}, best=False)
ONE, OTHER, NEVER_RUN = ("k 1", "x", 0), ("k 8", "x", 0), ("k 9", "x", 0)


@pytest.fixture
def ledger(ledger):
    values = np.linspace(-0.5, 1.0, 4)
    for slope, seed, moved in (("k 1", 0, 0), ("k 8", 0, [0.1, 0, 0, -0.2]), ("k 1", 1, 0.3)):
        result = Result({"x:test": 0.5}, predictions={"x:test": values + moved})
        ledger.write(Run("finetune-1", seed, {"slope": slope}), result, {})
    return ledger


def test_predictions_are_of_the_seed_that_was_asked_for(ledger):
    first = predicted(EXPERIMENT, ONE)
    second = predicted(EXPERIMENT, ("k 1", "x", 1))
    np.testing.assert_allclose(second - first, 0.3, atol=1e-4)
    assert predicted(EXPERIMENT, NEVER_RUN) is None
    assert predicted(EXPERIMENT, ("k 8", "x", 1)) is None


def test_a_panel_for_each_two_that_ran(ledger):
    panels = {"ran": (ONE, OTHER), "did not": (ONE, NEVER_RUN), "turned": (OTHER, ONE)}
    found = html_side_by_side(EXPERIMENT, panels)
    words = "predictions of 4 pairs, 0.0500 apart in the median, 0.2000 at most"
    assert re.findall('alt="([^"]*)"', found) == [f"ran: {words}", f"turned: {words}"]


@pytest.mark.parametrize(
    ("one", "other", "names"),
    [
        (("K2 | k 1 | no clipping", "x", 0), ("K2 | k 8 | no clipping", "x", 0), ("k 1", "k 8")),
        (("K2 | k 1", "x", 0), ("K2 | k 1", "x", 1), ("seed 0", "seed 1")),
        (("K2 | k 1", "x", 0), ("K2 | k 1 | no clipping", "x", 0), ("K2 | k 1", "no clipping")),
        (("k 1", "x", 0), ("k 8", "x", 1), ("k 1 | seed 0", "k 8 | seed 1")),
    ],
)
def test_an_axis_is_named_by_what_the_two_do_not_share(one, other, names):
    assert (_apart(one, other), _apart(other, one)) == names
