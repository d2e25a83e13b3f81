"""The three recipes of similarity from contexts, from settings to a record."""

import pytest

from stsutils.ledger import Ledger, Run
from stsutils.recipes import RECIPES, rows

STEPS = {"steps": 4, "batch_size": 16, "lr": 1e-2}
READS = {"width": 8, "hidden": 6, "form": "bilinear", **STEPS}
WRITES = {"width": 16, "heads": 2, "reading": 1, "writing": 1, "dropout": 0.0, **STEPS}
MODELS = {"text": "demo_stories:test", "held_out": "demo_stories:validation", "sentences": 700}
MODELS |= {"pieces": 300, "longest": 16, "triples": 300, "precision": "float32", "counts": True}
MODELS |= {"discriminator": READS, "generator": WRITES}
CHOICE = {"size": 4, "shortlist": 8, "chunks": 20}
ORIGIN = {"models": MODELS, **CHOICE, "test": ["demo:test@12", "demo_hard:test@8"]}
HARVEST = {"models": MODELS, **CHOICE, "pairs": 30, "reading": "centred"}
HARVEST |= {"lr": 1e-3, "epochs": 1, "batch_size": 8}
SURROGATE = {"encoder": "tiny", "pooling": "mean", "max_length": 32, "harvest": HARVEST}
TRAINING = {"train": "demo:train", "validation": "demo:validation@40", "rows": 16, "lr": 1e-3}
TRAINING |= {"epochs": 1, "batch_size": 8, "labels": "unit", "loss": {"name": "cosine_mse"}}


@pytest.fixture(autouse=True)
def work(tmp_path, monkeypatch, tiny_encoders):
    monkeypatch.setenv("STSUTILS_WORK", str(tmp_path))
    return tmp_path


def recorded(name, settings, result, folder):
    """The record as it is read back."""
    run = Run(name, 0, settings)
    Ledger(folder / "ledger").write(run, result, result.extra)
    return Ledger(folder / "ledger").read(run)


def test_models_are_measured_before_any_similarity(work):
    result = RECIPES["context-models-1"](MODELS, 0, device="cpu")
    for target in ("sentence", "left", "right"):
        assert result.draws[f"{target} unigram"].shape == result.draws[target].shape == (200,)
    assert 0 <= result.metrics["accuracy"] <= 1
    assert recorded("context-models-1", MODELS, result, work).metrics["left unigram"] > 0


def test_origin_gives_all_its_rows_from_one_run(work):
    settings = {**ORIGIN, "references": 2, "sizes": [2]}
    result = RECIPES["contexts-1"](settings, 0, device="cpu")
    name = "demo:test@12"
    for reading in ("raw", "centred", "standardised"):
        for kind in ("", " size 2", " without both contexts", " without discriminative"):
            assert -1 <= result.metrics[f"{name} {reading}{kind}"] <= 1
            assert result.draws[f"{name} {reading}{kind}"].shape == (200,)
        assert f"demo_hard:test@8 {reading}" in result.metrics
        assert f"demo_hard:test@8 {reading} size 2" not in result.metrics
    assert result.metrics[f"{name} raw min"] > 0.5, "scores are all negative"
    assert result.metrics[f"{name} words"] > 0
    assert recorded("contexts-1", settings, result, work).predictions[name].shape == (12,)
    assert RECIPES["contexts-1"](settings, 0, device="cpu").metrics == result.metrics


def test_without_references_nothing_is_standardised(work):
    result = RECIPES["contexts-1"]({**ORIGIN, "construction": "random"}, 0, device="cpu")
    assert not [name for name in result.metrics if "standardised" in name]


@pytest.mark.parametrize("structure", ["siamese", "interaction"])
def test_a_surrogate_is_harvested_learned_and_tested(work, structure):
    settings = {**SURROGATE, "structure": structure, "test": ["demo:test@40"]}
    result = RECIPES["surrogate-1"](settings, 0, device="cpu")
    assert {"L2", "mean", "sd", "demo:test@40", "demo:test@40 pearson"} <= set(result.metrics)
    assert result.draws["demo:test@40 pearson"].shape == (200,)
    assert result.curve[-1]["step"] == 4
    assert recorded("surrogate-1", settings, result, work).metrics["sd"] > 0
    plain = RECIPES["surrogate-1"]({**settings, "harvest": None}, 0, device="cpu")
    assert plain.metrics["demo:test@40"] != result.metrics["demo:test@40"]
    assert "L2" not in plain.metrics
    if structure == "siamese":
        scratch = RECIPES["surrogate-1"]({**settings, "start": "scratch"}, 0, device="cpu")
        assert scratch.metrics["sd"] == result.metrics["sd"], "the same harvest"
        assert scratch.metrics["L2"] != result.metrics["L2"]


def test_trainings_follow_and_ten_folds_are_tested(work):
    settings = {**SURROGATE, "harvest": None, "then": [TRAINING, {**TRAINING, "lr": 2e-3}]}
    own = {k: v for k, v in TRAINING.items() if k not in ("validation", "rows")}
    settings["folds"] = {**own, "train": "demo:test@60"}
    result = RECIPES["surrogate-1"](settings, 0, device="cpu")
    assert {"validation", "folds", "folds pearson"} <= set(result.metrics)
    assert result.draws["folds"].shape == (200,)
    assert result.extra["folds share no"] in ("pairs", "sentences")
    assert recorded("surrogate-1", settings, result, work).metrics["folds"] == pytest.approx(
        result.metrics["folds"], abs=1e-4
    )


def test_triplets_are_judged(monkeypatch):
    turned = rows.load("demo", "test").head(20)[["sentence1", "sentence2"]]
    turned = turned.set_axis(["anchor", "positive"], axis=1)
    turned["negative"] = turned["anchor"].to_numpy()[::-1]
    turned.attrs = {"name": "wiki_sections"}
    monkeypatch.setattr(rows, "load", lambda name, split: turned)
    settings = {**SURROGATE, "harvest": None, "triplets": ["wiki_sections:test"]}
    result = RECIPES["surrogate-1"](settings, 0, device="cpu")
    assert 0 <= result.metrics["wiki_sections:test"] <= 1
    assert result.draws["wiki_sections:test"].shape == (200,)
