"""Every loss of the index, every kind of rows, every protocol: what a recipe can be asked for."""

from unittest.mock import Mock

import numpy as np
import pytest
import torch

from stsutils.data.rows import content_sha
from stsutils.encoders import find_device
from stsutils.evaluation import similarity
from stsutils.ledger import DEFAULTS
from stsutils.losses import DATA as KINDS
from stsutils.losses import LOSSES, on_scores
from stsutils.recipes import RECIPES, finetune, interaction, models, rows, scoring, training
from stsutils.recipes.finetune import labelled_by
from stsutils.recipes.rows import rows_of
from stsutils.statistics import bootstrap_spearman, spearman, tie_ceiling

pytestmark = pytest.mark.usefixtures("ready")
READER = {"encoder": "tiny", "pooling": "mean", "max_length": 32}
SETTINGS = {"encoder": "tiny", "pooling": "mean", "batch_size": 16, "loss": {"name": "cosent"}}
SETTINGS |= {"train": "demo:train", "validation": "demo:validation@60", "test": ["demo:test@60"]}
SETTINGS |= {"lr": 1e-3, "rows": 32, "epochs": 1}
#: One training of linear targets that is tested by two golds.
TWO_GOLDS = {"train": "demo_hard:train", "validation": "demo_hard:validation@100", "lr": 3e-3}
TWO_GOLDS |= {"test": ["demo:test", "demo:test|binary>2.5"], "loss": {"name": "direct_linear"}}
TWO_GOLDS = {**SETTINGS, **TWO_GOLDS, "rows": 64}
TEACHER = {**READER, "pooling": "cls"}
SENTENCES = {"train": "demo_stories:train", "columns": ["sentence", "sentence"]}
#: What a loss is trained on, by the first kind of data that its entry names: changes of the above.
DATA = {
    "graded pairs": {},
    "binary pairs": {"labels": "binary>2.5"},
    "NLI classes": {"train": "demo_nli:train"},
    "triplets": {"train": "wiki_sections:train"},
    "sentences": SENTENCES,
    "teacher scores": SENTENCES | {"teacher": TEACHER},
}
SCORES = [name for name, entry in LOSSES.items() if entry.lift is on_scores]  # no bi-encoder's


def way(loss):
    """The settings that train with a loss, by its entry."""
    entry = LOSSES[loss]
    data, reading = entry.data[0], entry.own_pairs.get(entry.data[0])
    unit = 'relabel(rows, "unit")' in entry.function.__doc__
    unit = unit or (reading and reading.labels == "unit_range")
    unit = unit and data == "graded pairs"
    return {**SETTINGS, **DATA[data], "loss": {"name": loss}} | ({"labels": "unit"} if unit else {})


@pytest.fixture
def ready(tiny_encoders, monkeypatch):
    """The tiny encoder, and a set of triplets at hand."""
    plain = rows.load

    def with_triplets(name, split):
        if name != "wiki_sections":
            return plain(name, split)
        words = plain("demo", "train").head(40)
        found = words[["sentence1", "sentence2"]].set_axis(["anchor", "positive"], axis=1)
        found["negative"] = words.sentence1.iloc[::-1].to_numpy()
        found.attrs = {"name": name, "sha": content_sha(found)}
        return found

    monkeypatch.setattr(rows, "load", with_triplets)


def test_finetune_gives_metrics_draws_curve_and_predictions():
    settings = {**SETTINGS, "validation": "demo:validation", "test": ["demo:test"], "lr": 3e-3}
    settings |= {"rows": 64, "evaluations": 2}
    result = finetune(settings, 0, device="cpu")
    assert set(result.metrics) == {"validation", "demo:test"}
    assert result.draws["demo:test"].shape == (200,)
    assert np.std(result.draws["demo:test"]) > 0
    assert abs(np.mean(result.draws["demo:test"]) - result.metrics["demo:test"]) < 0.05
    assert len(result.predictions["demo:test"]) == len(rows_of("demo:test"))
    assert [line["step"] for line in result.curve] == [2, 4]
    best = max(line["validation"] for line in result.curve)
    assert result.metrics["validation"] == pytest.approx(best, abs=1e-6)
    assert result.extra["device"] == "cpu"
    assert finetune(settings, 0, device="cpu").metrics == result.metrics
    assert finetune(settings, 1, device="cpu").metrics != result.metrics


def test_raw_trains_nothing():
    settings = {**READER, "pooling": "cls", "test": ["demo:test"]}
    result = RECIPES["raw-1"](settings, 0, device="cpu")
    assert set(result.metrics) == {"demo:test", "random_pair_cosine"}
    assert RECIPES["raw-1"](settings, 5, device="cpu").metrics == result.metrics
    assert -1 <= result.metrics["random_pair_cosine"] <= 1


