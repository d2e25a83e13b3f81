import numpy as np
import pytest
import torch

from stsutils.encoders import find_device
from stsutils.recipes import RECIPES, finetune, rows_of

pytestmark = pytest.mark.usefixtures("tiny_encoders")
SETTINGS = {"encoder": "tiny", "pooling": "mean", "loss": {"name": "cosent", "scale": 20.0}}
SETTINGS |= {"train": "demo:train", "validation": "demo:validation", "test": ["demo:test"]}
SETTINGS |= {"lr": 3e-3, "rows": 64, "epochs": 1, "batch_size": 16, "evaluations": 2}
RAW = {"encoder": "tiny", "pooling": "cls", "max_length": 32, "test": ["demo:test"]}


def test_finetune_gives_metrics_draws_curve_and_predictions():
    result = finetune(SETTINGS, 0, device="cpu")
    assert set(result.metrics) == {"validation", "demo:test"}
    assert result.draws["demo:test"].shape == (200,)
    assert np.std(result.draws["demo:test"]) > 0
    assert abs(np.mean(result.draws["demo:test"]) - result.metrics["demo:test"]) < 0.05
    assert len(result.predictions["demo:test"]) == len(rows_of("demo:test"))
    assert [line["step"] for line in result.curve] == [2, 4]
    best = max(line["validation"] for line in result.curve)
    assert result.metrics["validation"] == pytest.approx(best, abs=1e-6)
    assert result.extra["device"] == "cpu"
    again = finetune(SETTINGS, 0, device="cpu")
    assert again.metrics == result.metrics
    assert finetune(SETTINGS, 1, device="cpu").metrics != result.metrics


def test_a_device_that_is_not_there_or_lacks_double_precision_is_one_line(refused, monkeypatch):
    def zeros(*shape, dtype, device):
        assert dtype is torch.float64
        raise TypeError("Cannot convert a MPS Tensor to float64 dtype")

    refused("device 'nonsense' can't be used here", RECIPES["raw-1"], RAW, 0, device="nonsense")
    monkeypatch.setattr(torch, "zeros", zeros)
    refused(r"device 'mps' can't be used here .*; take cpu", find_device, "mps")


def test_rows_by_name(refused):
    whole, train, choose = (rows_of(f"demo:validation{part}") for part in ("", "@train", "@choose"))
    assert len(train) + len(choose) == len(whole)
    assert len(train) > 3 * len(choose)
    assert rows_of("demo:test", "unit")["score"].max() == 1.0
    refused("after @ comes train, choose", rows_of, "demo:test@dev")


def test_every_recipe_has_a_number_in_its_name():
    assert all(name.rsplit("-", 1)[1].isdigit() for name in RECIPES)


def test_raw_trains_nothing():
    result = RECIPES["raw-1"](RAW, 0, device="cpu")
    assert set(result.metrics) == {"demo:test", "random_pair_cosine"}
    assert RECIPES["raw-1"](RAW, 5, device="cpu").metrics == result.metrics
    assert -1 <= result.metrics["random_pair_cosine"] <= 1
