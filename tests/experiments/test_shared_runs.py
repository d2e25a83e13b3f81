"""Tables share runs where they look at the same training, and rows differ in what they say only."""

import pytest

from stsutils.data import RowsName
from stsutils.experiments import Tuned, load, parts_of, seedless
from stsutils.experiments.checks import loss_map
from stsutils.experiments.common import sets
from stsutils.experiments.common.sets import CONTRASTIVE, COSENT, MSE, SOFTMAX
from stsutils.experiments.cosent.supervised import COLUMNS
from stsutils.experiments.cosent.threshold import CURED, FORMS, HARD, RANDOM, THRESHOLDS, row
from stsutils.ledger import Run, canonical
from stsutils.recipes.rows import gold, rows_of
from stsutils.report.conditions import settings_of

LOSS = ("loss",)
REAL = pytest.mark.parametrize("tier", ["lab", "paper"])


def candidates(name, tier):
    """Canonical settings of everything that a table may run."""
    parts = [part for cell in load(name).at(tier).values() for part in parts_of(cell)]
    return {canonical(one) for part in parts for one in settings_of(part)}


def differ(one, other):
    """The keys in which two settings differ."""
    return {key for key in one.keys() | other.keys() if one.get(key) != other.get(key)}


T1, SIX, MAP = "contrastive-threshold", "six categories", loss_map.CLASSES
HEADS = ("L1", "Translated ReLU", "Smooth K2")
CLEAN = ("regression-categories", "Smooth K2", "no noise")
CLASSES = ("regression-losses", "cross-entropy", "STS-B")
L1 = ("regression-losses", "L1", "STS-B")
INFO_NCE, AROUND = "InfoNCE on pairs ≥ 4.0", ("encoder", "pooling", "test")
#: A cell, another one, and in which settings their trainings differ at the lab.
BESIDE = [
    *((("supervised", COSENT, c), ("scale", "λ = 20", c), ()) for c in ("STS-B", "PAWS", "SICK-R")),
    *((("supervised", COSENT, c), ("supervised-poolings", "mean", c), ()) for c in COLUMNS),
    *((("supervised", one, "STS-B"), ("loss-map", one, "STS-B"), ()) for one in sets.LOSSES),
    *((("nli-to-sts", f"{a} | mean", "STS-B"), ("loss-map", a, MAP), ()) for a in sets.LOSSES),
    *((("regression-losses", one, "STS-B"), ("loss-map", one, MAP), ()) for one in HEADS),
    (("nli-to-sts", "CoSENT | max", "SICK-R"), ("nli-poolings", "max", "SICK-R"), ()),
    # the head is read as well
    (CLASSES, ("nli-to-sts", "softmax | mean", "STS-B"), ("by_head", "classes", "test")),
    *((L1, ("regression-losses", one, "STS-B"), LOSS) for one in (*HEADS[1:], "MSE")),
    (CLEAN, ("regression-features", "u, v, |u − v|", SIX), ()),
    (CLEAN, ("regression-sweep", "Smooth K2 | k 2 | x0 0.25", "STS-B"), ()),
    (CLEAN, ("regression-schedule", "as described", SIX), ("warmup",)),
    *(
        ((name, "Smooth K2", "STS-B"), (name, f"Smooth K2, {way}", "STS-B"), (key,))
        for name in ("regression-two-stages", "regression-two-stages-mini")
        for way, key in (("whole labels", "labels"), ("stage 2 alone", "head_first"))
    ),
    (("rankcse", "RankCSE, ListNet", "STS-B"), ("rankcse", "RankCSE, CoSENT", "STS-B"), LOSS),
    # ε = 0 has one form, and squared is cosine-MSE where the labels are 0 and 1
    *(((T1, row(0.0, "as coded"), h), (T1, row(0.0, "as written"), h), ()) for h in HARD),
    *(((T1, row(-1.0, "as coded"), h), (T1, row(-1.0, "as written"), h), LOSS) for h in HARD),
    *(((T1, "direct, squared", h), (T1, MSE, h), ()) for h in HARD),
    *(((T1, one, h), (T1, one + RANDOM, h), ("negatives",)) for h in HARD for one in CURED),
]


@pytest.mark.parametrize(("one", "other", "keys"), BESIDE)
def test_trainings_are_the_same_or_differ_in_what_their_rows_say(one, other, keys):
    (a, *cell), (b, *its) = one, other
    found, theirs = load(a).at("lab")[tuple(cell)], load(b).at("lab")[tuple(its)]
    assert len(found.candidates) == len(theirs.candidates)
    for mine, yours in zip(found.candidates, theirs.candidates, strict=True):
        runs = (Run(part.recipe, 0, s) for part, s in ((found, mine), (theirs, yours)))
        assert differ(*(run.settings for run in runs)) == set(keys)


