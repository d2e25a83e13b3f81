"""Tables share runs where they look at the same training, and rows differ in what they say only."""

import pytest

from stsutils.data import RowsName
from stsutils.experiments import TIERS, Tuned, load, parts_of, seedless
from stsutils.experiments.checks import loss_map
from stsutils.experiments.common import sets
from stsutils.experiments.common.sets import CONTRASTIVE, COSENT, MSE, SOFTMAX
from stsutils.experiments.common.trainings import in_domain
from stsutils.experiments.cosent.threshold import CURED, FORMS, HARD, RANDOM, THRESHOLDS, row
from stsutils.ledger import Run, canonical
from stsutils.recipes.rows import gold, rows_of

REAL = pytest.mark.parametrize("tier", ["lab", "paper"])


def candidates(name, tier):
    """Canonical settings of everything that a table may run."""
    every = set()
    for cell in load(name).at(tier).values():
        for part in parts_of(cell):
            runs = part.candidates if isinstance(part, Tuned) else (part.settings,)
            every |= {canonical(one) for one in runs}
    return every


def differ(one, other):
    """The keys in which two settings differ."""
    return {key for key in one.keys() | other.keys() if one.get(key) != other.get(key)}


@REAL
@pytest.mark.parametrize("name", ["convergence", "distributions", "nli-poolings"])
def test_figures_look_at_runs_of_tables(name, tier):
    """What Fig. 3, Fig. 5 and Table IX look at is trained for other tables."""
    homes = ("supervised", "supervised-cls", "chinese", "blog-in-domain", "nli-to-sts")
    homes += ("supervised-poolings",)
    every = set().union(*(candidates(home, tier) for home in homes))
    alone = {one for one in candidates(name, tier) - every if '"contrastive"' not in one}
    assert not {one for one in alone if '"train"' in one}


@REAL
@pytest.mark.parametrize(("name", "same"), [("scale", "λ = 20"), ("supervised-poolings", "mean")])
def test_the_knobs_share_their_middle_with_table_iv(name, same, tier):
    cells, theirs = load(name).at(tier), load("supervised").at(tier)
    columns = [column for r, column in cells if r == same and column != sets.AVERAGE]
    assert columns
    for column in columns:
        ours, their = (
            [Run("finetune-1", 0, one).id for one in cell.candidates]
            for cell in (cells[same, column], theirs[COSENT, column])
        )
        assert ours == their


@pytest.mark.parametrize("tier", TIERS)
def test_the_map_of_losses_makes_no_run_twice(tier):
    cells = load("loss-map").at(tier)
    for loss in (SOFTMAX, MSE, COSENT):
        assert cells[loss, "STS-B"] == load("supervised").at(tier)[loss, "STS-B"]
        assert (
            cells[loss, loss_map.CLASSES] == load("nli-to-sts").at(tier)[f"{loss} | mean", "STS-B"]
        )
    if tier == "lab":
        assert cells[CONTRASTIVE, "STS-B"] == in_domain(CONTRASTIVE, "STS-B", tier)
        for loss in (loss_map.L1, loss_map.RELU, loss_map.K2):
            assert (
                cells[loss, loss_map.CLASSES] == load("regression-losses").at(tier)[loss, "STS-B"]
            )


@pytest.mark.parametrize("loss", loss_map.LOSSES)
@pytest.mark.parametrize("column", loss_map.COLUMNS)
def test_labels_are_what_the_loss_takes(loss, column):
    """Two classes for contrastive, the head's classes for softmax, [0, 1] for cosine-MSE."""
    settings = load("loss-map").at("demo")[loss, column].settings
    labels = sorted(set(gold(rows_of(settings["train"], settings.get("labels", "raw")))))
    if loss == CONTRASTIVE:
        assert labels == [0, 1]
    elif loss == SOFTMAX:
        assert set(labels) <= set(range(settings["loss"]["classes"]))
    elif loss == MSE:
        assert (labels[0], labels[-1]) == (0, 1)
    else:
        assert settings.get("labels", "raw") == "raw"
        assert max(labels) == (5 if column == "STS-B" else 2)


