"""Plans, tuning, shards, and what a run leaves behind; a fake recipe in place of training."""

import shutil
import sys
import time
import types
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from unittest.mock import DEFAULT, Mock

import pytest

from stsutils import provenance, report
from stsutils.claims import Claim, Contrast
from stsutils.errors import Diverged, UserError
from stsutils.experiments import Cell, Experiment, Tuned, resolve, seedless
from stsutils.ledger import Result, Run
from stsutils.planning import parse_shard, plan
from stsutils.provenance import code_sha, versions
from stsutils.run import Maker, declaration, repeat, run

CANDIDATES = ({"loss": "cosent", "lr": 1e-5}, {"loss": "cosent", "lr": 2e-5})
MSE = {"loss": "mse", "lr": 1e-5}


def cells(tier):
    if tier == "paper":
        return {}
    return {
        ("CoSENT", "STS-B"): Tuned(CANDIDATES, "test"),
        ("MSE", "STS-B"): Cell(MSE, "test"),
        ("MSE again", "STS-B"): Cell(dict(MSE), "validation"),
    }


EXPERIMENT = Experiment("fake", "A fake", cells, seeds=3)


@pytest.fixture
def calls():
    return []


@pytest.fixture
def recipes(calls):
    def recipe(settings, seed, device=None):
        calls.append((settings, seed, device))
        # the larger rate is better in validation and worse in the test
        rho = 0.5 + settings["lr"] * 1000
        settings["changed"] = True
        return Result(
            {"validation": rho, "test": 1 - rho}, extra={"data_sha": "d", "device": "toy"}
        )

    return {"finetune-1": recipe}


@pytest.fixture
def lab(ledger, recipes):
    """A function that runs the experiment at the lab."""
    return partial(run, EXPERIMENT, "lab", recipes=recipes, ledger=ledger, progress=False)


def test_from_the_second_seed_on_percentiles_alone_are_kept_but_of_pairs_of_your_own_all(ledger):
    def recipe(*_, device=None):
        return Result({"test": 0.5}, predictions={"test": [0.1], "test of label 1": [0.2]})

    one = Experiment("fake", "A fake", lambda _: {("MSE", "STS-B"): Cell(MSE, "test")}, seeds=3)
    options = {"recipes": {"finetune-1": recipe}, "progress": False}
    run(one, "lab", ledger=ledger, **options)
    records = [ledger.read(Run("finetune-1", seed, MSE)) for seed in range(3)]
    both = ["test", "test of label 1"]
    assert [list(record.predictions) for record in records] == [both, both[1:], both[1:]]
    own = Run("finetune-1", 2, MSE | {"own": 1})
    Maker(ledger, dict, **options).make([own], "")
    assert list(ledger.read(own).predictions) == both


def test_the_plan_tunes_first_and_shares_runs(ledger):
    first = plan(EXPERIMENT, "lab", ledger=ledger)
    assert len(first.tuning) == 4  # 2 candidates × 2 seeds
    assert len(first.final) == 3  # MSE, both cells share their runs
    assert first.unresolved == [("CoSENT", "STS-B")]
    assert list(first)[:4] == first.tuning
    assert len(plan(EXPERIMENT, "lab", seeds=3, ledger=ledger).final) == 3


def test_what_has_no_chance_in_it_is_planned_once(ledger):
    raw = Cell({"encoder": "tiny"}, "test", "raw-1")
    both = Experiment("fake", "A fake", lambda tier: {**cells(tier), ("raw", "STS-B"): raw})
    final = plan(both, "lab", seeds=3, ledger=ledger).final
    assert [one.seed for one in final if one.recipe == "raw-1"] == [0]
    assert len(final) == 3 + 1
    transfer = {"encoder": "tiny", "training": None}
    assert seedless(Cell(transfer, "mr", "transfer-1")), "its folds are fixed"
    assert not seedless(Cell({**transfer, "training": {"lr": 1}}, "mr", "transfer-1"))


def test_a_training_that_diverges_is_recorded_and_stops_no_other(ledger, capsys):
    def sometimes(settings, seed, device=None):
        if seed == 1:
            raise Diverged("the loss is nan at step 3.")
        return Result({"validation": 0.5, "test": 0.4})

    own = {("MSE", "STS-B"): Cell({"loss": "mse"}, "test")}
    one = Experiment("fake", "A fake", lambda tier: own, seeds=3)
    again = {"recipes": {"finetune-1": sometimes}, "ledger": ledger, "progress": False}
    assert len(run(one, "lab", **again).made) == 3
    assert len(run(one, "lab", **again).made) == 0
    record = ledger.read(Run("finetune-1", 1, {"loss": "mse"}))
    assert record.diverged
    assert record.provenance["diverged"] == "the loss is nan at step 3."
    assert "nan at step 3. Recorded as diverged" in capsys.readouterr().err
    found = report.read_cells(one, "lab")["MSE", "STS-B"]
    assert [str(found.values[s]) for s in range(3)] == ["0.4", "nan", "0.4"]


