import math
import sys
from unittest.mock import Mock

import pytest

from stsutils.recipes import pretraining

TUNE = {"train": "demo:train", "validation": "demo:validation@60", "rows": 32, "pooling": "mean"}
TUNE |= {"loss": {"name": "cosent", "scale": 20.0}, "lr": 1e-3, "epochs": 1, "batch_size": 16}
SETTINGS = {"corpus": ["demo:train"], "most": 60, "tokens": 800, "batch_tokens": 256}
SETTINGS |= {"pieces": 200, "width": 16, "heads": 2, "layers": 1, "tune": {"demo": TUNE}}
SETTINGS |= {"objective": {"name": "restore", "mask_rate": 0.3}}
SNAPSHOTS = SETTINGS | {"snapshots": 2}


def test_a_search_run_says_what_tuning_made_of_it():
    found = pretraining(SETTINGS, 0, "cpu")
    assert set(found.metrics) == {"loss", "demo", "demo raw", "demo random"}
    assert all(math.isfinite(value) for value in found.metrics.values())
    assert found.curve[-1]["tokens"] >= 800
    assert pretraining(SETTINGS, 0, "cpu").metrics == found.metrics
    other = pretraining(SETTINGS | {"objective": {"name": "detect", "mask_rate": 0.3}}, 0, "cpu")
    assert other.extra["material_sha"] == found.extra["material_sha"]
    assert other.metrics["loss"] != found.metrics["loss"]
    assert pretraining(SETTINGS, 1, "cpu").metrics != found.metrics


def test_encoders_on_the_way_are_judged_and_a_stopped_run_goes_on(tmp_path, monkeypatch):
    monkeypatch.setenv("STSUTILS_WORK", str(tmp_path))
    whole = pretraining(SNAPSHOTS, 0, "cpu")
    assert {"demo", "demo at 1/2", "demo raw at 1/2", "demo random at 1/2"} <= set(whole.metrics)
    assert list(tmp_path.iterdir()) == []  # what is judged is not kept
    module = sys.modules["stsutils.recipes.pretraining"]  # the package's name is the function's
    monkeypatch.setattr(module, "_judge", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        pretraining(SNAPSHOTS, 0, "cpu")
    [kept] = tmp_path.iterdir()
    assert (kept / "model.safetensors").is_file()
    monkeypatch.undo()
    monkeypatch.setenv("STSUTILS_WORK", str(tmp_path))
    assert pretraining(SNAPSHOTS, 0, "cpu").metrics == whole.metrics
