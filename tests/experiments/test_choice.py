"""Settings that validation cannot tell from the chosen ones, and what hangs on them."""

import math

import numpy as np
import pytest

from stsutils.claims import Claim, Contrast
from stsutils.experiments import SEEDS, Cell, Experiment, Tuned, choice, resolve
from stsutils.ledger import Result, Run
from stsutils.planning import plan
from stsutils.report.verdicts import _came_out, verdicts
from stsutils.run import run

TEST = "stsb:test"
BASE = {"encoder": "mini-3", "pooling": "mean", "train": "stsb:train", "test": [TEST]}
RATES = [BASE | {"loss": "mse", "lr": lr} for lr in (1, 2, 3)]
TUNED = Tuned(tuple(RATES), TEST, seeds=(0,))
OTHER = Cell(BASE | {"loss": "cosent"}, TEST)
TABLE = Experiment(
    "one",
    "One",
    lambda tier: {("cosent", "STS-B"): OTHER, ("mse", "STS-B"): TUNED},
    (Claim("CoSENT is better.", "S", (Contrast(("cosent", "STS-B"), ("mse", "STS-B")),)),),
)


def write(ledger, settings, validation, test=0.6, seeds=range(SEEDS), apart=0.002):
    noise = np.random.default_rng(0).normal(0, 0.001, 200)
    for seed in seeds:
        value = test + 0.001 * (seed % 2)
        metrics = {"validation": validation + apart * (seed % 2), TEST: value}
        ledger.write(Run("finetune-1", seed, settings), Result(metrics, {TEST: value + noise}))


def rates(cells):
    return [cell.settings["lr"] for cell in cells]


def test_a_choice_waits_for_its_tuning_runs_and_of_equals_takes_the_first(ledger):
    write(ledger, RATES[0], 0.8, seeds=[0])
    assert choice(TUNED, ledger) is resolve(TUNED, ledger) is None
    assert choice(Tuned((RATES[0],), TEST), ledger).near == ()
    for settings in RATES:
        write(ledger, settings, 0.8)
    chosen = choice(TUNED, ledger)
    assert (chosen.best.settings["lr"], rates(chosen.near)) == (1, [2, 3])


def test_what_is_near_by_one_seed_is_to_be_run_and_then_the_mean_decides(ledger):
    write(ledger, RATES[0], 0.800)
    write(ledger, RATES[1], 0.797, seeds=[0])
    write(ledger, RATES[2], 0.780, seeds=[0])
    chosen = choice(TUNED, ledger)
    assert (chosen.best.settings["lr"], rates(chosen.near), rates(chosen.pending)) == (1, [], [2])
    near = plan(TABLE, "lab", ledger=ledger).near
    assert {(one.settings["lr"], one.seed) for one in near} == {(2, seed) for seed in range(5)}
    assert {one.seed for one in plan(TABLE, "lab", seeds=1, ledger=ledger).near} == {0}
    write(ledger, RATES[1], 0.801, seeds=range(1, SEEDS))
    chosen = choice(TUNED, ledger)
    assert (chosen.best.settings["lr"], rates(chosen.near), chosen.pending) == (2, [1], ())


