"""What a dry run prints: which runs, how many hours as like runs took, how much disk."""

import pytest

from stsutils.cli.plans import disk, hours, kind, lines, median_minutes
from stsutils.ledger import Ledger, Result, Run

HUB = "google-bert/bert-base-uncased@" + "0123456789" * 4
TRAINING = {"train": "stsb:train", "rows": 1000, "epochs": 2, "lr": 1e-5}


def training(seed=0, **changes):
    return Run("finetune-1", seed, {"encoder": HUB, **TRAINING, **changes})


def test_what_is_shared_is_said_once_and_seeds_are_joined():
    shared = {"encoder": HUB, "rows": 1000}
    losses = [{"loss": {"name": "cosent", "scale": scale}} for scale in (1.0, 20.0)]
    runs = [Run("finetune-1", seed, shared | loss) for seed in (0, 1, 2) for loss in losses]
    assert list(lines(runs)) == [
        "all: encoder=google-bert/bert-base-uncased@0123456  rows=1000",
        "finetune-1  seeds 0-2  loss=cosent(scale=1.0)",
        "finetune-1  seeds 0-2  loss=cosent(scale=20.0)",
    ]


def test_a_training_inside_a_run_is_told_flat():
    one, two = (Run("transfer-1", 3, {"training": {"lr": lr, "rows": 9}}) for lr in (0.1, 0.2))
    assert list(lines([one, two])) == [
        "all: training.rows=9",
        "transfer-1  seed 3  training.lr=0.1",
        "transfer-1  seed 3  training.lr=0.2",
    ]


def test_one_run_none_and_a_setting_that_only_some_have():
    assert list(lines([Run("raw-1", 4, {"test": ["a", "b"]})])) == ["raw-1  seed 4  test=a,b"]
    assert list(lines([])) == []
    gap = [Run("raw-1", seed, {"x": 1}) for seed in (0, 2)]
    assert list(lines(gap)) == ["raw-1  seeds 0,2  x=1"]
    runs = [Run("raw-1", 0, {"x": 1}), Run("raw-1", 0, {"x": 1, "y": 2})]
    assert list(lines(runs)) == ["all: x=1", "raw-1  seed 0  ", "raw-1  seed 0  y=2"]


def test_hours_are_those_of_like_runs_or_unknown(ledger):
    for seed, minutes in enumerate((10.0, 30.0, 80.0)):
        ledger.write(training(seed, lr=2e-5), Result({"test": 0.5}), {"minutes": minutes})
    medians = median_minutes()
    likes = [training(3), training(4, loss={"name": "cosent"})]
    assert hours(likes, medians) == "1.0", "30 minutes each: the median"
    for other in ({"epochs": 1}, {"rows": 2000}, {"train": "sick:train"}, {"encoder": "mini"}):
        assert hours([training(**other)], medians) == "unknown: no like run is recorded"
    assert hours([*likes, training(epochs=1)], medians) == "1.0, and unknown for 1 of them"
    assert hours([], medians) == "0.0"


def test_a_training_within_decides_how_long_a_run_takes():
    base = {"encoder": "mini", "pooling": "mean", "max_length": 64}
    ways = (None, TRAINING, {**TRAINING, "lr": 3e-5}, {**TRAINING, "epochs": 4})
    runs = (Run("transfer-1", 0, {**base, "training": own}) for own in ways)
    bare, one, same, longer = map(kind, runs)
    assert one == same
    assert len({bare, one, longer}) == 3


def test_an_empty_ledger_is_helped_out_by_the_books(tmp_path, monkeypatch):
    recorded = Ledger().paths()
    monkeypatch.setenv("STSUTILS_RESULTS", str(tmp_path))
    assert len(median_minutes()) > len(recorded) / 100


def test_models_and_sets_are_counted_once():
    runs = [training(), training(1), training(test=["atec:test"])]
    assert "models 0.5 GB" in disk(runs)
    assert "models 1.9 GB" in disk([*runs, training(encoder="google-bert/bert-large-uncased")])
    assert "data 1 MB" in disk(runs[:2]), "5,749 pairs"
    assert "data 5 MB" in disk(runs), "20,000 pairs more"
    assert "data 0 MB" in disk([training(train="demo:train")]), "embedded rows are no download"
    assert "data 0 MB" not in disk([Run("audit-1", 0, {"set": "atec", "split": "train"})])


def test_the_records_of_the_book_take_what_is_said():
    paths = Ledger().paths()
    said = float(disk([Run("raw-1", n, {}) for n in range(len(paths))]).split()[-2])
    assert said == pytest.approx(sum(path.stat().st_size for path in paths) / 1e6, rel=0.3)


def test_the_cost_of_everything(call):
    """Each experiment has a line, and what two of them share is counted once in the last."""
    said = call("run", "--tier", "paper", "--dry-run")
    table = said.stdout.splitlines()
    [total] = [int(line.split()[4]) for line in table if line.startswith("all, shared runs once")]
    runs = [int(line.split()[1]) for line in table[1:-2]]
    assert max(runs) < total <= sum(runs)
    assert "unknown" in said.stdout
    assert "GB" in table[-1]