def test_a_ledger_that_nobody_can_write_is_told_before_the_first_run(refused, lab, ledger, calls):
    place = ledger.path(Run("finetune-1", 0, CANDIDATES[0]))
    ledger.root.mkdir()
    place.parent.write_text("in the way")
    refused("finetune-1: no folder for records", lab)
    place.parent.unlink()
    place.mkdir(parents=True)
    refused(f"{place}: no record can be written", lab)
    assert calls == []


def test_run_tunes_then_runs_the_winner(lab, ledger, calls):
    done = lab()
    # 4 tuning runs, two of which are final ones of the winner, its third seed, 3 of MSE
    assert len(done.made) == len(calls) == 4 + 1 + 3
    assert (done.waiting, done.missing, done.present) == ([], [], 0)
    chosen = resolve(cells("lab")["CoSENT", "STS-B"], ledger)
    assert chosen == Cell(CANDIDATES[1], "test"), "by validation, not by the test"
    again = lab()
    assert (again.made, again.present, len(calls)) == ([], 8, 8)


def test_provenance(lab, ledger):
    lab(seeds=1, device="cpu")
    record = ledger.read(Run("finetune-1", 0, MSE))
    known = record.provenance
    assert set(known) >= {"seed", "data_sha", "encoder_sha", "code_sha", "versions", "device"}
    assert set(known) >= {"cpu", "threads", "minutes", "date", "started", "ended"}
    started, ended = (datetime.fromisoformat(known[key]) for key in ("started", "ended"))
    assert started <= ended <= datetime.now(UTC) + timedelta(seconds=1)
    assert (started.utcoffset(), ended.microsecond) == (timedelta(0), 0)
    assert known["date"] == ended.date().isoformat()
    assert (known["data_sha"], known["encoder_sha"], known["device"]) == ("d", None, "toy")
    assert known["code_sha"] == code_sha()
    assert {"python", "torch", "transformers", "numpy"} <= set(versions())
    assert record.run.settings == MSE, "a recipe works on its own copy"
    old = Run("finetune-1", 0, {"old": 1})
    ledger.write(old, Result({"test": 0.4}), {"date": "2026-10-01", "minutes": 2.0})
    assert set(ledger.read(old).provenance) == {"seed", "date", "minutes"}, "from before all this"
    assert not ledger.verify().problems


def test_a_record_names_the_declaration_that_wanted_it(lab, ledger):
    """The same for a part of the table and for all of it; another with any cell, seed or claim."""
    lab(only="MSE")
    kept = ledger.read(Run("finetune-1", 0, MSE)).provenance["declaration"]
    assert kept == declaration(EXPERIMENT, "lab")
    assert (kept["experiment"], kept["tier"], len(kept["sha"])) == ("fake", "lab", 16)
    contrast = Contrast(("MSE", "STS-B"), ("MSE again", "STS-B"))
    fewer = {name: cell for name, cell in cells("lab").items() if name[0] != "MSE again"}
    changes = {"claims": (Claim("MSE beats itself", "Table I", [contrast]),), "seeds": 2}
    changes |= {"cells": lambda tier: fewer}
    others = [replace(EXPERIMENT, **{name: value}) for name, value in changes.items()]
    assert len({declaration(one, "lab")["sha"] for one in (EXPERIMENT, *others)}) == 4
    moved = dict(reversed(cells("lab").items()))
    same = replace(EXPERIMENT, cells=lambda tier: moved, title="Another title")
    assert declaration(same, "lab") == kept


@pytest.mark.skipif(shutil.which("git") is None, reason="no git")
def test_a_commit_is_named_where_git_has_the_declarations_as_they_are(tmp_path, monkeypatch, git):
    monkeypatch.setattr(provenance, "PACKAGE", tmp_path)
    assert provenance.commit() is None, "no checkout"
    (tmp_path / "experiments").mkdir()
    table = tmp_path / "experiments" / "__init__.py"
    table.write_text("SEEDS = 3")
    git("init", "-q")
    assert provenance.commit() is None, "a checkout of something else"
    git("add", ".")
    git("commit", "-qm", "declared")
    assert provenance.commit() == git("rev-parse", "HEAD")
    (tmp_path / "notes.txt").write_text("a change elsewhere")
    assert provenance.commit() == git("rev-parse", "HEAD")
    table.write_text("SEEDS = 30")
    assert provenance.commit() is None
    monkeypatch.setenv("PATH", "")
    assert provenance.commit() is None, "no git"


