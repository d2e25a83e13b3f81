"""Numbers made of several records, and claims that a printed table decides."""

import math
from dataclasses import replace

import numpy as np
import pytest

from stsutils import report
from stsutils.claims import Claim, Contrast
from stsutils.experiments import Cell, Derived, Experiment, Tuned
from stsutils.ledger import Result, Run
from stsutils.report.derived import derive
from stsutils.report.measured import read_cells
from stsutils.report.printed import AGREES, CONTRADICTED, printed_claims

FAST, SLOW = Cell({"loss": "fast"}, "x"), Tuned(({"loss": "slow", "lr": 1},), "x")
#: step → validation score
CURVES = {"fast": [0.1, 0.6, 0.7, 0.65], "slow": [0.0, 0.2, 0.4, 0.5]}
OTHER = Cell({"loss": "fast"}, "y")


def cells(tier):
    if tier != "lab":
        return {("only", "paper"): FAST} if tier == "paper" else {}
    found = {(how, "x"): Derived(how, (FAST,)) for how in ("first epoch", "whole training")}
    found |= {(how, "x"): Derived(how, (FAST,)) for how in ("best", "last")}
    for share in ("best", "95 %"):
        found["fast", share] = Derived(f"steps to {share}", (FAST, SLOW))
        found["slow", share] = Derived(f"steps to {share}", (SLOW, SLOW))
    return found | {("Avg.", "x"): Derived("mean", (FAST, OTHER)), ("fast", "x"): FAST}


EXPERIMENT = Experiment("made", "Made", cells, seeds=2, best=False)


@pytest.fixture
def ledger(ledger):
    for seed in (0, 1):
        for loss, scores in CURVES.items():
            looks = ((i + 1, score) for i, score in enumerate(scores))
            curve = [{"step": 10 * n, "epoch": n / 2, "validation": score} for n, score in looks]
            settings = FAST.settings if loss == "fast" else SLOW.candidates[0]
            metrics = {"x": 0.5 + seed / 10, "y": 0.1}
            draws = {name: np.full(200, value) for name, value in metrics.items()}
            ledger.write(Run("finetune-1", seed, settings), Result(metrics, draws, curve), {})
    return ledger


def test_each_way(ledger):
    found = {name: m.values for name, m in read_cells(EXPERIMENT, "lab").items()}
    assert found["first epoch", "x"] == {0: 0.6, 1: 0.6}
    assert found["whole training", "x"][0] == pytest.approx(np.mean(CURVES["fast"]))
    assert (found["best", "x"][0], found["last", "x"][0]) == (0.7, 0.65)
    assert found["Avg.", "x"] == {0: pytest.approx(0.3), 1: pytest.approx(0.35)}
    # 0.5 lies 4/5 of the way from step 10 to step 20; the slow one reaches it at step 40
    assert found["fast", "best"][0] == pytest.approx(18 / 40)
    # 0.475 lies 3/4 of the way both from 0.1 to 0.6 and from 0.4 to 0.5
    assert found["fast", "95 %"][0] == pytest.approx(17.5 / 37.5)
    assert found["slow", "best"][0] == found["slow", "95 %"][0] == 1
    numbers = read_cells(EXPERIMENT, "lab")
    np.testing.assert_allclose(numbers["Avg.", "x"].draws[0], 0.3)
    assert numbers["fast", "best"].draws == {}, "means have draws, steps have none"
    assert numbers["Avg.", "x"].estimate().value == pytest.approx(0.325)


def test_a_goal_that_is_never_reached_counts_against_and_a_floor_is_no_goal(ledger, refused):
    fast = ledger.read(Run("finetune-1", 0, FAST.settings))
    slow = ledger.read(Run("finetune-1", 0, SLOW.candidates[0]))
    assert derive("steps to best", [("x", slow), ("x", fast)])[0] == pytest.approx(40 / 30)
    for line in slow.curve:
        line["validation"] = 0.05
    assert math.isnan(derive("steps to best", [("x", fast), ("x", slow)])[0])
    fast.curve = fast.curve[:1]
    bare = replace(fast, curve=[])
    for how, metric, record, words in (
        ("first epoch", "x", fast, "no line at the end of epoch 1"),
        ("mean", "z", fast, "no metric 'z'"),
        ("best", "x", bare, "no training curve"),
    ):
        refused(words, derive, how, [(metric, record)])


def test_without_a_goal_pages_say_so_and_do_not_speak_of_a_diverged_training(ledger):
    for seed, cell in ((s, c) for s in (0, 1) for c in (FAST.settings, SLOW.candidates[0])):
        curve = [{"step": 10, "epoch": 1, "validation": 0.02}]
        ledger.write(Run("finetune-1", seed, cell), Result({"x": 0.1, "y": 0.1}, {}, curve), {})
    claim = Claim("fast", "s", [Contrast(("slow", "best"), ("fast", "best"), 0.4)])
    made = Experiment("made", "Made", cells, (claim,), seeds=2, best=False)
    assert report.table(made).lab["fast", "best"] == "no goal"
    assert "<td>no goal</td>" in report.html_grid(made, ["fast"], ["best"])
    assert "(a seed without a number)" in report.html_verdicts(made, "lab")


def test_contrasts_of_other_tiers_are_no_part_of_the_family(ledger):
    """A claim about cells of the paper tier only must not widen the lab's intervals."""
    here = Contrast(("best", "x"), ("last", "x"))
    there = Contrast(("only", "paper"), ("best", "x"))
    claims = Claim("c", "s", [here]), Claim("d", "s", [there])
    table = Experiment("a", "A", cells, claims, best=False, seeds=2)
    one = report.verdicts(replace(table, claims=claims[:1]), "lab")
    both = report.verdicts(table, "lab")
    assert both[0].contrasts[0].level == one[0].contrasts[0].level
    assert len(both) == 1, "the other says nothing about this tier"


def test_printed_claims_are_decided_by_their_tables():
    found = printed_claims().set_index("claim")
    assert set(found["verdict"]) == {AGREES, CONTRADICTED}

    def one(start):
        return found[found.index.str.startswith(start)].iloc[0]

    wins = one("RankCSE with CoSENT outperforms ListNet")
    assert (wins.verdict, wins.note[:6]) == (CONTRADICTED, "5 of 7")
    assert one("RankCSE with CoSENT outperforms in 4").verdict == AGREES
    gain = one("As a loss of interaction models")
    assert (gain.verdict, gain.note) == (CONTRADICTED, "differences 0.17, 0.24")
    assert one("There BERT is improved more").verdict == CONTRADICTED
    assert "SUBJ" in one("It improves on SBERT with the exception").note
    assert "SICK-R" in one("Raw BERT").note
    assert one("The average improvement is over 6").verdict == AGREES
    page = report.html_printed()
    assert page.count("<li>") == len(found)
    assert "verdict-contradicted" in page
