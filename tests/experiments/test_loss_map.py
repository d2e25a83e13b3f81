"""The map of all losses: one budget for all, and no run that another table has is made twice."""

import pytest

from stsutils.experiments import TIERS, Tuned, load
from stsutils.experiments.checks.loss_map import (
    CLASSES,
    COLUMNS,
    GRADED,
    K2,
    LOSSES,
    NOTHING,
    OWN,
    classes,
    graded,
)
from stsutils.experiments.common import sets
from stsutils.experiments.common.sets import (
    CONTRASTIVE,
    COSENT,
    LOWER_RATES,
    MORE,
    MSE,
    RATES,
    SOFTMAX,
    WITH_HEAD,
)
from stsutils.experiments.cosent import nli_to_sts
from stsutils.ledger import Ledger, canonical
from stsutils.losses import LOSSES as INDEX
from stsutils.recipes.finetune import finetune_settings
from stsutils.recipes.rows import gold, rows_of
from stsutils.report import published, verdicts

EXPERIMENT = load("loss-map")
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
            assert finetune_settings(settings)["loss"]["name"] in INDEX, name


@every_tier
def test_runs_of_other_tables_are_shared(tier):
    cells = EXPERIMENT.at(tier)
    column = "STS-B" + MORE if tier == "lab" else "STS-B"
    for loss in (SOFTMAX, MSE, COSENT, CONTRASTIVE):
        assert cells[loss, GRADED] == sets.in_domain(loss, column, tier)
    nli = load("nli-to-sts").at(tier)
    raw = cells[NOTHING, CLASSES]
    if tier == "lab":  # it has kept the short cut that once stood in that table
        assert raw.settings["encoder"] == "mini-2"
    else:
        for loss in (SOFTMAX, MSE, COSENT):
            assert cells[loss, CLASSES] == nli[nli_to_sts.row(loss, "mean"), "STS-B"]
        assert raw == nli[nli_to_sts.row(NOTHING, "mean"), "STS-B"]
    assert cells[NOTHING, GRADED] == (sets.untrained(column, tier) if tier == "lab" else raw)


@every_tier
@pytest.mark.parametrize("column", COLUMNS)
def test_rows_of_a_column_differ_in_the_loss_and_its_labels_only(tier, column):
    budgets = set()
    for (_, own), cell in trained(tier).items():
        if own == column:
            free = ("loss", "labels", "test", "lr", "loss_lr")
            runs = [{k: v for k, v in s.items() if k not in free} for s in cell.candidates]
            budgets.add((canonical(runs[0]), cell.seeds, cell.metric, cell.choose_by))
            assert all(run == runs[0] for run in runs)
            assert all(cell.metric in s["test"] for s in cell.candidates)
    assert len(budgets) == 1


def test_every_loss_chooses_among_as_many_rates_once():
    """By its own runs on STS-B: for the classes those of 1,000 pairs, which are no row here."""
    for (loss, column), cell in trained("lab").items():
        assert isinstance(cell, Tuned)
        rates = [s["lr"] for s in cell.candidates]
        judged = [run.id for run in cell.tuning()]
        assert len(judged) == len(rates) * len(cell.seeds)
        assert all(s["train"] == "stsb:train" for s in cell.judges or cell.candidates)
        if column == CLASSES:
            assert tuple(rates) == RATES
            assert judged == [run.id for run in graded(loss, "lab").tuning()], loss
        elif cell.candidates[0]["loss"]["name"] in WITH_HEAD:
            assert sorted(set(rates)) == list(LOWER_RATES[1:-1])
            assert len({(s["lr"], s["loss_lr"]) for s in cell.candidates}) == 6
        else:
            assert tuple(rates) == LOWER_RATES


def test_classes_are_trained_for_one_epoch_away_from_the_rows_that_choose():
    for loss in LOSSES:
        (run, *_), test = classes(loss, "lab").candidates, classes(loss, "lab").metric
        assert run["epochs"] == 1
        assert run["train"] == "snli:validation@train"
        assert run["validation"].startswith("snli:validation@choose")
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
    for one in verdicts(EXPERIMENT, "lab", Ledger(tmp_path)):
        assert one.verdict.label == "Not run"
        assert all({c.a, c.b} <= set(EXPERIMENT.at("lab")) for c in one.claim.contrasts)
