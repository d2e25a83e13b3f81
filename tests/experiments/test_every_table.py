"""What holds of every table: cells can be run, tests stay unseen, rivals have equal chances."""

import re

import pytest

from stsutils import experiments
from stsutils.data import RowsName
from stsutils.experiments import TIERS, Cell, Derived, Tuned, load, parts_of
from stsutils.experiments.checks.loss_map import LARGE
from stsutils.experiments.common.sets import BEYOND, DIRECT
from stsutils.ledger import Ledger, Run, canonical
from stsutils.planning import plan
from stsutils.recipes import CHECKS
from stsutils.report import published, table, verdicts
from stsutils.report.conditions import settings_of

NAMES = experiments.names()
REAL = ("lab", "paper")
every_table = pytest.mark.parametrize("name", NAMES)
every_tier = pytest.mark.parametrize("tier", TIERS)
#: The two parts of one split that share no pair, or no sentence.
CUTS = (("train", "choose"), ("train-apart", "choose-apart"))


def parts(name, tier):
    """(row, column), part of every cell of a table."""
    cells = load(name).at(tier).items()
    return [(place, part) for place, cell in cells for part in parts_of(cell)]


def runs(name, tier):
    """(recipe, canonical settings) → settings of every candidate and judge, once each."""
    every = {}
    for _, part in parts(name, tier):
        every |= {(part.recipe, canonical(one)): one for one in settings_of(part)}
        for judge in part.judges if isinstance(part, Tuned) else ():
            every[part.judge_recipe, canonical(judge)] = judge
    return every


def trainings(settings):
    """Every training in some settings, those within others too."""
    if "train" in settings:
        yield settings
    for value in settings.values():
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, dict):
                yield from trainings(inner)


@every_table
@every_tier
def test_every_cell_is_accepted_by_its_recipe(name, tier):
    for (recipe, _), settings in runs(name, tier).items():
        CHECKS[recipe](settings)


@every_table
@every_tier
def test_test_rows_are_never_trained_or_chosen_on(name, tier):
    for settings in runs(name, tier).values():
        if isinstance(corpus := settings.get("corpus"), str):
            assert RowsName.parse(corpus).split != "test"
        for training in trainings(settings):
            train = RowsName.parse(training["train"])
            if settings.get("folds") is training:
                continue  # tested on the folds that it leaves out
            assert train.split != "test"
            if "validation" not in training:
                continue
            choose = RowsName.parse(training["validation"])
            assert choose.split != "test"
            if (train.set, train.split) == (choose.set, choose.split):
                assert (train.parts[0], choose.parts[0]) in CUTS


def rates_of(candidates):
    """The learning rates of some settings, or of the trainings within them."""
    trained = [one.get("training") or one for one in candidates]
    return [(one.get("lr"), one.get("loss_lr")) for one in trained]


@every_table
@every_tier
def test_a_choice_is_made_by_validation_and_each_candidate_has_its_judge(name, tier):
    for place, part in parts(name, tier):
        if not isinstance(part, Tuned) or len(part.candidates) == 1:
            continue
        assert part.choose_by == "validation", place
        judges = part.judges or part.candidates
        assert len({str(one) for one in judges}) == len(part.candidates) > 1, place
        # a loss without a layer may follow one that has one
        both = zip(rates_of(part.candidates), rates_of(judges), strict=True)
        assert all(own in (judge, (judge[0], None)) for own, judge in both), place


#: Tables whose losses are compared: within a column all have the same rates to choose from.
COMPARED = ["supervised", "supervised-cls", "chinese", "blog-in-domain", "chinese-nli"]
COMPARED += ["nli-to-sts", "interaction", "loss-map", "contrastive-threshold", "threshold-cls"]
COMPARED += ["regression-losses", "regression-categories", "stsb-cosent-mse"]


@pytest.mark.parametrize("name", COMPARED)
def test_rivals_have_equal_chances(name):
    """Same rows, epochs and batches; the same rates, or with a head at least as many choices.

    A head has the inner rates of the others, each with several of its own, so that no rival of it
    can win by more trials. The direct loss, which is said to fail, has more where it chose an
    end, so that it does not fail for want of a rate.
    """
    budgets, plain, headed = {}, {}, {}
    for (row, column), part in parts(name, "lab"):
        # larger batches are compared with the same loss in smaller ones, not with its rivals
        if isinstance(part, Tuned) and row != LARGE:
            for one in part.candidates:
                budget = tuple(one.get(k) for k in ("encoder", "rows", "epochs", "batch_size"))
                budgets.setdefault(column, set()).add(budget)
            more = BEYOND.get((DIRECT, column), ()) if row.startswith(DIRECT) else ()
            rates = [one["lr"] for one in part.candidates if one["lr"] not in more]
            kind = headed if part.candidates[0].get("loss_lr") else plain
            kind.setdefault(column, set()).add(tuple(rates))
    assert budgets
    for column, found in budgets.items():
        if column != "Avg.":  # its parts are the cells of the other columns
            assert len(found) == 1, column
            assert len(plain.get(column, ())) <= 1
            for rates in headed.get(column, ()):
                for others in plain.get(column, ()):
                    assert len(rates) >= len(others)
                    assert set(rates) <= set(others)


