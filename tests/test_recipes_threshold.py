"""What the recipes offer to the threshold study: golds by name, sampled rows, random negatives."""

import numpy as np
import pytest

from stsutils.errors import UserError
from stsutils.ledger import DEFAULTS
from stsutils.recipes import RECIPES, finetune, rows_of, scoring, training
from stsutils.statistics import bootstrap_spearman, spearman, tie_ceiling

SETTINGS = {
    "encoder": "tiny",
    "pooling": "mean",
    "batch_size": 16,
    "train": "demo_hard:train",
    "validation": "demo_hard:validation@100",
    "test": ["demo:test", "demo:test|binary>2.5"],
    "loss": {"name": "direct_linear"},
    "lr": 3e-3,
    "rows": 64,
    "epochs": 1,
}


@pytest.fixture
def encoded(tiny_encoders, monkeypatch):
    """What similarity was asked for: name and number of rows."""
    asked, plain = [], scoring.similarity

    def similarity(encoder, rows):
        asked.append((rows.attrs["name"], len(rows)))
        return plain(encoder, rows)

    monkeypatch.setattr(scoring, "similarity", similarity)
    return asked


def test_rows_can_be_relabelled_and_sampled_by_name():
    binary = rows_of("demo:test|binary>2.5")
    assert set(binary["label"]) == {0, 1}
    assert rows_of("demo:test|binary>2.5", "binary>2.5").equals(binary)
    with pytest.raises(UserError, match="relabelled by name"):
        rows_of("demo:test|binary>2.5", "unit")
    some = rows_of("demo:test@200|binary>2.5")
    assert len(some) == 200
    assert some.sentence1.equals(rows_of("demo:test@200").sentence1)
    assert len(rows_of("demo:test@999999")) == len(rows_of("demo:test"))
    with pytest.raises(UserError, match="a number of rows"):
        rows_of("demo:test@0")


def test_one_training_two_golds(encoded):
    result = finetune(SETTINGS, 0, device="cpu")
    assert set(result.metrics) == {"validation", *SETTINGS["test"]}
    assert list(result.predictions) == ["demo:test"]
    assert [name for name, _ in encoded].count("demo") == 1, "encoded once for both golds"
    graded, binary = (result.metrics[name] for name in SETTINGS["test"])
    gold = rows_of("demo:test|binary>2.5")["label"].to_numpy()
    assert binary == pytest.approx(spearman(result.predictions["demo:test"], gold))
    assert binary != graded
    assert abs(binary) < tie_ceiling(gold)
    wanted = bootstrap_spearman(result.predictions["demo:test"], gold, "demo:test")
    np.testing.assert_allclose(result.draws["demo:test|binary>2.5"], wanted)


@pytest.mark.usefixtures("encoded")
def test_negatives_are_given_unless_asked_for(monkeypatch):
    assert DEFAULTS["finetune-1"]["negatives"] == "given"
    given = finetune({**SETTINGS, "test": ["demo_hard:test@100"]}, 0, device="cpu")
    seen = []

    def watch(rows, seed):
        seen.append((len(rows), seed))
        return rows

    monkeypatch.setattr(training, "with_random_negatives", watch)
    settings = {**SETTINGS, "test": ["demo_hard:test@100"], "negatives": "random"}
    assert finetune(settings, 0, device="cpu").metrics == given.metrics
    assert seen == [(64, 0)]


@pytest.mark.usefixtures("encoded")
def test_clusters_recipe():
    settings = {
        "encoder": "tiny",
        "pooling": "mean",
        "max_length": 32,
        "train": "demo_hard:train",
        "test": "demo_hard:test@150",
        "labels": "raw",
        "rows": 120,
    }
    result = RECIPES["clusters-1"](settings, 0, device="cpu")
    assert {"distance", "cosine", "probe u-v", "probe |u-v|"} < set(result.metrics)
    assert {"overlap", "distance_positive", "thickness_negative"} < set(result.metrics)
    assert set(result.draws) < set(result.metrics)
    assert set(result.curve[0]) == {"distance", "positive", "negative"}
    other = RECIPES["clusters-1"](settings, 1, device="cpu")
    assert other.metrics["distance"] == result.metrics["distance"], "the encoder has no seed"
    assert other.metrics["probe |u-v|"] != result.metrics["probe |u-v|"], "the probe's rows have"
