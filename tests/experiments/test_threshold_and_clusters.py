"""The declarations of Table I: their cells, runs and claims."""

import csv

import pytest

from stsutils.experiments import load
from stsutils.experiments.common.sets import MORE, places
from stsutils.experiments.cosent.threshold import BINARY, COLUMNS
from stsutils.experiments.cosent.threshold_losses import FORMS, HARD, RANDOM, THRESHOLDS, row
from stsutils.ledger import Ledger, Run, find_book
from stsutils.report import published, table, verdicts
from stsutils.run import plan

NAMES = ["contrastive-threshold", "blog-clusters"]


def test_the_first_cells_are_stsb_and_paws():
    columns = dict.fromkeys(column for _, column in load("contrastive-threshold").at("lab"))
    assert list(columns)[:3] == ["STS-B", "STS-B" + BINARY, "PAWS"]
    assert {c.removesuffix(BINARY) for c in columns} == set(COLUMNS)


def test_each_run_trains_once_for_both_golds():
    cells = load("contrastive-threshold").at("lab")
    graded, binary = (cells[row(0.5, "as coded"), "STS-B" + gold] for gold in ("", BINARY))
    assert graded.candidates == binary.candidates
    assert (graded.metric, binary.metric) == ("stsb:test", "stsb:test|binary>2.5")
    for settings in graded.candidates:
        assert set(settings["test"]) == {graded.metric, binary.metric}


def test_equal_functions_share_their_runs(tmp_path):
    """ε = 0 has one form, and squared is cosine-MSE where the labels are 0 and 1."""
    experiment = load("contrastive-threshold")
    cells = experiment.at("lab")
    for hard in HARD:
        assert cells[row(0.0, "as coded"), hard] == cells[row(0.0, "as written"), hard]
        assert cells[row(-1.0, "as coded"), hard] != cells[row(-1.0, "as written"), hard]
        assert cells["direct, squared", hard] == cells["cosine-MSE", hard]
    paper = experiment.at("paper")
    assert paper["direct, squared", "STS-B"] != paper["cosine-MSE", "STS-B"]
    found = plan(experiment, "paper", 1, ledger=Ledger(tmp_path))
    trainings = [run for run in found.final if run.recipe == "finetune-1"]
    assert len(trainings) == 2 * 14 + 2 * 18 + 13, "two graded sets, two hard ones, BQ"
    assert len(found.final) == len(trainings) + len(COLUMNS)


def test_the_papers_25_numbers_stand_beside_every_reading():
    experiment = load("contrastive-threshold")
    theirs = published(experiment)
    with open(find_book("published") / "cosent.csv", encoding="utf-8") as file:
        rows = [r for r in csv.DictReader(file) if r["table"] == "I"]
    assert len(rows) == 25
    assert theirs[row(-1.0, "as coded"), "PAWS"] == "6.52"
    assert theirs[row(0.9, "as written"), "STS-B" + BINARY] == "71.03"
    assert len(theirs) == len(THRESHOLDS) * len(FORMS) * (len(COLUMNS) + 2)


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_ledger_gives_dashes_and_no_verdict(name, tmp_path, monkeypatch):
    monkeypatch.setenv("STSUTILS_RESULTS", str(tmp_path))
    experiment = load(name)
    assert set(table(experiment).lab) <= {"–", ""}, "a row may be another tier's"
    assert {v.verdict.label for v in verdicts(experiment)} == {"Not run"}


def test_clusters_measure_the_sets_of_the_threshold_table(tmp_path):
    experiment = load("blog-clusters")
    assert len(plan(experiment, "lab", ledger=Ledger(tmp_path))) == 5 * 2 * 5
    for (_, column), cell in experiment.at("lab").items():
        where = places(column, "lab")
        assert (cell.settings["train"], cell.settings["test"]) == (where["train"], where["test"])
        assert Run(cell.recipe, 0, cell.settings).id


@pytest.mark.parametrize("column", COLUMNS)
def test_validation_chooses_the_rates_and_all_thresholds_share_one(column):
    table = load("contrastive-threshold").at("lab")
    cells = {name: cell for (name, set_), cell in table.items() if set_ == column}
    shared = {str(cells[row(e, form)].judges) for e in THRESHOLDS for form in FORMS}
    assert len(shared) == 1, "one rate for all thresholds"
    assert cells[row(0.9, "as written")].judges == cells[row(0.0, "as coded")].candidates
    for name in ("CoSENT", "cosine-MSE"):
        assert cells[name].choose_by == "validation"
        assert cells[name].metric == places(column + MORE, "lab")["test"]


#: Hard set → the rates of a family of losses, and softmax' pairs of rates.
CHOICES = {"PAWS": (4, 4), "ATEC": (5, 6)}


@pytest.mark.parametrize("column", HARD)
def test_on_hard_sets_all_losses_choose_among_as_many_rates(column, tmp_path):
    rates, of_softmax = CHOICES[column]
    experiment = load("contrastive-threshold")
    cells = {name: cell for (name, set_), cell in experiment.at("lab").items() if set_ == column}
    for name in ("CoSENT", "softmax", "linear threshold .7", "direct, linear"):
        assert cells[name].choose_by == "validation"
        assert cells[name].metric == places(column + MORE, "lab")["test"]
    # softmax never has fewer candidates than the losses that it stands beside
    assert len({(s["lr"], s["loss_lr"]) for s in cells["softmax"].candidates}) == of_softmax
    assert of_softmax >= rates
    assert cells["direct, squared"] == cells["cosine-MSE"]
    for name in ("direct, linear", "CoSENT"):
        given, random = cells[name], cells[name + RANDOM]
        assert random.candidates == tuple({**s, "negatives": "random"} for s in given.candidates)
        assert random.judges == given.candidates
    first = plan(experiment, "lab", 1, ledger=Ledger(tmp_path)).tuning
    own = [run for run in first if run.settings["train"].startswith(column.lower())]
    assert len(own) == 4 * rates + of_softmax, "four families, and softmax"