def test_only_some_cells_are_run_and_in_a_dry_run_none(refused, lab, ledger, calls):
    done = lab(dry_run=True)
    assert len(done.missing) == 7
    assert (done.made, calls, ledger.paths()) == ([], [], [])
    done = lab(only="mse ag")
    assert [one.seed for one in done.made] == [0, 1, 2]
    assert {settings["loss"] for settings, *_ in calls} == {"mse"}
    assert len(lab(only="STS", dry_run=True).missing) == 4
    refused(r"no row or column with 'PAWS'.*columns are STS-B", lab, only="PAWS", dry_run=True)


def test_shards_part_the_runs(ledger):
    whole = list(plan(EXPERIMENT, "lab", ledger=ledger))
    parts = [list(plan(EXPERIMENT, "lab", shard=f"{i}/3", ledger=ledger)) for i in (1, 2, 3)]
    assert sorted(r.id for part in parts for r in part) == sorted(r.id for r in whole)
    assert sum(bool(part) for part in parts) > 1
    for i, part in enumerate(parts):
        assert all(int(r.id, 16) % 3 == i for r in part)


def test_a_shard_waits_for_the_tuning_of_the_others(lab):
    assert lab(shard="1/2").waiting == [("CoSENT", "STS-B")]
    lab(shard="2/2")
    assert lab(shard="1/2").waiting == []
    assert lab().made == []


def test_a_run_that_another_process_made_meanwhile_is_not_made_again(ledger, recipes, calls):
    mine = recipes["finetune-1"]
    others = plan(EXPERIMENT, "lab", ledger=ledger).tuning[1:]

    def beside_another(settings, seed, device=None):
        if not calls:  # the other process records its runs while the first of ours is made
            for one in others:
                ledger.write(one, Result({"validation": 0.5, "test": 0.5}), {})
        return mine(settings, seed, device)

    done = run(EXPERIMENT, "lab", ledger=ledger, recipes={"finetune-1": beside_another})
    assert others
    assert not {one.id for one in others} & {one.id for one in done.made}
    assert done.missing == []


def test_two_processes_share_the_runs(ledger, recipes, calls, capsys):
    mine = recipes["finetune-1"]
    tuning = len(plan(EXPERIMENT, "lab", ledger=ledger).tuning)
    shared = partial(run, EXPERIMENT, "lab", ledger=ledger)
    pool = ThreadPoolExecutor()

    def beside_another(settings, seed, device=None):
        if not calls:  # the other process makes all the rest while the first of ours is made
            theirs.append(pool.submit(shared, recipes={"finetune-1": mine}))
            while len(calls) < tuning - 1:
                time.sleep(0.01)
        return mine(settings, seed, device)

    theirs = []
    ours = shared(recipes={"finetune-1": beside_another})
    (other,) = (future.result(timeout=60) for future in theirs)
    made = [one.id for one in (*ours.made, *other.made)]
    assert len(made) == len(set(made)) == len(calls)
    assert len(other.made) >= tuning - 1
    assert ours.missing == other.missing == []
    assert not [*ledger.root.rglob("*.lock")]
    assert "waiting for what another process makes: 1" in capsys.readouterr().err


@pytest.mark.parametrize("shard", ["0/2", "3/2", "1", "a/b", "1/0", "1/2/3", ""])
def test_wrong_shards_are_refused(refused, shard):
    refused("i/n", parse_shard, shard)


def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(lab, ledger, recipes):
    stops = [*[DEFAULT] * 3, KeyboardInterrupt]
    impatient = Mock(wraps=recipes["finetune-1"], side_effect=stops)
    on = r"3 finished .*goes on where it was.*--tier lab --seeds 2 --only STS-B --device 'a b'$"
    with pytest.raises(KeyboardInterrupt, match=on):
        lab(seeds=2, only="STS-B", device="a b", recipes={"finetune-1": impatient})
    assert len(ledger.paths()) == 3
    done = lab(seeds=2)
    assert (len(done.made), done.present) == (3, 3)


