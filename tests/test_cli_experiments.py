"""The commands run, claims and ledger."""

import sys
import types
from dataclasses import replace

import pytest

from stsutils import experiments
from stsutils.claims import Claim, Contrast
from stsutils.experiments import Cell, Experiment
from stsutils.experiments.common.encoders import MINI_3
from stsutils.ledger import Ledger, Result, Run

A, B = ("a", "set"), ("b", "set")
FAKE = Experiment(
    "fake-one",
    "A fake table",
    lambda tier: {c: Cell({"loss": c[0], "tier": tier}, "test") for c in (A, B)},
    (Claim("a beats b", "Table I", [Contrast(A, B)]),),
    seeds=3,
)


@pytest.fixture
def root(ledger, monkeypatch):
    def recipe(settings, seed, device=None):
        if device == "stop":
            raise KeyboardInterrupt
        value = (0.7 if settings["loss"] == "a" else 0.5) + 0.001 * seed * seed
        name = settings.get("test", ["test"])[0]
        return Result({name: value}, {name: [value - 0.01, value + 0.01]})

    recipes = types.ModuleType("stsutils.recipes")
    recipes.RECIPES = {"finetune-1": recipe}
    monkeypatch.setitem(sys.modules, "stsutils.recipes", recipes)
    monkeypatch.setattr(experiments, "tables", lambda: {"fake-one": FAKE})


LAB = ("run", "fake-one", "--tier", "lab")


def test_run_lists_runs_and_goes_on(said, root):
    assert said("run").split(maxsplit=1) == ["fake-one", "A fake table\n"]
    text = said("run", "fake-one", "--device", "stop", code=130)
    assert "Go on with: stsutils run fake-one --tier demo" in text
    assert "6 to run, 0 recorded" in said(*LAB, "--dry-run")
    assert "2 run, 0 were recorded before" in said(*LAB, "--seeds", "1")
    assert "4 run, 2 were recorded before" in said(*LAB)
    assert "0 run, 6 were recorded before" in said(*LAB)


@pytest.mark.parametrize(
    ("words", "mend"),
    [
        (("run", "fake_on"), "Did you mean fake-one"),
        (("run", "fake-one", "--shard", "3/2"), "i/n"),
        (("ledger", "show", "--tier", "demo"), "belongs to --experiment"),
        (("run", "--shard", "1/2"), "name the one to run"),
        (("run", "--seeds", "2"), "name the one to run"),
    ],
)
def test_near_names_and_options_that_would_do_nothing_are_told(refused, said, root, words, mend):
    refused(mend, said, *words)
    assert "--tier" in said("run", "fake-one", "--tier", "large", code=2)


def test_claims(said, root, monkeypatch):
    base = {"encoder": MINI_3, "pooling": "mean", "test": ["stsb:test"]}

    def cells(tier):
        return {c: Cell(base | {"loss": c[0], "tier": tier}, "stsb:test") for c in (A, B)}

    monkeypatch.setattr(experiments, "tables", lambda: {"fake-one": replace(FAKE, cells=cells)})
    assert said("claims").startswith("Not run")
    tiers = [line.split()[2] for line in said("claims", "fake-one").splitlines()]
    assert tiers == ["lab", "paper"]
    assert "Contradicted by its table" in said("claims")
    said(*LAB)
    assert said("claims", "--tier", "lab").startswith("Not run"), "no training is not run"
    for test in ("stsb:test", "demo:test"):
        raw = Run("raw-1", 0, base | {"max_length": 128, "test": [test]})
        Ledger().write(raw, Result({test: 0.4}, {test: [0.39, 0.41]}))
    assert said("claims", "--tier", "lab").startswith("Supported ")
    said("run", "fake-one", "--tier", "demo")
    assert said("claims", "fake-one", "--tier", "demo").startswith("Illustration: supported")


def test_ledger_commands(refused, said, root):
    assert "0 records" in said("ledger", "show")
    said(*LAB, "--seeds", "1")
    run = Run("finetune-1", 0, {"loss": "a", "tier": "lab"})
    assert "2 records" in said("ledger", "show")
    assert '"loss": "a"' in said("ledger", "show", run.id[:12])
    refused("0 records begin with 'zz'", said, "ledger", "show", "zz")
    assert "2 records, 0.0 MB" in said("ledger", "verify")
    Ledger().path(run).write_text("{")
    assert "run it again" in said("ledger", "verify", code=1)


def test_a_metric_from_elsewhere_cannot_command_the_terminal(said, root):
    run = Run("finetune-1", 0, {"loss": "a"})
    Ledger().write(run, Result({"\x1b[2Jtest": 0.5, "\x9b2Jother": 0.5}))
    for text in (said("ledger", "show"), said("ledger", "show", run.id)):
        assert "2Jtest" in text
        assert not {"\x1b", "\x9b"} & set(text)


def test_ledger_shows_the_records_behind_a_table(said, root):
    said(*LAB, "--seeds", "2")
    lines = said("ledger", "show", "--experiment", "fake-one").splitlines()
    assert [line.split("  ", 1)[1] for line in lines[:2]] == [
        "a / set  seed 0  test 0.7000",
        "a / set  seed 1  test 0.7010",
    ]
    assert lines[0].split()[0] == Run("finetune-1", 0, {"loss": "a", "tier": "lab"}).id
    assert lines[-1] == "4 numbers of fake-one"
    assert said("ledger", "show", "--experiment", "fake-one", "--tier", "paper").startswith("0 ")


def test_a_record_is_repeated_and_compared(refused, said, root):
    said(*LAB, "--seeds", "2")
    before = {path: path.read_bytes() for path in Ledger().paths()}
    one, two = (Run("finetune-1", seed, {"loss": "a", "tier": "lab"}) for seed in (0, 1))
    text = said("ledger", "repeat", one.id[:10], two.id)
    assert text.count("the same to the last digit  test 0.70") == 2
    assert {path: path.read_bytes() for path in Ledger().paths()} == before

    Ledger().write(one, Result({"test": 0.1}, {"test": [0.1, 0.2]}), {"versions": {"torch": "1"}})
    text = said("ledger", "repeat", one.id, code=1)
    assert "OFF by 0.6" in text
    assert "metrics test: 0.1 and 0.7, 0.6 apart" in text
    assert "draws test: 2 of 2 numbers differ, by 0.59 at most" in text
    assert "torch: 1 then, " in text
    Ledger().write(one, Result({"test": 0.70003}, {"test": [0.1, 0.2]}))
    assert "agrees to 3e-05" in said("ledger", "repeat", one.id)
    Ledger().write(one, Result({"test": 0.7}, {"test": [0.1, 0.2]}))
    assert "the same metrics" in said("ledger", "repeat", one.id)
    refused("0 records begin with 'zz'", said, "ledger", "repeat", two.id, "zz")
