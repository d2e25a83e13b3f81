"""What a training has gained over no training, and which lines that leaves tested."""

import numpy as np
import pytest

from stsutils.experiments import Cell, Derived, Tuned
from stsutils.ledger import Result, Run
from stsutils.report import learned as module
from stsutils.report.learned import Learned, is_misled, is_tested
from stsutils.report.measured import measuring

TEST = "stsb:test"
TRAINED = {"encoder": "mini-3", "pooling": "mean", "test": [TEST], "loss": {"name": "cosent"}}
RAW = {"encoder": "mini-3", "pooling": "mean", "max_length": 128, "test": ["x", TEST]}
UP, DOWN, UNKNOWN, NONE = Learned(True, 0.1), Learned(True, 0.0), Learned(True), Learned(False)
#: Two of them, and whether a line between the two is tested.
TWO = [(UP, DOWN, True), (DOWN, DOWN, False), (UP, UNKNOWN, True), (DOWN, UNKNOWN, None)]
TWO += [(NONE, DOWN, True), (UNKNOWN, NONE, True), (NONE, NONE, True)]


def learning(seeds):
    return module.learning(measuring(seeds))


def write(ledger, settings, value, recipe="finetune-1", metric=TEST):
    noise = np.random.default_rng(0).normal(0, 0.01, 200)
    for seed in range(1 if recipe == "raw-1" else 5):
        own = value + 0.001 * seed
        ledger.write(Run(recipe, seed, settings), Result({metric: own}, {metric: own + noise}))


@pytest.mark.parametrize(("a", "b", "wanted"), TWO)
def test_which_lines_are_tested(a, b, wanted):
    """A training against what was not trained always is: it can hold, and it can fail."""
    assert is_tested(a, b) is is_tested(b, a) is wanted


def test_what_was_tuned_on_pairs_that_mislead_is_known():
    settings = {"train": "lcqmc:validation@train-apart", "lr": 1}
    tuned = Tuned((settings, settings | {"lr": 2}), "lcqmc:test@5000")
    assert is_misled(tuned)
    assert is_misled(Derived("mean", (tuned, Cell({}, "x"))))
    assert not is_misled(Tuned(({"train": "snli:train"}, {"train": "snli:train", "lr": 2}), "t"))
    assert not is_misled(Cell({"train": "snli:train"}, "lcqmc:test@5000")), "trained elsewhere"


def gain(settings, metric=TEST, recipe="finetune-1"):
    return learning(5)(Cell(settings, metric, recipe)).gain


PLAIN = RAW | {"test": [TEST], "then": []}
TAUGHT = PLAIN | {"harvest": {"pairs": 10}}
CLS = RAW | {"pooling": "cls"}
PAIR_MODEL = {name: value for name, value in TRAINED.items() if name != "pooling"}


@pytest.mark.parametrize(
    ("own", "recipe", "other", "start", "of"),
    [
        (TRAINED, "finetune-1", CLS, RAW, "raw-1"),
        (TRAINED | {"layers": 2}, "finetune-1", RAW, RAW | {"layers": 2}, "raw-1"),
        # an interaction model has to beat the cosine of its encoder, by mean pooling
        (PAIR_MODEL, "interaction-1", CLS, RAW, "raw-1"),
        # a surrogate is judged by the encoder without a harvest, if that learned nothing either
        (TAUGHT, "surrogate-1", PLAIN | {"then": [{"train": "x"}]}, PLAIN, "surrogate-1"),
    ],
)
def test_no_training_is_found_by_its_settings(ledger, own, recipe, other, start, of):
    write(ledger, own, 0.6, recipe)
    assert gain(own, recipe=recipe) is None, "it is to be run"
    write(ledger, other, 0.5, of)
    assert gain(own, recipe=recipe) is None, "another is no start"
    write(ledger, start, 0.4, of)
    assert gain(own, recipe=recipe) == pytest.approx(0.202)
    assert not learning(5)(Cell(start, TEST, of)).trained


