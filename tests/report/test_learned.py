"""What a training has gained over no training, and which contrasts that leaves testable."""

import numpy as np
import pytest

from stsutils.claims import Contrast
from stsutils.experiments import Cell, Derived, Tuned
from stsutils.ledger import Result, Run
from stsutils.report.learned import Learned, is_testable, learning
from stsutils.statistics import Estimate

TEST = "stsb:test"
TRAINED = {"encoder": "mini-3", "pooling": "mean", "test": [TEST], "loss": {"name": "cosent"}}
RAW = {"encoder": "mini-3", "pooling": "mean", "max_length": 128, "test": ["x", TEST]}
UP = Learned(True, Estimate(0.1, 0.01, 4, 0.01), Estimate(0.5, 0.01, 4))
FLAT = Learned(True, Estimate(0.0, 0.01, 4, 0.01), Estimate(0.5, 0.01, 4))
AT_FLOOR = Learned(True, Estimate(0.1, 0.01, 4, 0.01), Estimate(0.05, 0.01, 4))
UNKNOWN, NONE = Learned(True), Learned(False)


def write(ledger, settings, value, recipe="finetune-1", metric=TEST):
    noise = np.random.default_rng(0).normal(0, 0.01, 200)
    for seed in range(1 if recipe == "raw-1" else 5):
        own = value + 0.001 * seed
        ledger.write(Run(recipe, seed, settings), Result({metric: own}, {metric: own + noise}))


@pytest.mark.parametrize(
    ("a", "b", "kind", "wanted"),
    [
        (UP, FLAT, "greater", True),
        (FLAT, UP, "greater", True),
        (FLAT, FLAT, "greater", False),
        (AT_FLOOR, FLAT, "greater", False),
        (UP, UNKNOWN, "greater", True),
        (FLAT, UNKNOWN, "greater", None),
        (NONE, FLAT, "greater", True),
        (FLAT, NONE, "greater", False),
        (FLAT, NONE, "equivalent", False),
        (NONE, FLAT, "equivalent", False),
        (NONE, NONE, "greater", True),
    ],
)
def test_which_contrasts_are_testable(a, b, kind, wanted):
    contrast = Contrast(("a", "c"), ("b", "c"), 0.1, kind)
    assert is_testable(contrast, a, b, 0.95) is wanted


def test_no_training_is_found_by_its_settings(ledger):
    write(ledger, TRAINED, 0.6)
    assert learning(5)(Cell(TRAINED, TEST)).gained is None, "it is to be run"
    write(ledger, {**RAW, "pooling": "cls"}, 0.1, "raw-1")
    assert learning(5)(Cell(TRAINED, TEST)).gained is None, "another pooling is no start"
    write(ledger, RAW, 0.4, "raw-1")
    found = learning(5)(Cell(TRAINED, TEST))
    assert found.gained.value == pytest.approx(0.202)
    assert found.shown(0.95)
    assert not learning(5)(Cell(RAW, TEST, "raw-1")).trained


def test_other_numbers_of_a_training_are_judged_by_its_test_score(ledger):
    write(ledger, TRAINED, 0.6)
    write(ledger, RAW, 0.4, "raw-1")
    learned = learning(5)
    gained = learned(Cell(TRAINED, TEST)).gained
    other = Cell({**TRAINED, "loss": {"name": "softmax"}}, TEST)
    for cell in (
        Cell(TRAINED, f"{TEST} auc"),
        Cell(TRAINED, "random_pair_cosine"),
        Derived("whole training", (Cell(TRAINED, TEST),)),
        Derived("steps to best", (Cell(TRAINED, TEST), other)),
        Derived("gain", (Cell(TRAINED, TEST), Cell(RAW, TEST, "raw-1"))),
        Cell({**TRAINED, "cases": [], "groups": []}, f"{TEST} accuracy", "cases-1"),
        Tuned(({**TRAINED},), TEST),
    ):
        assert learned(cell).gained == gained


def test_an_average_has_the_average_gain_and_transfer_its_own_start(ledger):
    other = {**TRAINED, "test": ["sts12:test"]}
    write(ledger, TRAINED, 0.6)
    write(ledger, other, 0.5, metric="sts12:test")
    write(ledger, RAW, 0.4, "raw-1")
    raw = {**RAW, "test": ["sts12:test"]}
    write(ledger, raw, 0.5, "raw-1", "sts12:test")
    mean = Derived("mean", (Cell(TRAINED, TEST), Cell(other, "sts12:test")))
    assert learning(5)(mean).gained.value == pytest.approx(0.102)
    settings = {"encoder": "mini-3", "pooling": "mean", "training": {"loss": 1}}
    write(ledger, settings, 0.7, "transfer-1", "mr")
    ledger.write(
        Run("transfer-1", 0, {**settings, "training": None}),
        Result({"mr": 0.6}, {"mr": 0.6 + np.zeros(200)}),
    )
    found = learning(5)(Cell(settings, "mr", "transfer-1"))
    assert found.gained.value == pytest.approx(0.102)


