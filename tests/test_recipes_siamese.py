"""The recipes of the regression framework, on the tiny encoder and generated rows."""

import numpy as np
import pytest

from stsutils.methods.step_memory import step_memory
from stsutils.recipes import RECIPES, finetune, siamese
from stsutils.recipes.rows import gold
from stsutils.recipes.settings import complete
from stsutils.recipes.training import training_rows

pytestmark = pytest.mark.usefixtures("tiny_encoders")
SETTINGS = {"encoder": "tiny", "pooling": "mean", "loss": {"name": "smooth_k2", "tolerance": 0.2}}
SETTINGS |= {"train": "demo:train", "validation": "demo:validation@60", "test": ["demo:test@120"]}
SETTINGS |= {"lr": 1e-3, "rows": 32, "epochs": 1, "batch_size": 16}
FIRST = {"train": "demo_nli:train", "rows": 32, "lr": 1e-2, "epochs": 1, "batch_size": 16}


def test_without_its_own_settings_it_is_finetune():
    ours, theirs = (recipe(SETTINGS, 0, device="cpu") for recipe in (siamese, finetune))
    assert ours.metrics == theirs.metrics
    assert ours.curve == theirs.curve


def test_two_stages_and_what_the_head_says():
    name, classes = "demo:test@120", "demo_nli:test@50"
    more = {"head_first": FIRST, "by_head": [name], "classes": [classes], "planned": 4.0}
    result = siamese({**SETTINGS, **more}, 0, device="cpu")
    plain = siamese(SETTINGS, 0, device="cpu")
    told = {f"{name} by head", f"{classes} accuracy"}
    assert set(result.metrics) == {"validation", name} | told
    assert result.metrics[name] != plain.metrics[name], "another head, another way"
    assert result.metrics[f"{name} by head"] != result.metrics[name]
    assert 0 <= result.metrics[f"{classes} accuracy"] <= 1
    six = {"labels": "floor", "loss": {"name": "softmax", "classes": 6}}
    floor = "demo:test@120|floor"
    found = siamese({**SETTINGS, **six, "classes": [floor]}, 0, device="cpu")
    assert 0 < found.metrics[f"{floor} accuracy"] < 1
    assert all(result.draws[metric].shape == (200,) for metric in told)
    assert siamese({**SETTINGS, **more}, 0, device="cpu").metrics == result.metrics


def test_a_training_before_is_the_start():
    """It ends where it ends by itself; a training without steps after it changes nothing."""
    own = {k: v for k, v in SETTINGS.items() if k not in ("encoder", "pooling", "test")}
    before = own | {"loss": {"name": "info_nce"}, "at_least": 4.0, "lr": 5e-3}
    alone = siamese({**SETTINGS, **before}, 0, device="cpu")
    assert np.isfinite(alone.metrics["validation"]), "a loss without a head takes the high pairs"
    still = siamese({**SETTINGS, "before": before, "lr": 1e-12}, 0, device="cpu")
    name = "demo:test@120"
    plain = siamese({**SETTINGS, "lr": 1e-12}, 0, device="cpu")
    assert still.metrics[name] == pytest.approx(alone.metrics[name], abs=1e-6)
    assert abs(still.metrics[name] - plain.metrics[name]) > 1e-3
    again = siamese({**SETTINGS, "before": before}, 0, device="cpu")
    assert again.metrics[name] != still.metrics[name]
    head = siamese({**SETTINGS, "before": before, "head_first": FIRST}, 0, device="cpu")
    assert head.metrics[name] != again.metrics[name]


def test_leaked_pairs_are_scored_by_themselves(refused):
    name = "demo:test@120"
    leak = {"from": "demo:test@600", "tests": [name]}
    found = siamese({**SETTINGS, "apart": leak}, 0, device="cpu")
    both = [found.metrics[f"{name} {word}"] for word in ("leaked", "unseen")]
    assert both[0] != both[1]
    assert all(np.isfinite(both))
    few = {**SETTINGS, "apart": leak | {"from": "demo:train"}}
    refused("pairs are leaked; 30 are needed", siamese, few, 0, device="cpu")


def test_which_rows_are_trained_on():
    s = complete("siamese-1", {**SETTINGS, "rows": None})
    whole = training_rows(s, 0)
    high = training_rows({**s, "at_least": 4.0}, 0)
    assert high.score.min() >= 4
    assert len(high) == (whole.score >= 4).sum()
    assert high.attrs == whole.attrs
    assert len(training_rows({**s, "at_least": 4.0, "rows": 20}, 0)) == 20
    noisy = training_rows({**s, "noise": 0.5}, 0)
    assert sorted(noisy.score) == sorted(whole.score)
    assert (gold(noisy) != gold(whole)).mean() > 0.3
    assert training_rows({**s, "labels": "floor"}, 0).label.max() == 5


def test_memory_is_counted_whatever_the_seed():
    shape = {"layers": 1, "width": 8, "heads": 2, "inner": 16, "vocabulary": 20}
    settings = shape | {"sentences": 4, "length": 6}
    assert RECIPES["memory-1"](settings, 3).metrics == step_memory(**settings)