def test_other_numbers_of_a_training_are_judged_by_its_test_score(ledger):
    write(ledger, TRAINED, 0.6)
    write(ledger, RAW, 0.4, "raw-1")
    learned = learning(5)
    gain = learned(Cell(TRAINED, TEST)).gain
    other = Cell({**TRAINED, "loss": {"name": "softmax"}}, TEST)
    for cell in (
        Cell(TRAINED, f"{TEST} auc"),
        Cell(TRAINED, "random_pair_cosine"),
        Derived("whole training", (Cell(TRAINED, TEST),)),
        Derived("steps to best", (Cell(TRAINED, TEST), other)),
        Derived("gain", (Cell(TRAINED, TEST), Cell(RAW, TEST, "raw-1"))),
        Tuned(({**TRAINED},), TEST),
    ):
        assert learned(cell).gain == gain


def test_an_average_has_the_average_gain_and_transfer_its_own_start(ledger):
    other = {**TRAINED, "test": ["sts12:test"]}
    write(ledger, TRAINED, 0.6)
    write(ledger, other, 0.5, metric="sts12:test")
    write(ledger, RAW, 0.4, "raw-1")
    write(ledger, {**RAW, "test": ["sts12:test"]}, 0.5, "raw-1", "sts12:test")
    mean = Derived("mean", (Cell(TRAINED, TEST), Cell(other, "sts12:test")))
    assert learning(5)(mean).gain == pytest.approx(0.102)
    settings = {"encoder": "mini-3", "pooling": "mean", "training": {"loss": 1}}
    write(ledger, settings, 0.7, "transfer-1", "mr")
    start = Run("transfer-1", 0, {**settings, "training": None})
    ledger.write(start, Result({"mr": 0.6}, {"mr": 0.6 + np.zeros(200)}))
    assert gain(settings, "mr", "transfer-1") == pytest.approx(0.102)


def test_what_a_start_cannot_be_tested_for_counts_as_no_training(ledger):
    """A distance to harvested similarities, and a head that names classes, are as they are."""
    taught = RAW | {"harvest": {"pairs": 10}}
    write(ledger, taught, 0.05, "surrogate-1", "L2")
    assert not learning(5)(Cell(taught, "L2", "surrogate-1")).trained
    named = TRAINED | {"test": [], "classes": ["snli:test@2000"]}
    write(ledger, named, 0.6, "siamese-1", "snli:test@2000 accuracy")
    assert not learning(5)(Cell(named, "snli:test@2000 accuracy", "siamese-1")).trained


def test_a_surrogate_of_triplets_is_judged_by_triplets(ledger):
    """Its gain on pairs that it is tested on besides is another number."""
    start = RAW | {"test": [TEST], "triplets": ["wiki:test"]}
    taught = start | {"harvest": {"pairs": 10}}
    for settings, pairs, triplets in ((start, 0.5, 0.7), (taught, 0.3, 0.8)):
        for seed in range(5):
            found = {TEST: pairs, "wiki:test": triplets}
            ledger.write(Run("surrogate-1", seed, settings), Result(found, {}))
    assert gain(taught, "wiki:test", "surrogate-1") == pytest.approx(0.1)
    assert gain(taught, TEST, "surrogate-1") == pytest.approx(-0.2)


def test_folds_are_judged_by_the_rows_that_they_are_cut_from(ledger):
    folds = RAW | {"test": [], "folds": {"train": "ukp_aspect:all"}}
    write(ledger, folds, 0.5, "surrogate-1", metric="folds")
    write(ledger, RAW | {"test": ["ukp_aspect:all"]}, 0.2, "raw-1", metric="ukp_aspect:all")
    own = gain(folds, "folds", "surrogate-1")
    assert own == gain(folds, "folds pearson", "surrogate-1") == pytest.approx(0.302)


def test_rank_vectors_are_judged_by_the_cosines_of_the_encoder_as_it_is(ledger):
    taught = RAW | {"test": [TEST], "corpus": "wiki_sentences:train@100"}
    taught |= {"training": {"train": "x", "lr": 1e-4}}
    write(ledger, taught, 0.6, "rank-vectors-1")
    write(ledger, {**taught, "training": None, "study": TEST}, 0.3, "rank-vectors-1")
    own = gain(taught, recipe="rank-vectors-1")
    assert own == gain(taught, f"{TEST} by ranks", "rank-vectors-1") > 0.29
