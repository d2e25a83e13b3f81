"""The examples run, with settings small enough for a test."""

import importlib.util
from pathlib import Path

import pytest

from stsutils.encoders import load_encoder

FILE = Path(__file__).parents[1] / "examples" / "cosent_on_stsb.py"


@pytest.fixture
def example(monkeypatch):
    monkeypatch.delenv("STSUTILS_DATA", raising=False)
    monkeypatch.setenv("HF_HUB_CACHE", "nowhere")
    spec = importlib.util.spec_from_file_location("cosent_on_stsb", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    real = module.load
    monkeypatch.setattr(module, "load", lambda name, split: real(name, split).head(60))
    return module


@pytest.mark.parametrize("loss", ["cosent", "cosine_mse", "contrastive"])
def test_it_trains_scores_saves_and_prints(example, loss, tmp_path, capsys):
    settings = ["--loss", loss, "--rows", "32", "--epochs", "1", "--save", str(tmp_path / "kept")]
    scores = example.main(settings)
    printed = capsys.readouterr().out
    assert "32 rows to train on, 60 to test on" in printed
    assert f"{100 * scores['before']:.1f} before" in printed
    assert f"{100 * scores['after']:.1f} after" in printed
    assert scores["after"] != scores["before"]
    assert load_encoder(str(tmp_path / "kept")).dimension == 256


def test_its_first_lines_tell_the_command(example):
    lines = example.__doc__.splitlines()
    assert lines[0].endswith(".")
    assert lines[2].strip() == "python examples/cosent_on_stsb.py"
    assert len(FILE.read_text("utf-8").splitlines()) <= 90