#: Tables without a row *no training*: what they look at is no test score of a training.
WITHOUT_START = {
    "convergence",  # curves
    "cases",  # single pairs, judged by a threshold that is chosen in training
    "blog-clusters",  # a probe of an encoder that is never trained
    "contexts-distances",  # distances to what was harvested
    "second-look",  # the cells of other tables
}


@every_table
@pytest.mark.parametrize("tier", REAL)
def test_every_table_of_trainings_has_a_row_of_no_training(name, tier):
    trained = any(list(trainings(one)) for one in runs(name, tier).values())
    rows = {row for row, _ in load(name).at(tier)}
    assert name in WITHOUT_START or not trained or any("no training" in row for row in rows)


@every_table
@pytest.mark.parametrize("tier", REAL)
@pytest.mark.usefixtures("ledger")
def test_with_nothing_recorded_there_are_dashes_and_no_verdict(name, tier):
    if load(name).at(tier):
        assert set(table(load(name))[tier]) <= {"–", ""}, "a row may be another tier's"
        assert {one.verdict.kind for one in verdicts(load(name), tier)} <= {"not run"}


@every_table
def test_a_plan_makes_the_runs_that_choose_first(name, tmp_path):
    if load(name).at("lab"):
        shown = plan(load(name), "lab", ledger=Ledger(tmp_path))
        tuned = [one for _, one in parts(name, "lab") if isinstance(one, Tuned)]
        wanted = {run.id for one in tuned for run in one.tuning()}
        assert {run.id for run in shown.tuning} == wanted
        assert bool(shown.unresolved) == bool(wanted)


@every_table
def test_printed_numbers_stand_beside_cells(name):
    """A table that names a document's table has numbers of it, as they were printed."""
    theirs = published(load(name))
    assert bool(theirs) == bool(load(name).published)
    assert all(re.fullmatch(r"-?\d+(\.\d+)?", number) for number in theirs.values())


@pytest.mark.parametrize(
    ("name", "row", "column", "number"),
    [
        ("contrastive-threshold", "ε = 0.9 | as written", "STS-B (binary gold)", "71.03"),
        ("supervised", "RoBERTa-large | CoSENT", "NLI", "87.04"),
        ("nli-to-sts", "CoSENT | first-last", "Avg.", "75.62"),
        ("transfer", "word vectors", "Avg.", "81.52"),
        ("loss-map", "softmax", "SNLI → STS-B", "74.88"),
        ("regression-features", "u, v", "Avg.", "53.30"),
        ("rankencoder", "templates: RankEncoder, hinge", "Avg.", "79.4"),
        ("rankencoder-thirds", "templates", "high third", "49.56"),
        ("contexts-surrogate", "Surrogate", "Avg.", "74.06"),
    ],
)
def test_a_printed_number(name, row, column, number):
    assert published(load(name))[row, column] == number


@every_table
def test_the_demo_reads_embedded_rows_with_mini_3_at_one_rate(name):
    for (row, column), cell in load(name).at("demo").items():
        assert (row, column) in load(name).at("lab")
        for part in parts_of(cell):
            assert isinstance(part, Cell)
            assert part.settings.get("encoder", "mini-3") == "mini-3"
            for key in ("train", "validation"):
                if key in part.settings:
                    assert part.settings[key].startswith(("demo:", "demo_hard:", "demo_nli:"))
            if "train" in part.settings:
                assert part.settings["rows"] <= 1000


def test_derived_numbers_are_made_of_cells_that_stand_there_too():
    """An average is of columns of its own row, in the tables of single sets."""
    for name in ("chinese", "blog-in-domain", "supervised-poolings", "interaction", "transfer"):
        cells = load(name).at("lab")
        for (row, column), cell in cells.items():
            if isinstance(cell, Derived) and cell.how == "mean":
                own = [one for (r, c), one in cells.items() if r == row and c != column]
                assert [part for part in cell.parts if part not in own] == []


def test_every_run_of_the_book_has_an_id_of_its_own():
    every = {key: one for name in NAMES for key, one in runs(name, "lab").items()}
    ids = {Run(recipe, 0, settings).id for (recipe, _), settings in every.items()}
    assert len(ids) >= 0.9 * len(every), "settings that name a default share an id"
