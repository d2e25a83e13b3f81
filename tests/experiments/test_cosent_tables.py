"""What holds of every experiment: its cells can be run, its claims have cells, tests stay unseen.

The rest is about the tables of the CoSENT paper.
"""

import pytest

from stsutils import experiments
from stsutils.data import RowsName
from stsutils.experiments import TIERS, Cell, Derived, Tuned, load, parts_of
from stsutils.experiments.common import sets
from stsutils.experiments.common.sets import COSENT, MSE, RATES, SETS, SOFTMAX
from stsutils.ledger import Ledger, Run, canonical
from stsutils.recipes import CHECKS, RECIPES
from stsutils.report import published, verdicts
from stsutils.run import plan

NAMES = experiments.names()
#: The two parts of one split that share no pair, or no sentence.
CUTS = (("train", "choose"), ("train-apart", "choose-apart"))
#: The cells of each printed table: all but other authors' systems.
PRINTED = {
    "supervised": 52,
    "supervised-poolings": 48,
    "nli-to-sts": 88,
    "nli-poolings": 40,
    "chinese": 28,
    "blog-in-domain": 24,
    "chinese-nli": 24,
    "transfer": 56,
}


def runs(name, tier):
    """(recipe, settings) of every candidate, once each."""
    found = {}
    for cell in load(name).at(tier).values():
        for part in parts_of(cell):
            own = part.candidates if isinstance(part, Tuned) else (part.settings,)
            found |= {(part.recipe, canonical(s)): s for s in own}
    return found


