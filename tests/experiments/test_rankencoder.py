"""RankEncoder's and RankCSE's tables: students are trained as their base, tables share runs."""

import pytest

from stsutils import experiments
from stsutils.data import RowsName
from stsutils.experiments import Cell, Tuned, load, parts_of, seedless
from stsutils.experiments.common.sets import AVERAGE
from stsutils.experiments.rankencoder import bases, parts, stages
from stsutils.experiments.rankencoder.parts import HINGE, SIMCSE, SUM
from stsutils.ledger import Run, canonical
from stsutils.report import published

NAMES = [name for name in experiments.names() if name.startswith(("rankencoder", "rankcse"))]
REAL = pytest.mark.parametrize("tier", ["lab", "paper"])


def candidates(name, tier):
    """(row, settings) of everything that a table may run."""
    for (row, _), cell in load(name).at(tier).items():
        for part in parts_of(cell):
            own = part.candidates if isinstance(part, Tuned) else (part.settings,)
            yield from ((row, settings) for settings in own)


def without(settings, *keys):
    return canonical({k: v for k, v in settings.items() if k not in keys})


@REAL
@pytest.mark.parametrize("name", NAMES)
def test_nothing_learns_from_a_test_split(name, tier):
    for row, settings in candidates(name, tier):
        training = settings.get("training") or {}
        teacher = training.get("teacher") or {}
        texts = [settings.get("corpus"), teacher.get("corpus")]
        texts += [one.get("train") for one in (training, teacher.get("training") or {})]
        for text in filter(None, texts):
            assert RowsName.parse(text).split != "test", row


@REAL
def test_a_student_has_its_bases_settings_but_for_the_loss(tier):
    cells, who = load("rankencoder").at(tier), parts.ON[tier]
    rows = [who.named(form) + change for form in (HINGE, SUM) for change in ("", ", no filter")]
    for row in (*rows, who.row + stages.TWICE):
        students = cells[row, "STS-B"].candidates
        bases = cells[who.row, "STS-B"].candidates
        for student, base in zip(students, bases, strict=True):
            own, theirs = student["training"], base["training"]
            assert without(own, "loss", "teacher") == without(theirs, "loss")
            assert canonical(own["teacher"]["training"]) == canonical(theirs)
            assert own["teacher"]["corpus"] == student["corpus"] == base["corpus"]
            for key in ("pooling", "max_length"):
                assert own["teacher"][key] == student[key] == base[key]


def test_one_choice_of_a_base_serves_all_its_tables():
    judged = {
        tuple(run.id for run in part.tuning())
        for name in NAMES
        if name not in ("rankcse", "rankencoder-skew", "rankencoder-bases")
        for cell in load(name).at("lab").values()
        for part in parts_of(cell)
        if isinstance(part, Tuned) and len(part.candidates) > 1
    }
    assert len(judged) == 1
    table = load("rankencoder-bases").at("lab")
    of_simcse = table[SIMCSE, "STS-B"]
    assert tuple(run.id for run in of_simcse.tuning()) not in judged
    own = {Run(of_simcse.recipe, 0, settings).id for settings in of_simcse.candidates}
    assert own < {run.id for run in of_simcse.tuning()}, "SimCSE's tuning runs are its final ones"


@REAL
@pytest.mark.parametrize("name", ["thirds", "neighbours", "geometry"])
def test_the_study_needs_no_run_of_its_own(name, tier):
    homes = ("rankencoder", "rankencoder-bases")
    known = {canonical(settings) for home in homes for _, settings in candidates(home, tier)}
    for row, settings in candidates(f"rankencoder-{name}", tier):
        assert canonical(settings) in known, row
        assert settings["study"] == parts.STUDIED


def test_what_needs_no_student_is_asked_of_all_minilm_too():
    for name, claims in (("", 1), ("-thirds", 2), ("-neighbours", 2), ("-geometry", 2)):
        for claim in load(f"rankencoder{name}").claims[:claims]:
            rows = [contrast.a[0] for contrast in claim.contrasts]
            theirs = [row for row in rows if row.startswith(parts.MINILM)]
            own = {row for row, _ in load(f"rankencoder{name}").at("lab")}
            others = [row for row in rows if row in own and row not in theirs]
            assert len(theirs) == len(others) > 0, claim.text


def test_readings_of_the_loss():
    cells = load("rankencoder").at("paper")
    losses = {
        row: cells[row, "STS-B"].candidates[0]["training"]["loss"]
        for row, _ in cells
        if row.startswith("RankEncoder") or row == SIMCSE + stages.TWICE
    }
    assert losses[HINGE] == {"name": "rank_encoder", "form": "as_written", "weight": 0.05}
    assert losses[SUM] == {"name": "rank_encoder", "form": "as_coded", "weight": 0.05}
    assert losses[HINGE + ", no filter"]["lowest"] < -1
    assert losses[SIMCSE + stages.TWICE]["weight"] == 0, "contrast alone"


def test_an_encoder_as_it_is_runs_once():
    cells, who = load("rankencoder").at("lab"), parts.ON["lab"]
    assert seedless(cells[who.raw, "STS-B"])
    (one, *_) = cells[who.row, "STS-B"].candidates
    assert not seedless(Cell(one, "stsb:test", parts.RECIPE))


def test_printed_numbers_stand_beside_ours():
    assert published(load("rankencoder"))[SIMCSE, AVERAGE] == "76.0"
    assert published(load("rankencoder"))[SUM, AVERAGE] == "78.1"
    assert published(load("rankencoder"))[parts.ON["lab"].named(HINGE), AVERAGE] == "79.4"
    assert published(load("rankencoder-thirds"))[SIMCSE, "high third"] == "44.59"
    assert published(load("rankencoder-thirds"))[parts.TEMPLATE, "high third"] == "49.56"
    assert published(load("rankencoder-geometry"))[SIMCSE + ", rank vectors", "Uniformity"] == (
        "-3.23"
    )
    assert published(load("rankencoder-transfer"))[SIMCSE, "TREC"] == "89.80"
    assert published(load("rankcse"))["RankCSE, CoSENT", AVERAGE] == "80.91"


def test_rankings_differ_in_the_ranking_alone():
    cells = load("rankcse").at("lab")
    rows = [cells[f"RankCSE, {name}", "STS-B"].candidates for name in ("ListNet", "CoSENT")]
    for one, other in zip(*rows, strict=True):
        assert without(one, "loss") == without(other, "loss")
        assert {one["loss"]["ranking"], other["loss"]["ranking"]} == {"list_net", "cosent_rows"}
    simcse = cells[SIMCSE, "STS-B"].candidates
    assert without(rows[0][0], "loss", "teacher") == without(simcse[0], "loss")


@REAL
def test_a_template_is_another_base_with_the_same_budget(tier):
    cells = load("rankencoder-bases").at(tier)
    base, taught = (cells[row, "STS-B"].candidates for row in (parts.TEMPLATE, bases.TAUGHT))
    for one, other in zip(base, taught, strict=True):
        assert one["pooling"] == other["pooling"] == "prompt"
        teacher = other["training"]["teacher"]
        assert {k: teacher[k] for k in ("encoder", "pooling", "max_length", "training")} == {
            k: one[k] for k in ("encoder", "pooling", "max_length", "training")
        }
        assert other["training"]["loss"]["highest"] == 0.8
        assert without(other["training"], "loss", "teacher") == without(one["training"], "loss")
    assert published(load("rankencoder-bases"))[bases.TAUGHT, AVERAGE] == "79.4"