def test_a_repeated_record_has_its_threads_and_nothing_is_written(refused, ledger, monkeypatch):
    torch = pytest.importorskip("torch")
    usual, seen = torch.get_num_threads(), []

    def recipe(settings, seed, device=None):
        seen.append((torch.get_num_threads(), settings, seed, device))
        if device == "broken":
            raise ValueError("broken")
        known = {"data_sha": {"sts": "0123456789abcdef" * 4, "made here": None}}
        return Result({"test": 0.5}, {"test": [0.123456789, 0.2]}, extra=known)

    one = Run("finetune-1", 3, dict(MSE))
    ledger.write(one, Result({"test": 0.4}), {"threads": usual + 1})
    record = ledger.read(one)
    monkeypatch.setattr("stsutils.recipes.RECIPES", {"finetune-1": recipe})
    made = repeat(record, device="cpu")
    assert seen == [(usual + 1, MSE, 3, "cpu")]
    assert made.run == one
    assert made.metrics == {"test": 0.5}
    assert made.draws["test"][0] == pytest.approx(0.12346, abs=1e-9)  # as a record keeps it
    assert made.provenance["data_sha"] == {"sts": "0123456789abcdef", "made here": None}
    assert ledger.read(one).metrics == {"test": 0.4}
    assert torch.get_num_threads() == usual
    with pytest.raises(ValueError, match="broken"):
        repeat(record, device="broken")
    assert torch.get_num_threads() == usual
    monkeypatch.setattr("stsutils.recipes.RECIPES", {})
    refused("no recipe is called 'finetune-1'", repeat, record)


def test_a_mistake_in_a_recipe_names_the_run_and_one_that_is_not_there_stops_before(refused, lab):
    broken = Mock(side_effect=UserError("no set is called 'stsx'"))
    refused(r"'stsx' \(run [0-9a-f]{16}: finetune-1, seed 0\)", lab, recipes={"finetune-1": broken})
    refused("'finetune-1'; there are: finetune-2", lab, recipes={"finetune-2": None})


@pytest.mark.parametrize(
    ("tier", "seeds", "said"),
    [
        ("paper", None, "has no paper tier; it has demo, lab"),
        ("large", None, "unknown tier"),
        ("lab", 0, "--seeds 0: fake is declared for 3 seeds"),
    ],
)
def test_a_missing_tier_and_wrong_seeds(refused, ledger, tier, seeds, said):
    refused(said, plan, EXPERIMENT, tier, seeds=seeds, ledger=ledger)


def test_recipes_are_imported_only_when_needed(ledger, recipes, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "stsutils.recipes", None)
    run(EXPERIMENT, "lab", ledger=ledger, dry_run=True)
    module = types.ModuleType("stsutils.recipes")
    module.RECIPES = recipes
    monkeypatch.setitem(sys.modules, "stsutils.recipes", module)
    assert len(run(EXPERIMENT, "lab", seeds=1, ledger=ledger).made) == 5
    assert "tuning" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "stsutils.recipes", None)
    assert run(EXPERIMENT, "lab", seeds=1, ledger=ledger).made == []


def test_resolve_never_picks_a_diverged_run_nor_by_the_test(refused, ledger):
    cell = Tuned(CANDIDATES, "test", seeds=(0,))
    assert resolve(cell, ledger) is None
    ledger.write(Run("finetune-1", 0, CANDIDATES[0]), Result({"validation": float("nan")}))
    assert resolve(cell, ledger) is None
    ledger.write(Run("finetune-1", 0, CANDIDATES[1]), Result({"validation": -0.5}))
    assert resolve(cell, ledger).settings == CANDIDATES[1]
    refused("has no metric 'dev'", resolve, replace(cell, choose_by="dev"), ledger)
    refused("its own test metric", Tuned, CANDIDATES, "test", choose_by="test")
    assert resolve(Tuned(CANDIDATES[:1], "test"), None).settings == CANDIDATES[0]


def test_a_record_names_the_library_of_products_and_the_gpu(monkeypatch):
    module = types.SimpleNamespace(matmul_library=lambda: "oneDNN, medium")
    monkeypatch.setitem(sys.modules, "stsutils.encoders.matmul", module)
    here = provenance.provenance("cpu", "sources", 1.0)
    assert (here["products"], "gpu" in here) == ("oneDNN, medium", False)
    monkeypatch.delitem(sys.modules, "stsutils.encoders.matmul")
    monkeypatch.setattr(provenance, "gpu", lambda device: "NVIDIA H200")
    there = provenance.provenance("cuda", "sources", 1.0)
    assert "products" not in there, "torch was not loaded"
    assert there["gpu"] == "NVIDIA H200"