def test_a_device_that_is_not_there_or_lacks_double_precision_is_one_line(refused, monkeypatch):
    def zeros(*shape, dtype, device):
        assert dtype is torch.float64
        raise TypeError("Cannot convert a MPS Tensor to float64 dtype")

    settings, said = {**READER, "test": []}, "device 'nonsense' can't be used here"
    refused(said, RECIPES["raw-1"], settings, 0, device="nonsense")
    monkeypatch.setattr(torch, "zeros", zeros)
    refused(r"device 'mps' can't be used here .*; take cpu", find_device, "mps")


def test_every_recipe_has_a_number_in_its_name():
    assert all(name.rsplit("-", 1)[1].isdigit() for name in RECIPES)


def test_rows_and_their_parts_have_names(refused, monkeypatch):
    whole, train, choose = (rows_of(f"demo:validation{part}") for part in ("", "@train", "@choose"))
    assert len(train) + len(choose) == len(whole)
    assert len(train) > 3 * len(choose)
    part = rows_of("demo:validation@choose@40")
    assert len(part) == 40 < len(choose)
    assert set(part.sentence1) <= set(choose.sentence1)
    assert len(rows_of("demo_stories:test@30")) == 30, "rows without labels"
    assert rows_of("demo:test", "unit")["score"].max() == 1.0
    monkeypatch.setattr("stsutils.recipes.rows.split_apart", lambda *a, **k: ([], "pairs"))
    refused("demo:test@train-apart: too few groups", rows_of, "demo:test@train-apart")


def test_every_kind_of_data_trains_some_loss():
    assert {entry.data[0] for entry in LOSSES.values()} == set(DATA) == set(KINDS)
    assert "binary_cross_entropy" in SCORES


@pytest.mark.parametrize("loss", [name for name in LOSSES if name not in SCORES])
def test_finetune_trains_with_every_loss(loss):
    result = finetune(way(loss), 0, device="cpu")
    assert set(result.metrics) == {"validation", "demo:test@60"}
    assert np.isfinite(result.curve[-1]["loss"])


def test_a_teacher_of_pairs_that_have_scores_is_looked_up_by_row():
    """`on_rows` refuses scores as labels, so that it comes through is the test."""
    settings = {**SETTINGS, "loss": {"name": "list_net"}, "teacher": TEACHER}
    assert np.isfinite(finetune(settings, 0, device="cpu").curve[-1]["loss"])


def test_a_teachers_cosines_stand_in_for_labels():
    pairs = rows_of("demo:train").head(20)
    taught, teacher = labelled_by(TEACHER, pairs, "cpu"), models.encoder_of(TEACHER, "cpu")
    assert np.allclose(taught.score, similarity(teacher, pairs), atol=1e-6)
    by_people, by_teacher = (
        finetune(SETTINGS | changes, 0, device="cpu").curve[-1]["loss"]
        for changes in ({}, {"labels_from": TEACHER})
    )
    assert np.isfinite(by_teacher)
    assert by_teacher != by_people


@pytest.mark.parametrize("loss", ["cosent", *SCORES])
def test_interaction_models(loss):
    settings = {k: v for k, v in SETTINGS.items() if k != "pooling"}
    settings |= {"labels": "unit", "loss": {"name": loss}}
    result = interaction(settings, 0, device="cpu")
    assert set(result.metrics) == {"validation", "demo:test@60"}
    assert len(result.predictions["demo:test@60"]) == 60
    again = interaction(settings, 1, device="cpu")
    assert again.metrics != result.metrics, "the seed decides the head"


def test_an_order_of_classes(refused):
    natural, other = rows_of("demo_nli:test"), rows_of("demo_nli:test|order=1,0,2")
    assert other["label"].tolist() == natural["label"].map({0: 1, 1: 0, 2: 2}).tolist()
    refused("names each class from 0 once", rows_of, "demo_nli:test|order=1,1,2")
    refused("labels beyond them", rows_of, "demo_nli:test|order=1,0")


def test_distributions_of_two_classes(refused):
    changes = {"distributions": True, "test": ["demo_hard:test@80"]}
    result = finetune({**SETTINGS, "train": "demo_hard:train", **changes}, 0, device="cpu")
    name, gold = "demo_hard:test@80", rows.gold(rows_of("demo_hard:test@80"))
    assert 0 <= result.metrics[f"{name} overlap"] <= 1
    share = result.metrics[name] / tie_ceiling(gold)
    assert result.metrics[f"{name} of ceiling"] == pytest.approx(share)
    if len(np.unique(result.predictions[name])) == len(gold):
        assert 2 * result.metrics[f"{name} auc"] - 1 == pytest.approx(share, abs=1e-9)
    percentiles = result.predictions[f"{name} of label 1"]
    assert percentiles.shape == (101,)
    assert percentiles[50] == pytest.approx(np.median(result.predictions[name][gold == 1]))
    refused("two classes each", finetune, {**SETTINGS, "distributions": True}, 0, device="cpu")
    as_it_is = RECIPES["raw-1"]({**READER, **changes}, 0, device="cpu")
    cosines = as_it_is.predictions[name]
    assert as_it_is.metrics[name] == pytest.approx(spearman(cosines, gold))
    assert as_it_is.metrics[f"{name} spread"] == pytest.approx(np.std(cosines))
    assert as_it_is.metrics[f"{name} negative mean"] == pytest.approx(cosines[gold == 0].mean())


