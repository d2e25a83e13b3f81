"""The estimate before a run."""

import math
import subprocess
import sys

import pytest

from stsutils.cli.costs import estimate, rows_in, speeds
from stsutils.experiments.common.encoders import BERT, BERT_LARGE
from stsutils.experiments.common.sets import COSENT, settings
from stsutils.ledger import Ledger, Result, Run


def runs(*encoders, **changes):
    found = settings(COSENT, "STS-B", "paper", lr=2e-5, **changes)
    return [Run("finetune-1", 0, {**found, "encoder": encoder}) for encoder in encoders]


def test_rows_of_a_name():
    assert rows_in("stsb:train") == 5749
    assert rows_in("paws:validation@train") == 6400
    assert rows_in("paws:validation@choose@400") == 400
    assert rows_in("stsb:test|binary>2.5") == 1379
    assert rows_in("sts12:test#mean") == 3108


def test_large_models_cost_more_time_and_disk():
    base, large = estimate(runs(BERT)), estimate(runs(BERT_LARGE))
    assert 2 * base.hours < large.hours < 5 * base.hours
    assert large.models > 2 * base.models
    assert large.data == base.data > 0
    # 5,749 pairs × 4 epochs at 2,200 a second are ten seconds; looking at validation is more
    assert 10 < base.hours * 3600 < 60


def test_what_is_recorded_costs_what_it_took():
    book = Ledger()
    ours = [r for r in book.records() if r.run.recipe == "finetune-1"]
    ours = [r for r in ours if r.provenance["device"] == "cpu"]
    took = [r.provenance["minutes"] * r.provenance["threads"] for r in ours]
    found = speeds(book)
    told = [60 * estimate([r.run], found).hours for r in ours]
    assert sum(told) == pytest.approx(sum(took), rel=1e-6)
    within = [1 / 2 < a / b < 2 for a, b in zip(told, took, strict=True)]
    assert sum(within) > 0.9 * len(within)


def test_an_empty_ledger_asks_the_books(tmp_path, monkeypatch):
    wanted = estimate(runs(BERT)).hours
    monkeypatch.setenv("STSUTILS_RESULTS", str(tmp_path))
    assert estimate(runs(BERT)).hours == wanted > 0


def test_a_gpus_records_replace_the_arithmetic(tmp_path):
    ledger, (run,) = Ledger(tmp_path), runs(BERT)
    made = {"device": "cuda:0", "minutes": 3.0, "threads": 16}
    ledger.write(run, Result({"validation": 0.5}), made)
    assert estimate([run], speeds(ledger)).hours * 60 == pytest.approx(3.0)
    ledger.write(run, Result({"validation": 0.5}), made | {"device": "cpu"})
    assert speeds(ledger) == {}  # on a CPU it says nothing about a GPU


def test_a_kind_of_run_that_no_record_is_like():
    cost = estimate(runs(BERT), {("other", "large", "float32"): 1.0})
    assert math.isnan(cost.hours)
    assert "unknown number (there are no records) of hours" in str(cost)


def test_the_estimate_of_disk_fits_the_records_that_there_are():
    book = Ledger()
    paths = book.paths()
    sizes = sum(path.stat().st_size for path in paths) / 1e6
    assert estimate(book.open(path).run for path in paths).records == pytest.approx(sizes, rel=0.3)


def test_an_estimate_needs_no_torch():
    code = "import sys, stsutils.cli.costs; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_models_and_sets_are_stored_once():
    one, two = estimate(runs(BERT)), estimate([*runs(BERT), *runs(BERT, epochs=8)])
    assert (two.models, two.data) == (one.models, one.data)
    assert two.hours > 2 * one.hours
    assert two.runs == 2


def test_audits_and_strangers_cost_nothing():
    cost = estimate(
        [Run("audit-1", 0, {"set": "stsb", "split": "test"}), Run("other", 0, {"a": 1})]
    )
    assert (cost.hours, cost.models) == (0, 0)
    assert cost.data > 0
    assert "0.0 hours" in str(cost)


def test_transfer_counts_its_training_and_its_classifiers():
    raw = {"encoder": "mini-2", "pooling": "mean", "max_length": 128, "training": None}
    training = {"train": "stsb:train", "validation": "stsb:validation", "epochs": 1}
    bare = estimate([Run("transfer-1", 0, raw)])
    trained = estimate([Run("transfer-1", 0, {**raw, "training": training})])
    short = estimate([Run("transfer-1", 0, {**raw, "task_rows": 1000, "inner": 2, "grid": [1.0]})])
    assert short.hours < bare.hours < trained.hours
    assert trained.data > bare.data


def test_probes_without_a_training_are_counted():
    """`run blog-clusters --dry-run` reads rows that nothing trains on."""
    from stsutils.experiments import load

    cells = load("blog-clusters").at("lab").values()
    found = estimate(Run(cell.recipe, 0, cell.settings) for cell in cells)
    assert found.hours > 0


def test_a_corpus_and_a_teacher_are_read():
    own = {"encoder": "mini-2", "pooling": "mean", "max_length": 64, "test": ["stsb:test"]}
    small = {**own, "corpus": "wiki_sentences:train@1000"}
    large = {**own, "corpus": "wiki_sentences:train@10000"}
    hours = [
        estimate([Run("rank-vectors-1", 0, s)], {("rank-vectors-1", "mini", "float32"): 1.0}).hours
        for s in (small, large)
    ]
    assert hours[1] - hours[0] == pytest.approx(9000 / 2 / 3 / 3600)
    training = {"train": "stsb:train", "validation": "stsb:validation@500", "epochs": 1}
    plain = estimate([Run("rank-vectors-1", 0, {**small, "training": training})])
    taught = {**training, "teacher": {**own, "corpus": "wiki_sentences:test"}}
    found = estimate([Run("rank-vectors-1", 0, {**small, "training": taught})])
    assert found.hours > plain.hours
    assert found.data > plain.data
