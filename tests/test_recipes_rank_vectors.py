"""RankEncoder's stages as runs: a base, its rank vectors, a second encoder taught by them."""

import numpy as np
import pytest

from stsutils.data.components import linked_groups
from stsutils.ledger import Ledger, Run
from stsutils.methods.rank_study import FIFTHS, THIRDS, thirds
from stsutils.recipes import RECIPES, training
from stsutils.recipes.rows import gold, rows_of
from stsutils.recipes.scoring import FEWEST
from stsutils.statistics import bootstrap_spearman, spearman

TEXTS, CORPUS, TEST = "demo_stories:train@96", "demo_stories:validation@60", "demo:test@80"
WITHIN = {"train": TEXTS, "validation": "demo:validation@60", "columns": ["sentence", "sentence"]}
WITHIN |= {"loss": {"name": "info_nce"}, "lr": 3e-3, "epochs": 1, "evaluations": 2}
WITHIN |= {"batch_size": 16}
READER = {"encoder": "tiny", "pooling": "mean", "max_length": 32}
TEACHER = {**READER, "corpus": CORPUS}
SETTINGS = {**TEACHER, "test": [TEST]}


def student(teacher=TEACHER, **loss):
    loss = {"name": "rank_encoder", "form": "as_coded", **loss}
    return {**SETTINGS, "training": {**WITHIN, "loss": loss, "teacher": teacher}}


@pytest.fixture(autouse=True)
def nothing_trained(tiny_encoders, monkeypatch, tmp_path):
    monkeypatch.setattr(training, "_trained", {})
    monkeypatch.setenv("STSUTILS_WORK", str(tmp_path / "work"))


def run(settings, seed=0):
    return RECIPES["rank-vectors-1"](settings, seed, device="cpu")


def test_an_encoder_as_it_is_by_cosine_by_ranks_and_by_both(refused, tmp_path):
    settings = {**SETTINGS, "weights": [0.1, 0.9], "corpus_sizes": [20, 40]}
    result = run(settings)
    ways = ("", " by ranks", " by 0.1 ranks", " by 0.9 ranks", " by ranks of 20", " by ranks of 40")
    assert set(result.metrics) == {TEST + way for way in ways} == set(result.draws)
    assert run(settings, seed=3).metrics == result.metrics, "nothing is random"
    cosines, ranks = result.predictions[TEST], result.predictions[f"{TEST} by ranks"]
    known = gold(rows_of(TEST))
    assert result.metrics[TEST] == pytest.approx(spearman(cosines, known))
    both = spearman(0.9 * cosines + 0.1 * ranks, known)
    assert result.metrics[f"{TEST} by 0.1 ranks"] == pytest.approx(both)
    Ledger(tmp_path).write(Run("rank-vectors-1", 0, settings), result, {})
    refused("has 60 different sentences", run, {**SETTINGS, "corpus_sizes": [61]})


def test_a_study_has_groups_gains_and_geometry():
    result = run({**SETTINGS, "study": TEST})
    for group in (*THIRDS, *FIFTHS):
        gain = result.metrics[f"{group} by ranks"] - result.metrics[group]
        assert result.metrics[f"{group} gain"] == pytest.approx(gain)
        assert result.draws[f"{group} gain"].std() > 0
        assert (f"{group} by 0.1 ranks" in result.draws) == (group in THIRDS)
        assert 0 <= result.metrics[f"{group} overlap"] <= 1
    assert result.metrics["uniformity of ranks"] < 0
    assert result.metrics["alignment"] > 0


def test_pairs_that_share_a_sentence_are_drawn_together():
    result = run({**SETTINGS, "study": TEST})
    assert result.extra["drawn"] == "linked"
    rows = rows_of(TEST)
    own = thirds(gold(rows), *rows.attrs["range"])["high third"]
    every = np.ones(len(rows), bool)
    for metric, of, name, some in (
        (TEST, TEST, TEST, every),
        (f"{TEST} by ranks", f"{TEST} by ranks", TEST, every),
        ("high third", TEST, f"{TEST}/high third", own),
    ):
        groups = linked_groups(rows[some], FEWEST)[0]
        values, known = result.predictions[of][some], gold(rows)[some]
        drawn = bootstrap_spearman(values, known, name, groups=groups)
        assert result.draws[metric] == pytest.approx(drawn, abs=1e-6)


def test_a_base_and_its_student():
    assert run({**SETTINGS, "training": WITHIN}).metrics["validation"] > -1
    taught = run(student({**TEACHER, "training": WITHIN}, weight=3.0))
    assert taught.extra["teacher_sha"] != taught.extra["encoder_sha"]
    last = taught.curve[-1]
    for name in ("contrastive part", "rank part", "rank part larger", "pairs kept"):
        assert taught.metrics[name] == last[name]
    assert last["loss"] == pytest.approx(last["contrastive part"] + last["rank part"], rel=1e-4)
    raw = run(student(weight=3.0))
    assert raw.metrics[TEST] != taught.metrics[TEST], "another teacher teaches something else"
    assert run(student({**TEACHER, "training": WITHIN}, weight=3.0)).metrics == taught.metrics
    other = run(student({**TEACHER, "training": WITHIN}, weight=3.0), seed=1)
    assert other.extra["teacher_sha"] != taught.extra["teacher_sha"], "the seed trains the teacher"


def test_a_student_that_goes_on_starts_from_its_teachers_weights():
    """Without a step of any size it is the teacher."""
    base = run({**SETTINGS, "training": WITHIN})
    settings = student({**TEACHER, "training": WITHIN, "continued": True})
    settings["training"] |= {"lr": 1e-30, "weight_decay": 0.0}
    assert run(settings).metrics[TEST] == pytest.approx(base.metrics[TEST], abs=1e-6)
    fresh = student({**TEACHER, "training": WITHIN})
    fresh["training"] |= {"lr": 1e-30, "weight_decay": 0.0}
    untrained = run(SETTINGS).metrics[TEST]
    assert run(fresh).metrics[TEST] == pytest.approx(untrained, abs=1e-6)
    assert untrained != pytest.approx(base.metrics[TEST], abs=1e-6)


def test_the_rank_part_alone_brings_the_students_cosines_to_the_ranks():
    """With a great weight and no bounds the loss is Eq. 4, and it falls."""
    settings = student(weight=1e3, lowest=-2.0, highest=2.0)
    settings["training"] |= {"epochs": 6}
    curve = run(settings).curve
    assert curve[-1]["rank part"] < 0.8 * curve[0]["rank part"]
    assert curve[0]["rank part larger"] == curve[0]["pairs kept"] == 1


def test_finetune_takes_such_a_teacher_too():
    settings = {**student()["training"], **READER, "test": [TEST]}
    result = RECIPES["finetune-1"](settings, 0, device="cpu")
    assert set(result.metrics) == {"validation", TEST}
    assert np.isfinite(result.curve[-1]["rank part"])