def test_every_experiment_is_declared_under_its_name():
    assert all(load(name).name == name for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("tier", TIERS)
def test_every_cell_is_accepted_by_its_recipe(name, tier):
    for (recipe, _), settings in runs(name, tier).items():
        assert recipe in RECIPES
        CHECKS[recipe](settings)


@pytest.mark.parametrize("name", NAMES)
def test_claims_name_cells_and_margins(name):
    experiment = load(name)
    here = 0
    for claim in experiment.claims:
        assert claim.source
        assert claim.ours == claim.source.startswith(("our question", "our own question"))
        for contrast in claim.contrasts:
            table = load(contrast.table) if contrast.table else experiment
            every = set().union(*(table.at(tier) for tier in TIERS))
            assert {contrast.a, contrast.b} <= every, claim.text
            here += {contrast.a, contrast.b} <= set(table.at("lab"))
    assert here or not experiment.claims, "the lab can test none of them"


def test_every_claim_of_a_document_has_its_words_or_its_cells():
    claims = [claim for name in NAMES for claim in load(name).claims]
    assert [c.text for c in claims if not c.quote and not c.ours] == []
    assert [c.text for c in claims if c.quote and c.ours] == []


#: Tables without a row *no training*: what they look at is no test score of a training.
WITHOUT_START = {
    "convergence",  # curves
    "cases",  # single pairs, judged by a threshold that is chosen in training
    "cases-minilm",
    "interaction",  # an untrained head is random numbers
    "raw-search",  # encoders in the making, judged after tuning
    "raw-search-long",
    "second-look",  # the cells of other tables
}


@pytest.mark.parametrize("name", NAMES)
def test_every_table_of_trainings_has_a_row_of_no_training(name):
    cells = load(name).at("lab")
    trains = any(
        part.recipe in ("finetune-1", "transfer-1") and not isinstance(part, Cell)
        for cell in cells.values()
        for part in parts_of(cell)
    )
    rows = {row for row, _ in cells}
    assert name in WITHOUT_START or not trains or any("no training" in row for row in rows)


def test_every_claim_is_declared_once():
    texts = [claim.text for name in NAMES for claim in load(name).claims]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(("name", "number"), PRINTED.items())
def test_printed_numbers_stand_beside_ours(name, number):
    assert len(published(load(name))) == number


def test_a_few_printed_numbers():
    assert published(load("supervised"))["RoBERTa-large | CoSENT", "NLI"] == "87.04"
    assert published(load("nli-to-sts"))["CoSENT | first-last", "Avg."] == "75.62"
    assert published(load("nli-poolings"))["first-last", "PAWS"] == "19.43"
    assert published(load("chinese"))["CoSENT", "PAWSX"] == "57.62"
    assert published(load("interaction"))["cross-entropy", "Avg."] == "66.64"
    assert published(load("transfer"))["word vectors", "Avg."] == "81.52"


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_ledger_gives_no_verdict(name, tmp_path):
    experiment = load(name)
    for tier in (t for t in TIERS if experiment.at(t)):
        found = verdicts(experiment, tier, Ledger(tmp_path))
        assert {v.verdict.label for v in found} <= {"Not run"}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("tier", TIERS)
def test_test_rows_are_never_trained_or_chosen_on(name, tier):
    for settings in runs(name, tier).values():
        training = settings.get("training") or settings
        if "train" not in training:
            continue
        tests = settings.get("test", [])
        tests = [tests] if isinstance(tests, str) else tests
        assert all(RowsName.parse(test).split == "test" for test in tests)
        train = RowsName.parse(training["train"])
        assert train.split != "test"
        if "validation" not in training:  # a probe: no moment is chosen
            continue
        choose = RowsName.parse(training["validation"])
        assert choose.split != "test"
        if (train.set, train.split) == (choose.set, choose.split):
            assert (train.parts[0], choose.parts[0]) in CUTS


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("name", ["convergence", "distributions", "nli-poolings"])
def test_tables_share_their_runs(name, tier):
    """What Fig. 3, Fig. 5 and Table IX look at is trained for other tables."""
    sources = (
        "supervised",
        "supervised-cls",
        "supervised-minilm",
        "chinese",
        "blog-in-domain",
        "nli-to-sts",
    )
    every = set().union(*(runs(source, tier) for source in sources))
    own = {
        key
        for key, settings in runs(name, tier).items()
        if settings.get("loss", {}).get("name") != "contrastive" and key[0] != "raw-1"
    }
    assert own <= every


def test_the_knobs_share_their_middle_with_table_iv():
    for tier in TIERS:
        every = runs("supervised", tier)
        for name, row in (("scale", "λ = 20"), ("supervised-poolings", "mean")):
            cells = load(name).at(tier)
            for column in {c for r, c in cells if r == row}:
                cell = cells[row, column]
                if not isinstance(cell, Derived):
                    assert all((cell.recipe, canonical(s)) in every for s in cell.candidates)


MORE = [name for name in sets.SETS if name.endswith(sets.MORE)]
CUT = ("NLI", "ATEC", "BQ", "LCQMC")


@pytest.mark.parametrize("column", MORE)
def test_a_set_with_more_rows_has_rates_of_its_own_and_its_set_s_name(column):
    chosen = [sets.in_domain(loss, column, "lab") for loss in (SOFTMAX, MSE, COSENT)]
    rates = len(sets.SETS[column].rates)
    softmax = 2 * (rates - 2)  # two rates of its head with each but the outermost
    assert [len(cell.candidates) for cell in chosen] == [softmax, rates, rates]
    for cell in chosen:
        assert cell.judges == cell.candidates
        assert {s["train"] for s in cell.candidates} == {sets.places(column, "lab")["train"]}
        assert {s["encoder"] for s in cell.candidates} == {"mini-3"}
        assert {s["rows"] for s in cell.candidates} <= {None, 6000}
        assert ("@" in cell.metric) == column.startswith(CUT), "whole tests but for these"
        assert {"distributions" in s for s in cell.candidates} == {
            column.removesuffix(sets.MORE) in sets.DENSITIES
        }
    assert sets.title(column) == sets.title(column.removesuffix(sets.MORE))


def test_every_set_can_have_more_rows_in_place_of_a_short_cut_at_the_lab():
    plain = [name for name in sets.SETS if not sets.SETS[name].way]
    assert sorted(MORE) == sorted(name + sets.MORE for name in plain)
    assert sets.grown("lab", ("PAWS", sets.PAWS_CLS)) == ["PAWS" + sets.MORE, sets.PAWS_CLS]
    assert sets.grown("paper", ("PAWS", "BQ")) == ["PAWS", "BQ"]


def chosen_there(name, column):
    """Whether a column has more rows in this table, and rates that each loss chooses on it."""
    tables = ("chinese", "supervised", "supervised-poolings", "scale", "blog-in-domain")
    return name in ("cases", "nli-to-sts") or (name in tables and column + sets.MORE in MORE)


def test_equal_budgets():
    """All losses of a table have the same rates, rows and epochs to choose from.

    Where softmax chooses a rate of its head besides, it has at least as many candidates, so that
    no rival of it can win by more trials.
    """
    for name in ("supervised", "chinese", "blog-in-domain", "nli-to-sts", "interaction"):
        budgets, heads = {}, {}
        for (_, column), cell in load(name).at("lab").items():
            if isinstance(cell, Tuned):
                keys = ("rows", "epochs", "batch_size", "lr")
                budget = tuple(tuple(s[key] for key in keys) for s in cell.candidates)
                if chosen_there(name, column) and "loss_lr" in cell.candidates[0]:
                    heads[column], budget = budget, ()
                budgets.setdefault(column, set()).add(budget)
        for column, of_softmax in heads.items():
            budgets[column].remove(())
            (others,) = budgets[column]
            assert len(of_softmax) >= len(others)
            assert set(of_softmax) <= set(others)
        assert all(len(found) == 1 for found in budgets.values()), name


def test_interaction_models_choose_on_their_set_and_start_where_bi_encoders_do():
    lab = load("interaction").at("lab")
    for (row, column), cell in lab.items():
        if isinstance(cell, Tuned):
            assert (cell.recipe, cell.judges, cell.seeds) == ("interaction-1", (), (0,))
            budgets = {(s["encoder"], s["epochs"], s["precision"]) for s in cell.candidates}
            assert budgets == {("mini-3", 3, "bfloat16")}
            assert [s["lr"] for s in cell.candidates] == [*sets.LOWER_RATES]
        elif isinstance(cell, Cell):
            table = load("supervised" if column == "STS-B" else "chinese")
            assert cell == table.at("lab")[row, column]


def test_a_loss_has_one_rate_for_all_tables_chosen_on_sts_b():
    judges = {
        loss: sets.in_domain(loss, "STS-B", "lab").candidates for loss in (SOFTMAX, MSE, COSENT)
    }
    assert all([s["lr"] for s in runs] == list(RATES) for runs in judges.values())
    for name in ("supervised", "chinese", "scale", "supervised-poolings", "cases"):
        for (loss, column), cell in load(name).at("lab").items():
            if (name, column) == ("supervised-poolings", sets.AVERAGE):
                continue  # its parts are the cells of the other columns
            for part in parts_of(cell):
                if chosen_there(name, column) and not isinstance(part, Tuned):
                    assert part.recipe == "raw-1"
                elif chosen_there(name, column):
                    own = part.candidates
                    if name in ("supervised-poolings", "scale"):  # that of Table IV's CoSENT
                        own = sets.in_domain(COSENT, column + sets.MORE, "lab").candidates
                    if name == "cases":  # single pairs and pairs of our own are tested besides
                        trained = "PAWSX" if "pawsx" in own[0]["train"] else "PAWS"
                        own = sets.in_domain(loss, trained + sets.MORE, "lab").candidates
                    assert part.judges == own
                elif isinstance(part, Tuned):
                    assert part.judges in judges.values(), name
                    assert part.seeds == (0, 1)


def test_how_each_loss_reads_its_labels():
    cells = load("supervised").at("lab")

    def labels(loss, column):
        settings = cells[loss, column].candidates[0]
        return settings["labels"], settings["loss"].get("classes")

    assert labels(SOFTMAX, "NLI") == ("raw", 3)
    assert labels(MSE, "NLI") == ("unit", None)
    assert labels(COSENT, "NLI") == ("raw", None)
    assert labels(SOFTMAX, "STS-B") == ("floor", 6)
    assert labels(SOFTMAX, "PAWS") == ("raw", 2)
    blog = load("blog-in-domain").at("lab")
    two, six = blog[SOFTMAX, "STS-B"], blog["softmax | six classes", "STS-B"]
    assert two.candidates[0]["labels"] == "binary>2.5"
    assert six.candidates[0]["loss"]["classes"] == 6
    assert set(SETS) >= {"NLI", "PAWSX", "STS-B (Chinese)"}


def test_pair_3_is_not_shown_to_a_model_that_was_trained_on_it():
    assert ("CoSENT", "pair 3") not in load("cases").at("lab")
    assert ("CoSENT", "pair 3") in load("cases").at("paper")
    for settings in runs("cases", "lab").values():
        assert all(":test" in place for place, _ in settings["cases"])


@pytest.mark.parametrize("name", ["supervised", "convergence", "nli-to-sts"])
def test_plans_are_whole(name, tmp_path):
    """Nothing recorded: tuning runs first, final runs are still to be chosen."""
    experiment = load(name)
    shown = plan(experiment, "lab", ledger=Ledger(tmp_path))
    ids = {run.id for run in shown.tuning}
    wanted = set()
    for cell in experiment.at("lab").values():
        for part in parts_of(cell):
            if isinstance(part, Tuned):
                wanted |= {Run("finetune-1", s, c).id for s in part.seeds for c in part.judges}
    assert ids == wanted
    assert plan(experiment, "paper", 1, ledger=Ledger(tmp_path)).tuning == []


def test_from_nli_a_rate_is_chosen_with_mean_pooling_and_serves_all_poolings_and_tasks():
    """The lab's trainings of Tables III, IX and V; the runs that choose see no test set."""
    cells, tasks = load("nli-to-sts").at("lab"), load("transfer").at("lab")
    poolings = load("nli-poolings").at("lab")
    for loss in (SOFTMAX, MSE, COSENT):
        whole = cells[f"{loss} | mean", "STS-B"]
        for judge, own in zip(whole.judges, whole.candidates, strict=True):
            assert judge == own | {"test": []}
            assert (own["train"], own["rows"], own["epochs"]) == ("nli_at_hand:train", None, 2)
            assert not any("@" in name for name in own["test"]), "test sets are whole"
        for pooling in sets.POOLINGS:
            assert cells[f"{loss} | {pooling}", "STS-B"].judges == whole.judges
    assert tasks["SBERT (softmax)", "MR"].tuning() == cells["softmax | mean", "STS-B"].tuning()
    assert tasks["CoSENT", "MR"].tuning() == cells["CoSENT | mean", "STS-B"].tuning()
    assert poolings["max", "SICK-R"] == cells["CoSENT | max", "SICK-R"]
    theirs = load("supervised-poolings").at("lab")
    for pooling in sets.POOLINGS:  # no training is Table VIII's
        for column in ("STS-B", "SICK-R", "PAWS", "MRPC"):
            row = f"no training | {pooling}"
            assert poolings[row, column] == theirs[row, column]