def test_equal_functions_share_their_runs():
    """ε = 0 has one form, and squared is cosine-MSE where the labels are 0 and 1."""
    cells = load("contrastive-threshold").at("lab")
    for hard in HARD:
        assert cells[row(0.0, "as coded"), hard] == cells[row(0.0, "as written"), hard]
        assert cells[row(-1.0, "as coded"), hard] != cells[row(-1.0, "as written"), hard]
        assert cells["direct, squared", hard] == cells["cosine-MSE", hard]
        shared = {str(cells[row(e, form), hard].judges) for e in THRESHOLDS for form in FORMS}
        assert len(shared) == 1, "one rate for all thresholds"
        for name in CURED:
            given, random = cells[name, hard], cells[name + RANDOM, hard]
            assert random.judges == given.judges
            for one, other in zip(given.candidates, random.candidates, strict=True):
                assert differ(one, other) == {"negatives"}
    paper = load("contrastive-threshold").at("paper")
    assert paper["direct, squared", "STS-B"] != paper["cosine-MSE", "STS-B"]


def test_pair_3_is_not_shown_to_a_model_that_was_trained_on_it():
    assert ("CoSENT", "pair 3") not in load("cases").at("lab")
    assert ("CoSENT", "pair 3") in load("cases").at("paper")
    for cell in load("cases").at("lab").values():
        assert all(":test" in place for one in cell.candidates for place, _ in one["cases"])


def test_from_nli_one_rate_serves_all_poolings_and_tasks():
    """The lab's trainings of Tables III, IX and V; the runs that choose see no test set."""
    cells, tasks = load("nli-to-sts").at("lab"), load("transfer").at("lab")
    for loss in (SOFTMAX, MSE, COSENT):
        whole = cells[f"{loss} | mean", "STS-B"]
        assert [one | {"test": []} for one in whole.candidates] == [*whole.judges]
        for pooling in sets.POOLINGS:
            assert cells[f"{loss} | {pooling}", "STS-B"].judges == whole.judges
    assert tasks["SBERT (softmax)", "MR"].tuning() == cells["softmax | mean", "STS-B"].tuning()
    assert load("nli-poolings").at("lab")["max", "SICK-R"] == cells["CoSENT | max", "SICK-R"]


def test_cross_entropy_of_the_regression_document_is_softmax_of_table_iii():
    ours = load("regression-losses").at("lab")["cross-entropy", "STS-B"].candidates
    theirs = load("nli-to-sts").at("lab")["softmax | mean", "STS-B"].candidates
    for one, other in zip(ours, theirs, strict=True):  # the head is read as well
        assert differ(one, other) <= {"by_head", "classes", "test", "labels", "evaluations"}


def test_losses_of_the_regression_document_differ_in_the_loss_alone():
    cells = load("regression-losses").at("lab")
    for name in ("L1", "Translated ReLU", "MSE", "Smooth K2"):
        rivals = cells["cross-entropy", "STS-B"].candidates
        for one, other in zip(rivals, cells[name, "STS-B"].candidates, strict=True):
            assert differ(one, other) == {"loss"}


def test_heads_slopes_and_schedules_start_from_one_training_on_six_categories():
    plain = load("regression-categories").at("lab")["Smooth K2", "no noise"].candidates
    heads = load("regression-features").at("lab")
    assert heads["u, v, |u − v|", "six categories"].candidates == plain
    sweep = load("regression-sweep").at("lab")
    assert sweep["Smooth K2 | k 2 | x0 0.25", "STS-B"].candidates == plain
    described = load("regression-schedule").at("lab")["as described", "six categories"].candidates
    assert described == tuple(one | {"warmup": 0.2} for one in plain)


def test_the_leak_is_measured_with_as_many_pairs_as_the_filter_leaves():
    cells = load("regression-leak").at("lab")
    part = {r: cell.parts[0].candidates[0] for (r, c), cell in cells.items() if c == "leaked pairs"}
    assert [one.get("rows") for one in part.values()] == [None, 5395] * 2
    assert {RowsName.parse(one["train"]).split for one in part.values()} == {"train", "all"}
    plain = load("regression-two-stages").at("lab")["Smooth K2", "STS-B"].candidates[0]
    assert differ(part["filtered"], plain) == {"apart"}


