"""The map of all losses: one budget for all, and no run that another table has is made twice."""

import pytest

from stsutils.experiments import TIERS, Tuned, load
from stsutils.experiments.checks.loss_map import (
    CLASSES,
    COLUMNS,
    GRADED,
    K2,
    L1,
    LOSSES,
    NOTHING,
    OWN,
    RELU,
    classes,
    graded,
)
from stsutils.experiments.common import nli, sets
from stsutils.experiments.common.sets import (
    CONTRASTIVE,
    COSENT,
    HEAD_RATES,
    LOWER_RATES,
    MORE,
    MSE,
    SOFTMAX,
    WITH_HEAD,
)
from stsutils.experiments.cosent import nli_to_sts
from stsutils.ledger import Ledger, canonical
from stsutils.losses import LOSSES as INDEX
from stsutils.recipes import CHECKS
from stsutils.recipes.rows import gold, rows_of
from stsutils.report import published, verdicts

EXPERIMENT = load("loss-map")
#: What a head is asked beside the cosine.
READ = ("by_head", "classes")
every_tier = pytest.mark.parametrize("tier", TIERS)


def trained(tier):
    """The cells of a tier that train, by name."""
    return {name: cell for name, cell in EXPERIMENT.at(tier).items() if name[0] != NOTHING}


@every_tier
def test_every_loss_has_both_columns(tier):
    assert set(EXPERIMENT.at(tier)) == {(r, c) for r in (NOTHING, *LOSSES) for c in COLUMNS}


@every_tier
def test_every_training_is_accepted_by_its_recipe(tier):
    for name, cell in trained(tier).items():
        for settings in (*cell.candidates, *cell.judges):
            assert CHECKS[cell.recipe](settings)["loss"]["name"] in INDEX, name


@every_tier
def test_runs_of_other_tables_are_shared(tier):
    cells = EXPERIMENT.at(tier)
    column = "STS-B" + MORE if tier == "lab" else "STS-B"
    for loss in (SOFTMAX, MSE, COSENT, CONTRASTIVE):
        assert cells[loss, GRADED] == sets.in_domain(loss, column, tier)
    table = load("nli-to-sts").at(tier)
    raw = cells[NOTHING, CLASSES]
    assert raw == table[nli_to_sts.row(NOTHING, "mean"), "STS-B"]
    for loss in (SOFTMAX, MSE, COSENT):
        assert cells[loss, CLASSES] == table[nli_to_sts.row(loss, "mean"), "STS-B"]
    if tier == "lab":
        regression = load("regression-losses").at(tier)
        for loss in (L1, RELU, K2):
            assert cells[loss, CLASSES] == regression[loss, "STS-B"]
    assert cells[NOTHING, GRADED] == (sets.untrained(column, tier) if tier == "lab" else raw)


@every_tier
@pytest.mark.parametrize("column", COLUMNS)
def test_rows_of_a_column_differ_in_the_loss_and_its_labels_only(tier, column):
    budgets = set()
    for (_, own), cell in trained(tier).items():
        if own == column:
            free = ("loss", "labels", "test", "lr", "loss_lr", *READ)
            runs = [{k: v for k, v in s.items() if k not in free} for s in cell.candidates]
            budgets.add((canonical(runs[0]), cell.seeds, cell.metric, cell.choose_by))
            assert all(run == runs[0] for run in runs)
            assert all(cell.metric in s["test"] for s in cell.candidates)
    assert len(budgets) == 1


def test_every_loss_chooses_its_rates_in_each_column():
    for (loss, column), cell in trained("lab").items():
        assert isinstance(cell, Tuned)
        grid = [(s["lr"], s.get("loss_lr")) for s in cell.candidates]
        judges = cell.judges or cell.candidates
        assert [(s["lr"], s.get("loss_lr")) for s in judges] == grid, loss
        assert all(s["train"] == cell.candidates[0]["train"] for s in judges)
        assert all(s["loss"] == cell.candidates[0]["loss"] for s in judges)
        rates = LOWER_RATES if column == GRADED else nli.RATES
        heads = HEAD_RATES if column == GRADED else nli.HEADS
        if cell.candidates[0]["loss"]["name"] in WITH_HEAD:
            assert set(grid) == {(a, b) for a in rates[1:-1] for b in heads}
        else:
            assert [rate for rate, _ in grid] == list(rates)


def test_classes_are_trained_on_all_local_rows_away_from_the_tested_ones():
    for loss in LOSSES:
        (run, *_), test = classes(loss, "lab").candidates, classes(loss, "lab").metric
        assert (run["epochs"], run["batch_size"], run["encoder"]) == (2, 64, "mini-3")
        assert run["train"] == "nli_at_hand:train"
        assert run["validation"] == "stsb:validation@500"
        assert test == graded(loss, "lab").metric == "stsb:test"


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("column", [graded, classes])
def test_labels_are_what_the_loss_takes(loss, column):
    """Two classes for contrastive, the head's classes for softmax, [0, 1] for cosine-MSE."""
    settings = column(loss, "demo").candidates[0]
    found = sorted(set(gold(rows_of(settings["train"], settings["labels"]))))
    if loss == CONTRASTIVE:
        assert found == [0, 1]
    elif loss == SOFTMAX:
        assert set(found) <= set(range(settings["loss"]["classes"]))
    elif loss == MSE:
        assert (found[0], found[-1]) == (0, 1)
    else:
        assert settings["labels"] == "raw"
        assert max(found) == (5 if column is graded else 2)


def test_tolerances_are_the_papers():
    assert [own["tolerance"] for own in OWN[K2]] == [0.2, 0.25]


def test_printed_numbers_beside_the_map():
    theirs = published(EXPERIMENT)
    assert theirs[K2, CLASSES] == "78.78"
    assert theirs[SOFTMAX, CLASSES] == "74.88"
    assert len(theirs) == 4


def test_nothing_run_no_verdict(tmp_path):
    assert EXPERIMENT.claims
    for one in verdicts(EXPERIMENT, "lab", Ledger(tmp_path), own=True):
        assert one.verdict.label == "Not run"
        assert all({c.a, c.b} <= set(EXPERIMENT.at("lab")) for c in one.claim.contrasts)