def test_a_surrogate_is_judged_by_the_encoder_without_a_harvest(ledger):
    plain = {"encoder": "mini-3", "pooling": "mean", "max_length": 128, "test": [TEST], "then": []}
    taught = {**plain, "harvest": {"pairs": 10}}
    write(ledger, taught, 0.6, "surrogate-1")
    assert learning(5)(Cell(taught, TEST, "surrogate-1")).gained is None
    write(ledger, {**plain, "then": [{"train": "x"}]}, 0.5, "surrogate-1")
    assert learning(5)(Cell(taught, TEST, "surrogate-1")).gained is None, "that one learned"
    write(ledger, plain, 0.4, "surrogate-1")
    learned = learning(5)
    assert learned(Cell(taught, TEST, "surrogate-1")).gained.value == pytest.approx(0.202)
    assert not learned(Cell(plain, TEST, "surrogate-1")).trained


def test_a_distance_is_judged_by_what_a_constant_has(ledger):
    """Whatever the test score: a constant is as far away as the similarities are spread."""
    near = {"encoder": "mini-3", "pooling": "mean", "max_length": 128, "test": [TEST]}
    near |= {"harvest": {"pairs": 10}}
    far = near | {"start": "scratch"}
    for settings, distances in ((near, (0.05, 0.06, 0.07)), (far, (0.15, 0.16, 0.17))):
        for seed, distance in enumerate(distances):
            found = {TEST: -0.1, "L2": distance, "sd": 0.4}
            ledger.write(Run("surrogate-1", seed, settings), Result(found, {}))
    learned = learning(3)
    one, other = (learned(Cell(settings, "L2", "surrogate-1")) for settings in (near, far))
    assert one.gained.value == pytest.approx(1 - 0.06 / 0.16)
    assert one.shown(0.95)
    assert other.gained.value == pytest.approx(0.0)
    assert not other.shown(0.95)


def test_folds_are_judged_by_the_rows_that_they_are_cut_from(ledger):
    folds = {"encoder": "mini-3", "pooling": "mean", "max_length": 128, "test": []}
    folds["folds"] = {"train": "ukp_aspect:all"}
    write(ledger, folds, 0.5, "surrogate-1", metric="folds")
    raw = {**RAW, "test": ["ukp_aspect:all"]}
    write(ledger, raw, 0.2, "raw-1", metric="ukp_aspect:all")
    learned = learning(5)
    cells = [Cell(folds, name, "surrogate-1") for name in ("folds", "folds pearson")]
    assert learned(cells[0]).gained.value == pytest.approx(0.302)
    assert learned(cells[1]).gained == learned(cells[0]).gained


def test_rank_vectors_are_judged_by_the_cosines_of_the_encoder_as_it_is(ledger):
    taught = {"encoder": "mini-3", "pooling": "mean", "max_length": 128, "test": [TEST]}
    taught |= {"corpus": "wiki_sentences:train@100", "training": {"train": "x", "lr": 1e-4}}
    write(ledger, taught, 0.6, "rank-vectors-1")
    write(ledger, {**taught, "training": None, "study": TEST}, 0.3, "rank-vectors-1")
    learned = learning(5)
    gained = learned(Cell(taught, TEST, "rank-vectors-1")).gained
    assert gained.value > 0.29
    assert learned(Cell(taught, f"{TEST} by ranks", "rank-vectors-1")).gained == gained


def test_a_head_has_learned_classes_where_it_names_more_than_chance(ledger):
    metric = "snli:test@2000 accuracy"
    for loss, right in (("softmax", 0.6), ("smooth_k2", 0.335)):
        settings = TRAINED | {"loss": {"name": loss}, "classes": ["snli:test@2000"]}
        write(ledger, settings, right, "siamese-1", metric)
        learned = learning(5)(Cell(settings, metric, "siamese-1"))
        assert learned.gained.value == pytest.approx(right + 0.002 - 1 / 3)
        assert learned.shown(0.95) == (loss == "softmax")


def test_an_interaction_model_has_to_beat_the_cosine_of_its_encoder(ledger):
    own = {name: value for name, value in TRAINED.items() if name != "pooling"}
    write(ledger, own, 0.3, "interaction-1")
    cell = Cell(own, TEST, "interaction-1")
    assert learning(5)(cell).gained is None, "its start is to be run"
    write(ledger, {**RAW, "pooling": "cls"}, 0.1, "raw-1")
    assert learning(5)(cell).gained is None, "by mean pooling"
    write(ledger, RAW, 0.4, "raw-1")
    assert not learning(5)(cell).shown(0.95), "0.3 is far above a random head's 0"