def test_a_head_with_one_output_has_a_rate_more_to_choose_from():
    classes, one = (load(name).at("lab")[row, column] for name, row, column in (CLASSES, L1))
    same = [settings for settings in one.candidates if settings["loss_lr"] != 3e-4]
    assert len(one.candidates) - len(same) == 4
    for ours, theirs in zip(classes.candidates, same, strict=True):
        assert differ(ours, theirs) == set(LOSS)


@REAL
@pytest.mark.parametrize("name", ["convergence", "distributions", "nli-poolings"])
def test_figures_look_at_runs_of_tables(name, tier):
    """What Fig. 3, Fig. 5 and Table IX look at is trained for other tables."""
    homes = ("supervised", "supervised-cls", "chinese", "blog-in-domain", "nli-to-sts")
    every = [candidates(home, tier) for home in (*homes, "supervised-poolings")]
    alone = {one for one in candidates(name, tier).difference(*every) if '"train"' in one}
    assert not {one for one in alone if '"contrastive"' not in one}


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


def test_all_thresholds_have_one_rate_and_random_negatives_that_of_the_given():
    cells = load("contrastive-threshold").at("lab")
    for hard in HARD:
        every = [cells[row(e, form), hard].judges for e in THRESHOLDS for form in FORMS]
        assert all(judges == every[0] for judges in every)
        for name in CURED:
            assert cells[name + RANDOM, hard].judges == cells[name, hard].judges
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


def test_the_leak_is_measured_with_as_many_pairs_as_the_filter_leaves():
    cells = load("regression-leak").at("lab")
    part = {r: cell.parts[0].candidates[0] for (r, c), cell in cells.items() if c == "leaked pairs"}
    assert [one.get("rows") for one in part.values()] == [None, 5395] * 2
    assert {RowsName.parse(one["train"]).split for one in part.values()} == {"train", "all"}
    plain = load("regression-two-stages").at("lab")["Smooth K2", "STS-B"].candidates[0]
    assert differ(part["filtered"], plain) == {"apart"}


def test_ways_to_tune_a_contrastive_encoder():
    cells = load("regression-two-stages-mini").at("lab")
    start = cells["contrastive encoder", "STS-B"].settings
    for way in ("Smooth K2", "CoSENT", INFO_NCE):
        for name in ("regression-two-stages", "regression-two-stages-mini"):
            one = load(name).at("lab")[way, "STS-B"].candidates[0]
            assert ("head_first" in one) == (way == "Smooth K2")
            assert (one.get("at_least") == 4.0) == (way == INFO_NCE)
        assert {**one["before"], **{key: one[key] for key in AROUND}} == start


@REAL
def test_a_student_has_its_bases_settings_but_for_the_loss(tier):
    cells = load("rankencoder").at(tier)
    base, prefix = ("templates", "templates: ") if tier == "lab" else ("SimCSE", "")
    forms = ("hinge", "hinge, no filter", "sum", "sum, no filter")
    for name in (*(f"{prefix}RankEncoder, {form}" for form in forms), f"{base}, trained on"):
        both = (cells[row, "STS-B"].candidates for row in (name, base))
        for student, own in zip(*both, strict=True):
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
            ran = {one.a for one in claim.contrasts if one.a in load(one.table or home).at("lab")}
            rows = [row for row, _ in ran if not row.startswith("SimCSE")]
            assert 2 * sum("all-MiniLM" in row for row in rows) == len(rows) > 0, claim.text


def test_tables_of_one_construction_share_their_run():
    cells = [load(f"contexts-{name}").at("lab") for name in ("size", "terms")]
    shared = {canonical(c.settings) for own in cells for c in own.values() if c.recipe != "raw-1"}
    assert len(shared) == 1


def test_an_encoder_as_it_is_runs_once():
    cells = load("rankencoder").at("lab")
    assert seedless(cells["templates, no training", "STS-B"])
    parts = [one for one in parts_of(cells["templates", "STS-B"]) if not isinstance(one, Tuned)]
    assert not any(map(seedless, parts))


def test_generators_are_small_at_the_lab():
    from stsutils.methods.contexts.generators import Generator
    from stsutils.methods.contexts.models import weights

    models = load("contexts-trained").at("lab")["whole text", "accuracy"].settings
    shape = {key: models["generator"][key] for key in ("width", "heads", "reading", "writing")}
    model = Generator(models["pieces"], "left", models["longest"], **shape)
    assert weights(model) <= 1_000_000
