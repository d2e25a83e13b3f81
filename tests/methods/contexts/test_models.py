import pytest
import torch

from stsutils.methods import learning
from stsutils.methods.contexts.discriminator import Discriminator
from stsutils.methods.contexts.models import make_models


def flat(models):
    parts = [models.discriminator, *models.generators.values()]
    return torch.cat([p.flatten() for part in parts for p in part.parameters()])


def test_models_are_made_once_and_read_again(text, settings, tmp_path):
    one = make_models(text, settings, 0, tmp_path, "cpu")
    assert set(one.curves) == {
        "discriminator", "generator-sentence", "generator-left", "generator-right",
    }  # fmt: skip
    files = sorted(tmp_path.iterdir())
    assert {path.suffix for path in files} == {".safetensors"}
    assert len(files) == 4
    two = make_models(text, settings, 0, tmp_path, "cpu")
    assert two.curves == {}
    assert two.sha == one.sha
    assert torch.equal(flat(one), flat(two))
    assert make_models(text, settings, 1, tmp_path, "cpu").sha != one.sha


def test_another_discriminator_leaves_the_generators(text, settings, tmp_path):
    one = make_models(text, settings, 0, tmp_path, "cpu")
    settings["discriminator"]["form"] = "printed"
    two = make_models(text, settings, 0, tmp_path, "cpu")
    assert list(two.curves) == ["discriminator"]
    assert two.sha != one.sha


def test_a_stopped_training_goes_on_to_the_same_weights(text, settings, tmp_path, monkeypatch):
    whole = make_models(text, settings, 0, tmp_path / "whole", "cpu")
    loss, calls = Discriminator.loss, []

    def dying(self, *parts):
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return loss(self, *parts)

    monkeypatch.setattr(Discriminator, "loss", dying)
    learn = learning.learn
    monkeypatch.setattr(
        "stsutils.methods.contexts.models.learn", lambda *a, **k: learn(*a, save_every=0.0, **k)
    )
    with pytest.raises(KeyboardInterrupt):
        make_models(text, settings, 0, tmp_path / "stopped", "cpu")
    assert [p.suffix for p in (tmp_path / "stopped").iterdir()] == [".checkpoint"]
    again = make_models(text, settings, 0, tmp_path / "stopped", "cpu")
    assert len(calls) == 3 + 2, "two of four steps were done"
    assert torch.equal(flat(again), flat(whole))
    assert again.curves == whole.curves
    assert not list((tmp_path / "stopped").glob("*.checkpoint"))


def test_learning_lowers_the_loss(text, settings, tmp_path):
    settings["generator"]["steps"] = settings["discriminator"]["steps"] = 60
    curves = make_models(text, settings, 0, tmp_path, "cpu").curves
    for name, curve in curves.items():
        if name.startswith("generator"):
            assert curve[-1]["loss"] < 0.9 * curve[0]["loss"], name
            assert curve[-1]["step"] == 60
