"""Who stands where: luck does not make a winner, a plain lead does, and nothing run is a dash."""

import numpy as np
import pytest

from stsutils.experiments import Cell, Experiment
from stsutils.ledger import Result, Run
from stsutils.report.views.standings import standing

ROWS = ("ahead", "near", "nearer", "behind", "never run")
COLUMN = "STS-B"


def cells(tier):
    return {(row, COLUMN): Cell({"loss": row, "tier": tier}, "test") for row in ROWS}


EXPERIMENT = Experiment("fake", "Fake", cells, seeds=5)


def fill(ledger, means, seeds=5, spread=0.002):
    """Records of these rows; each row has luck of its own by seed and by draw."""
    chance = np.random.default_rng(1)
    for row, mean in means.items():
        draws = mean + chance.normal(0, spread, 200)
        for seed in range(seeds):
            value = mean + spread * chance.normal()
            run = Run("finetune-1", seed, cells("lab")[row, COLUMN].settings)
            ledger.write(run, Result({"test": value}, {"test": draws}))


def unbeaten(found):
    """The measured rows that no other is shown to beat."""
    good = [row for row, number in found.numbers.items() if number.value == number.value]
    return [row for row in good if not found.beaten_by[row]]


def test_a_plain_lead_is_seen_and_a_lucky_one_is_not(ledger):
    fill(ledger, {"near": 0.7005, "nearer": 0.70, "behind": 0.60})
    assert unbeaten(standing(EXPERIMENT, COLUMN, ROWS)) == ["near", "nearer"]
    fill(ledger, {"ahead": 0.80, "near": 0.7005, "nearer": 0.70, "behind": 0.60})
    found = standing(EXPERIMENT, COLUMN, ROWS)
    assert unbeaten(found) == ["ahead"]
    better = {row: found.beaten_by[row] for row in ROWS[:4]}
    all_three = ["ahead", "near", "nearer"]
    assert better == {"ahead": [], "near": ["ahead"], "nearer": ["ahead"], "behind": all_three}
    assert len(found.duels) == 6


def test_the_table_is_sorted_what_nobody_ran_is_last_and_rows_can_be_left_out(ledger):
    fill(ledger, {"behind": 0.60, "ahead": 0.80})
    table = standing(EXPERIMENT, COLUMN, ROWS).frame()
    assert list(table.row) == ["ahead", "behind", "near", "nearer", "never run"]
    assert list(table["beaten by"]) == ["nobody", "ahead", "–", "–", "–"]
    assert table.number[0].endswith("(5 seeds)")
    assert set(table.number[2:]) == {"–"}
    found = standing(EXPERIMENT, COLUMN, rows=("behind", "near"))
    assert (unbeaten(found), found.duels) == (["behind"], {})


def test_detectable_is_the_middle_duels(ledger):
    fill(ledger, {"near": 0.70, "nearer": 0.70})
    found = standing(EXPERIMENT, COLUMN, ROWS)
    size = found.duels["near", "nearer"].detectable()
    assert found.detectable() == f"{100 * size:.2f}"
    assert found.detectable(together=True) == found.detectable(), "one duel needs no correction"
    fill(ledger, {"ahead": 0.80, "behind": 0.60})
    found = standing(EXPERIMENT, COLUMN, ROWS)
    assert float(found.detectable(together=True)) > float(found.detectable())


def test_a_diverged_row_is_never_a_winner(ledger):
    fill(ledger, {"near": 0.70, "nearer": 0.70})
    run = Run("finetune-1", 0, cells("lab")["ahead", COLUMN].settings)
    ledger.write(run, Result({"test": float("nan")}))
    found = standing(EXPERIMENT, COLUMN, ROWS)
    assert "ahead" not in unbeaten(found)
    assert list(found.frame().row)[2] == "ahead"
    assert found.frame().number[2] == "diverged"


@pytest.mark.parametrize("seeds", [0, 1])
def test_without_seeds_nothing_is_beaten(ledger, seeds):
    fill(ledger, {"ahead": 0.80, "behind": 0.10}, seeds=seeds)
    found = standing(EXPERIMENT, COLUMN, ROWS)
    assert unbeaten(found) == ["ahead", "behind"][: 2 * seeds]
    assert found.detectable() == found.detectable(together=True) == "–"