def test_protocols_share_vectors(refused, monkeypatch):
    table = rows_of("demo:test@60").assign(subset=["a"] * 20 + ["b"] * 40)
    table.attrs = {"name": "demo", "sha": "0"}
    monkeypatch.setattr(scoring, "rows_of", lambda name: table)
    names = ["demo:test@60", "demo:test@60#mean", "demo:test@60#wmean"]
    result = RECIPES["raw-1"]({**READER, "test": names}, 0, device="cpu")
    cosines, gold = result.predictions["demo:test@60"], table["score"].to_numpy()
    a, b = spearman(cosines[:20], gold[:20]), spearman(cosines[20:], gold[20:])
    assert result.metrics[names[0]] == pytest.approx(spearman(cosines, gold))
    assert result.metrics[names[1]] == pytest.approx((a + b) / 2)
    assert result.metrics[names[2]] == pytest.approx((a + 2 * b) / 3)
    assert all(np.std(result.draws[name]) > 0 for name in names)
    monkeypatch.setattr(scoring, "rows_of", lambda name: table.drop(columns="subset"))
    refused("no column 'subset'", RECIPES["raw-1"], {**READER, "test": names}, 0, device="cpu")


def test_rows_can_be_relabelled_and_sampled_by_name(refused):
    binary = rows_of("demo:test|binary>2.5")
    assert set(binary["label"]) == {0, 1}
    assert rows_of("demo:test|binary>2.5", "binary>2.5").equals(binary)
    refused("relabelled by name", rows_of, "demo:test|binary>2.5", "unit")
    some = rows_of("demo:test@200|binary>2.5")
    assert len(some) == 200
    assert some.sentence1.equals(rows_of("demo:test@200").sentence1)
    assert len(rows_of("demo:test@999999")) == len(rows_of("demo:test"))
    refused("a number of rows", rows_of, "demo:test@0")


def test_one_training_two_golds(monkeypatch):
    watched = Mock(wraps=scoring.similarity)
    monkeypatch.setattr(scoring, "similarity", watched)
    result = finetune(TWO_GOLDS, 0, device="cpu")
    assert set(result.metrics) == {"validation", *TWO_GOLDS["test"]}
    assert list(result.predictions) == ["demo:test"]
    assert watched.call_count == 1, "encoded once for both golds"
    graded, binary = (result.metrics[name] for name in TWO_GOLDS["test"])
    gold = rows_of("demo:test|binary>2.5")["label"].to_numpy()
    assert binary == pytest.approx(spearman(result.predictions["demo:test"], gold))
    assert binary != graded
    assert abs(binary) < tie_ceiling(gold)
    wanted = bootstrap_spearman(result.predictions["demo:test"], gold, "demo:test")
    np.testing.assert_allclose(result.draws["demo:test|binary>2.5"], wanted)


def test_negatives_are_given_unless_asked_for(monkeypatch):
    assert DEFAULTS["finetune-1"]["negatives"] == "given"
    settings = {**TWO_GOLDS, "test": ["demo_hard:test@100"]}
    given = finetune(settings, 0, device="cpu")
    watched = Mock(side_effect=lambda rows, seed: rows)
    monkeypatch.setattr(training, "with_random_negatives", watched)
    assert finetune(settings | {"negatives": "random"}, 0, device="cpu").metrics == given.metrics
    [((pairs, seed), _)] = watched.call_args_list
    assert (len(pairs), seed) == (64, 0)


def test_clusters_recipe():
    settings = {**READER, "train": "demo_hard:train", "test": "demo_hard:test@150"}
    settings |= {"labels": "raw", "rows": 120}
    result = RECIPES["clusters-1"](settings, 0, device="cpu")
    assert {"distance", "cosine", "probe u-v", "probe |u-v|"} < set(result.metrics)
    assert set(result.draws) == set(result.metrics)
    other = RECIPES["clusters-1"](settings, 1, device="cpu")
    assert other.metrics["distance"] == result.metrics["distance"], "the encoder has no seed"
    assert other.metrics["probe |u-v|"] != result.metrics["probe |u-v|"], "the probe's rows have"


def test_a_cut_encoder_is_the_whole_one_up_to_its_last_layer(refused):
    whole = models.encoder_of(READER, "cpu")
    cut = models.encoder_of(READER | {"layers": 1}, "cpu")
    tokens = torch.tensor([[2, 5, 6, 3]])
    with torch.no_grad():
        states = whole.transformer(tokens, output_hidden_states=True).hidden_states
        assert torch.equal(cut.transformer(tokens).last_hidden_state, states[1])
    refused("layers: the encoder has 2, not 3", models.encoder_of, READER | {"layers": 3}, "cpu")