@pytest.mark.parametrize(("later", "best", "left"), [(0.802, 2, [1]), (0.79, 1, [])])
def test_all_seeds_of_judges_run_before_what_they_leave_near(ledger, later, best, left):
    trained = tuple(rate | {"train": "snli:train", "test": ["sts12"]} for rate in RATES)
    judged = Tuned(trained, "sts12", seeds=(0,), recipe="transfer-1", judges=tuple(RATES))
    assert resolve(judged, ledger) is None
    assert judged.tuning() == [Run("finetune-1", 0, rate) for rate in RATES]
    table = Experiment("two", "Two", lambda tier: {("mse", "STS12"): judged}, seeds=3)
    for settings, validation in zip(RATES, (0.800, 0.797, 0.780), strict=True):
        write(ledger, settings, validation, seeds=[0])
    assert resolve(judged, ledger) == Cell(trained[0], "sts12", "transfer-1"), "none has run"
    for recipes in ({"finetune-1", "transfer-1"}, {"transfer-1"} if left else set()):
        todo = [one for one in plan(table, "lab", ledger=ledger) if not ledger.read(one)]
        assert {one.recipe for one in todo} == recipes
        for one in todo:
            judge = later if one.settings["lr"] == 2 else 0.800
            ledger.write(one, Result({"validation": judge, "sts12": 0.6}))
    chosen = choice(judged, ledger)
    assert (chosen.best.settings["lr"], rates(chosen.near), chosen.pending) == (best, left, ())


def test_a_noisy_loss_has_more_neighbours_and_one_that_diverged_is_none(ledger):
    write(ledger, RATES[0], 0.80, apart=0.02)
    write(ledger, RATES[1], 0.791, seeds=[0])
    write(ledger, RATES[2], math.nan, seeds=[0])
    assert rates(choice(TUNED, ledger).pending) == [2], "half a point alone would not reach so far"
    write(ledger, RATES[1], 0.791, seeds=[0, 1], apart=0.02)
    write(ledger, RATES[2], 0.700, seeds=[0, 1])
    two = Tuned(tuple(RATES), TEST, seeds=(0, 1))
    assert choice(two, ledger).pending == (), "a mean of two seeds errs less than one of them"


def test_what_diverged_with_a_later_seed_is_not_chosen(ledger):
    write(ledger, RATES[0], 0.800, seeds=range(4))
    write(ledger, RATES[1], 0.790)
    write(ledger, RATES[2], 0.700, seeds=[0])
    ledger.write(Run("finetune-1", 4, RATES[0]), Result({"validation": math.nan}))
    assert choice(TUNED, ledger).best.settings["lr"] == 2


def test_one_call_makes_all_seeds_of_a_near_rate_that_is_chosen(ledger):
    def recipe(settings, seed, device=None):
        validation = (0.801 if seed else 0.797) if settings["lr"] == 2 else 0.800
        return Result({"validation": validation, TEST: 0.6})

    table = Experiment("eight", "Eight", lambda tier: {("mse", "STS-B"): TUNED}, seeds=8)
    done = run(table, "lab", ledger=ledger, recipes={"finetune-1": recipe}, progress=False)
    assert (len(done.made), done.present, done.missing, done.waiting) == (8 + 8 + 5, 0, [], [])
    again = run(table, "lab", ledger=ledger, recipes={}, progress=False)
    assert (again.made, again.missing, choice(TUNED, ledger).best.settings["lr"]) == ([], [], 2)


@pytest.mark.parametrize(("at_near", "kind"), [(0.602, "supported"), (0.640, "open")])
def test_a_line_holds_only_if_it_does_at_every_near_rate(ledger, at_near, kind):
    raw = {"encoder": "mini-3", "pooling": "mean", "max_length": 128, "test": [TEST]}
    ledger.write(Run("raw-1", 0, raw), Result({TEST: 0.3}, {TEST: np.full(200, 0.3)}))
    write(ledger, OTHER.settings, 0.8, test=0.63)
    write(ledger, RATES[0], 0.800, test=0.600)
    write(ledger, RATES[1], 0.799, test=0.601)
    write(ledger, RATES[2], 0.799, test=at_near)
    (one,) = verdicts(TABLE)
    (line,) = one.contrasts
    assert one.verdict.kind == kind
    assert line.estimate.value == pytest.approx(0.03), "that of the chosen rate"
    assert [e.value for e in line.beside] == pytest.approx([0.029, 0.63 - at_near])
    ends = sorted((3.0, 63 - 100 * at_near))
    assert "{:+.2f} to {:+.2f} over rates that validation".format(*ends) in _came_out(line)