@pytest.mark.parametrize("name", ["regression-two-stages", "regression-two-stages-mini"])
def test_ways_to_tune_a_contrastive_encoder(name):
    cells = load(name).at("lab")
    ways = {
        r: cell.candidates[0]
        for (r, c), cell in cells.items()
        if c == "STS-B" and isinstance(cell, Tuned)
    }
    assert differ(ways["Smooth K2, whole labels"], ways["Smooth K2"]) == {"labels"}
    assert differ(ways["Smooth K2, stage 2 alone"], ways["Smooth K2"]) == {"head_first"}
    assert "head_first" not in ways["CoSENT"] | ways["InfoNCE on pairs ≥ 4.0"]
    assert ways["InfoNCE on pairs ≥ 4.0"]["at_least"] == 4.0
    if name.endswith("mini"):
        start = cells["contrastive encoder", "STS-B"].settings
        for one in ways.values():
            around = {key: one[key] for key in ("encoder", "pooling", "test")}
            assert {**one["before"], **around} == start


@REAL
def test_a_student_has_its_bases_settings_but_for_the_loss(tier):
    cells = load("rankencoder").at(tier)
    base, prefix = ("templates", "templates: ") if tier == "lab" else ("SimCSE", "")
    rows = [
        f"{prefix}RankEncoder, {form}{change}"
        for form in ("hinge", "sum")
        for change in ("", ", no filter")
    ]
    for name in (*rows, f"{base}, trained on"):
        for student, own in zip(
            cells[name, "STS-B"].candidates, cells[base, "STS-B"].candidates, strict=True
        ):
            taught, plain = student["training"], own["training"]
            assert differ(taught, plain) == {"loss", "teacher"}
            assert canonical(taught["teacher"]["training"]) == canonical(plain)
            for key in ("corpus", "pooling", "max_length"):
                assert taught["teacher"][key] == student[key] == own[key]


@REAL
@pytest.mark.parametrize("name", ["thirds", "neighbours", "geometry"])
def test_the_study_of_rankencoder_needs_no_run_of_its_own(name, tier):
    homes = candidates("rankencoder", tier) | candidates("rankencoder-bases", tier)
    assert candidates(f"rankencoder-{name}", tier) <= homes


def test_what_needs_no_student_is_asked_of_all_minilm_too():
    for name, number in (("", 1), ("-thirds", 2), ("-neighbours", 2), ("-geometry", 2)):
        home = f"rankencoder{name}"
        for claim in load(home).claims[:number]:
            at_the_lab = [
                one.a[0] for one in claim.contrasts if one.a in load(one.table or home).at("lab")
            ]
            theirs = [r for r in at_the_lab if r.startswith("all-MiniLM")]
            assert 2 * len(theirs) == len(at_the_lab) > 0, claim.text


def test_rankings_differ_in_the_ranking_alone():
    cells = load("rankcse").at("lab")
    rows = [cells[f"RankCSE, {name}", "STS-B"].candidates for name in ("ListNet", "CoSENT")]
    for one, other in zip(*rows, strict=True):
        assert differ(one, other) == {"loss"}
        assert {one["loss"]["ranking"], other["loss"]["ranking"]} == {"list_net", "cosent_rows"}


def test_tables_of_one_construction_share_their_run():
    cells = [load(f"contexts-{name}").at("lab") for name in ("size", "terms")]
    shared = {canonical(c.settings) for own in cells for c in own.values() if c.recipe != "raw-1"}
    assert len(shared) == 1


def test_an_encoder_as_it_is_runs_once():
    cells = load("rankencoder").at("lab")
    assert seedless(cells["templates, no training", "STS-B"])
    assert not any(
        seedless(part)
        for part in parts_of(cells["templates", "STS-B"])
        if not isinstance(part, Tuned)
    )


def test_generators_are_small_at_the_lab():
    from stsutils.methods.contexts.generators import Generator
    from stsutils.methods.contexts.models import weights

    models = load("contexts-trained").at("lab")["whole text", "accuracy"].settings
    shape = {key: models["generator"][key] for key in ("width", "heads", "reading", "writing")}
    model = Generator(models["pieces"], "left", models["longest"], **shape)
    assert weights(model) <= 1_000_000
