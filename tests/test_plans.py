"""What a dry run prints."""

from typer.testing import CliRunner

from stsutils.cli import app
from stsutils.cli.plans import lines
from stsutils.ledger import Run

HUB = "google-bert/bert-base-uncased@" + "0123456789" * 4


def test_what_is_shared_is_said_once_and_seeds_are_joined():
    runs = [
        Run(
            "finetune-1",
            seed,
            {"encoder": HUB, "loss": {"name": "cosent", "scale": s}, "rows": 1000},
        )
        for seed in (0, 1, 2)
        for s in (1.0, 20.0)
    ]
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


def test_one_run_and_none():
    assert list(lines([Run("raw-1", 4, {"test": ["a", "b"]})])) == ["raw-1  seed 4  test=a,b"]
    assert list(lines([])) == []
    gap = [Run("raw-1", seed, {"x": 1}) for seed in (0, 2)]
    assert list(lines(gap)) == ["raw-1  seeds 0,2  x=1"]


def test_a_setting_that_only_some_have_is_not_shared():
    runs = [Run("raw-1", 0, {"x": 1}), Run("raw-1", 0, {"x": 1, "y": 2})]
    assert list(lines(runs)) == ["all: x=1", "raw-1  seed 0  ", "raw-1  seed 0  y=2"]


def test_the_cost_of_everything(monkeypatch):
    """Each experiment has a line, and what two of them share is counted once in the last."""
    said = CliRunner().invoke(app, ["run", "--tier", "paper", "--dry-run"])
    assert said.exit_code == 0
    table = [line for line in said.stdout.splitlines() if line.startswith(("supervised ", "all,"))]
    own, total = (int(line.split()[-3 if line.startswith("s") else -2]) for line in table)
    assert 0 < own < total
    counts = [line.split() for line in said.stdout.splitlines()[1:-2]]
    assert total <= sum(int(words[1]) for words in counts)
    assert "GB" in said.stdout
