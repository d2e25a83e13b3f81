"""A threshold belongs to its weights, and must be shown to be worth having."""

import json
import re
import shutil

import numpy as np
import pandas as pd
import pytest

from stsutils.encoders import load_encoder, save
from stsutils.errors import UserError
from stsutils.evaluation.decision import decisions, trade_off
from stsutils.own_pairs.thresholds import table_of, threshold_of


@pytest.fixture
def good(trained, tmp_path):
    """The folder of a trained model whose threshold is shown to be worth having."""
    model = shutil.copytree(trained.model, tmp_path / "model")
    facts = json.loads((model / "stsutils.json").read_text())
    assert facts["model"] == load_encoder(str(model)).sha()
    facts["decision"] |= {"f1_low": 0.8, "f1_of_always": 0.7, "true_positives": 10}
    facts["decision"] |= {"true_negatives": 10, "false_positives": 0, "false_negatives": 0}
    (model / "stsutils.json").write_text(json.dumps(facts))
    return model, facts


@pytest.fixture
def scored(call, trained):
    """A function that scores the trained pairs with a model: what was said, and the table."""

    def score(model, *more):
        out = model.parent / "s.csv"
        words = ("score", trained.file, "--encoder", model, "--out", out, "--replace", *more)
        return call(*words).stdout, pd.read_csv(out)

    return score


def test_a_model_s_own_threshold_is_used_and_saving_again_changes_nothing(scored, good):
    (model, facts), (said, rows) = good, scored(good[0])
    threshold = facts["decision"]["threshold"]
    assert f"cosine above {threshold:.4f}" in said
    assert "of float32; cosines in bfloat16 lie" in scored(model, "--precision", "bfloat16")[0]
    assert "of float32" not in said
    assert rows["similar"].tolist() == (rows["cosine"] > threshold).astype(int).tolist()
    save(load_encoder(str(model)), model)
    assert scored(model)[0] == said


@pytest.mark.parametrize(
    ("judged", "told"),
    [
        ({"true_negatives": 3, "false_positives": 2}, "hold 5 of one kind, similar or not"),
        ({"f1_low": 0.7}, "the encoder's own is not shown to help. Its F1 on the test pairs is"),
    ],
)
def test_a_threshold_that_is_not_shown_to_be_of_use_is_not_used(scored, good, judged, told):
    model, facts = good
    facts["decision"] |= judged
    (model / "stsutils.json").write_text(json.dumps(facts))
    said, rows = scored(model)
    assert told in said
    assert "similar" not in rows


def test_facts_without_a_tokenizer_s_hash_hold(scored, good):
    model, facts = good
    del facts["tokenizer"]
    (model / "stsutils.json").write_text(json.dumps(facts))
    assert "similar" in scored(model)[1]


def test_other_weights_in_a_folder_are_not_said_to_be_trained(call, trained, good):
    model, _ = good
    words = ("evaluate", trained.file, "--encoder", model)
    assert "was trained on" in call(*words).stderr
    assert "was trained on" in call(*words, "--pooling", "cls").stderr
    save(load_encoder("mini"), model)
    told = call(*words).stderr
    assert "was trained on" not in told
    assert "are not those that its stsutils.json tells of" in told


def other_weights(model):
    encoder = load_encoder(str(model))
    next(encoder.parameters()).data *= 1.01
    save(encoder, model)


def other_tokenizer(model):
    text = (model / "tokenizer.json").read_text()
    (model / "tokenizer.json").write_text(text.replace('"lowercase": true', '"lowercase": false'))
    assert (model / "tokenizer.json").read_text() != text


def other_settings(name, said):
    return lambda model: (model / name).write_text(
        json.dumps(json.loads((model / name).read_text()) | said)
    )


@pytest.mark.parametrize(
    ("change", "more"),
    [
        (other_weights, ()),
        (other_settings("tokenizer_config.json", {"do_lower_case": False}), ()),
        (other_settings("config.json", {"hidden_act": "relu"}), ()),
        (lambda model: save(load_encoder(str(model), max_length=7), model), ()),
        (other_tokenizer, ()),
        (lambda model: None, ("--pooling", "cls")),
        (lambda model: None, ("--pooling", "max")),
    ],
)
def test_a_threshold_of_other_weights_is_not_used(scored, good, change, more):
    model, _ = good
    change(model)
    said, rows = scored(model, *more)
    told = "no threshold, so no column 'similar': the one in the encoder's folder is of other"
    assert told in said
    assert "similar" not in rows
    with pytest.raises(UserError, match=r"precision=\.9: no threshold is known: .* other weights"):
        scored(model, *more, "--threshold-for", "precision=.9")
    said, rows = scored(model, *more, "--threshold", "0.5")
    assert rows["similar"].sum() == (rows["cosine"] > 0.5).sum()


def test_a_threshold_for_a_precision(refused, scored, good):
    model, facts = good
    line = facts["decision"]["trade_off"][0]
    said, _ = scored(model, "--threshold-for", f"precision={line['aim'] - 0.01:.2f}")
    called, right = line["true_positives"] + line["false_positives"], line["true_positives"]
    told = f"on the test pairs it calls {called} similar, {right} of them rightly (precision "
    told += f"{line['precision']:.2f}), and finds {line['recall']:.0%} of the similar ones"
    assert f"cosine above {line['threshold']:.4f}; {told}" in said
    for words, message in (
        ("precision=90", "write precision=.9, a share"),
        ("recall=.5", "write precision=.9, a share"),
        ("precision=1", "at most"),
    ):
        facts["decision"]["trade_off"] = [line]
        refused(message, threshold_of, facts, facts["model"], words)
    for odd in ("x", None, 7, float("nan"), {}):
        facts["decision"]["threshold"] = odd
        (model / "stsutils.json").write_text(json.dumps(facts))
        refused(r"stsutils\.json can't be read .*; copy the folder again", scored, model)
    refused("not both", scored, model, "--threshold-for", "precision=.9", "--threshold", ".5")
    assert threshold_of({}, "sha")[0] is None


def test_the_trade_off_is_the_best_recall_for_each_precision():
    generator = np.random.default_rng(0)
    for case in range(20):
        positive = generator.random(200) < 0.3
        cosines = np.round(generator.normal(0.4 * positive, 0.3), 1 + case % 3).clip(-1, 1)
        cuts = trade_off(cosines, positive)
        assert cuts == sorted(cuts)
        found = [decisions(cosines, positive, cut) for cut in cuts]
        every = [decisions(cosines, positive, cut) for cut in [-2, *np.unique(cosines)]]
        for aim in np.arange(1, 101) / 100:
            best = max((o["recall"] for o in every if o["precision"] >= aim), default=None)
            mine = next((o["recall"] for o in found if o["precision"] >= aim), None)
            assert mine == best
    assert trade_off(np.array([0.1, 0.2]), np.array([False, False])) == []
    assert trade_off(np.array([0.1, 0.2]), np.array([True, True])) == [pytest.approx(0.1, abs=1e-5)]


def test_the_report_has_a_small_table(trained):
    decision = json.loads((trained.out / "results.json").read_text())["candidates"][1]["decision"]
    lines = table_of(decision)
    assert 1 <= len(lines) == len({line["threshold"] for line in lines}) <= 6
    assert [line["aim"] for line in lines] == sorted({line["aim"] for line in lines})
    page = (trained.out / "report.html").read_text()
    assert "The saved model at other thresholds" in page
    assert all(re.search(f">{line['threshold']:.4f}<", page) for line in lines)
    assert table_of({}) == []
