"""Transfer tasks and single cases."""

import numpy as np
import pandas as pd
import pytest

from stsutils.data.rows import content_sha
from stsutils.evaluation import transfer as classify
from stsutils.recipes import RECIPES, rows, rows_of
from stsutils.recipes.rows import TASKS, parts_of

pytestmark = pytest.mark.usefixtures("tiny_tasks")
WORDS = {0: ["a cat", "the cat", "two dogs", "dogs run"], 1: ["a man", "the woman", "a guitar"]}
LAB = {"folds": 3, "inner": 2, "grid": [0.5, 4.0]}
TRAINING = {"train": "demo:train", "validation": "demo:validation@60", "loss": {"name": "cosent"}}
TRAINING |= {"lr": 1e-3, "epochs": 1, "batch_size": 16, "rows": 32}


def easy(name, split):
    """Thirty texts, or pairs, whose class a few words tell."""
    labels = [i % 2 for i in range(30)]
    texts = [f"{WORDS[k][i % 3]} {i % 5}" for i, k in enumerate(labels)]
    found = pd.DataFrame({"sentence": texts, "label": labels})
    if name == "mrpc":
        other = [text if k else "the street" for text, k in zip(texts, labels, strict=True)]
        found = pd.DataFrame({"sentence1": texts, "sentence2": other, "score": labels})
    found.attrs = {"name": name, "sha": content_sha(found)}
    return found


@pytest.fixture
def tiny_tasks(tiny_encoders, monkeypatch):
    plain = rows.load
    monkeypatch.setattr(
        rows, "load", lambda name, split: easy(name, split) if name in TASKS else plain(name, split)
    )


def test_transfer_of_an_encoder_as_it_is_and_of_a_trained_one():
    settings = {"encoder": "tiny", "pooling": "mean", "max_length": 32, **LAB}
    raw = RECIPES["transfer-1"](settings, 0, device="cpu")
    assert set(raw.metrics) == set(TASKS)
    assert all(raw.metrics[task] >= 0.8 for task in TASKS), "a few words tell the classes"
    assert raw.draws["mr"].shape == (200,)
    assert RECIPES["transfer-1"](settings, 3, device="cpu").metrics == raw.metrics
    own = {**settings, "tasks": ["cr", "trec"], "training": TRAINING}
    trained = RECIPES["transfer-1"](own, 0, device="cpu")
    assert set(trained.metrics) == {"validation", "cr", "trec"}
    assert trained.curve
    words = {**settings, "pooling": "words", "tasks": ["mpqa"]}
    assert set(RECIPES["transfer-1"](words, 0, device="cpu").metrics) == {"mpqa"}


def test_the_rows_of_a_task():
    rest = {"test": "sst2:test", "validation": "sst2:validation"}
    assert parts_of("sst2", 50) == {"train": "sst2:train@50", **rest}


def test_each_row_is_judged_by_a_fold_that_did_not_see_it():
    """Labels that mean nothing are not learned, however well they are memorised."""
    random = np.random.default_rng(0)
    x, labels = random.normal(size=(200, 150)), random.integers(0, 2, 200)
    assert 0.3 < classify.cross_validated(x, labels, folds=5, inner=2, grid=(1.0,)).mean() < 0.7
    x[:, 0] += 20 * labels
    assert classify.cross_validated(x, labels, folds=5, inner=2, grid=(1.0,)).mean() > 0.95


def test_the_strength_is_chosen_without_the_test_rows():
    random = np.random.default_rng(0)
    x = random.normal(size=(60, 80))
    labels = (x[:, 0] > 0).astype(int)
    weak, strong = 1e-6, 10.0
    part = (x[:40] * [50, *[0.01] * 79], labels[:40])
    other = (x[40:] * [50, *[0.01] * 79], labels[40:])
    few = [np.flatnonzero(part[1] == 0)[:5], np.flatnonzero(part[1] == 1)]
    lopsided = tuple(values[np.concatenate(few)] for values in part)  # weak says 1 to everything
    for chooses, best in ((other, strong), ((other[0], 1 - other[1]), weak)):
        assert best == classify.by_validation(lopsided, chooses, (weak, strong)).C
    assert classify.classified(part, other, classify.by_folds(4, (strong,))).mean() > 0.9


def test_cases_are_judged_by_a_threshold_from_validation(refused):
    settings = TRAINING | {"train": "demo_hard:train", "validation": "demo_hard:validation@80"}
    settings |= {"encoder": "tiny", "pooling": "mean", "test": ["demo_hard:test@60"]}
    settings |= {"cases": [["demo_hard:test", 3], ["demo_hard:test", 7]]}
    settings |= {"groups": ["hand_paraphrase:test"]}
    result = RECIPES["cases-1"](settings, 0, device="cpu")
    gold = rows.gold(rows_of("demo_hard:test"))
    for row in (3, 7):
        margin = result.metrics[f"demo_hard:test:{row} margin"]
        assert result.metrics[f"demo_hard:test:{row}"] == float((margin > 0) == (gold[row] > 0))
    kinds = rows_of("hand_paraphrase:test")["operation"].value_counts()
    shares = [result.metrics[f"hand_paraphrase:test {kind}"] for kind in kinds.index]
    accuracy = result.metrics["hand_paraphrase:test accuracy"]
    assert np.average(shares, weights=kinds) == pytest.approx(accuracy)
    assert result.draws["hand_paraphrase:test accuracy"].shape == (200,)
    assert "demo_hard:test@60 accuracy" in result.metrics
    settings |= {"cases": [["demo_hard:test", 100000]]}
    refused("no row 100000", RECIPES["cases-1"], settings, 0, device="cpu")
