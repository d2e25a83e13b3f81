"""The table of chosen learning rates, and curves of recorded trainings, from made-up records."""

import math

import matplotlib.pyplot as plt
import pytest

from stsutils.experiments import Cell, Derived, Experiment, Tuned
from stsutils.ledger import Result, Run
from stsutils.report import figure_with_alt
from stsutils.report.views import rates as page
from stsutils.report.views.rates import rates
from stsutils.report.views.steps import draw_curves, read_curves

JUDGE = {"loss": "a", "validation": "stsb:validation"}
RATES = (1e-4, 2e-4, 4e-4)


def tuned(own: dict) -> Tuned:
    tried, judges = (tuple({**one, "lr": lr} for lr in RATES) for one in (own, JUDGE))
    return Tuned(tried, metric="test", judges=judges)


def cells(tier):
    if tier != "lab":
        return {}
    mine = {"loss": "a", "set": "paws", "validation": "paws:validation"}
    single = Tuned(({"loss": "b", "lr": 1.0},), "test")
    return {
        ("a", "STS-B"): tuned(JUDGE),
        ("a", "PAWS"): tuned(mine),
        ("a", "Avg."): Derived("mean", (tuned(JUDGE), tuned(mine))),
        ("b", "STS-B"): single,
        ("fixed", "STS-B"): Cell({"loss": "c"}, "test"),
    }


EXPERIMENT = Experiment("made", "Made", cells)


def write(ledger, settings, seed, validation, curve=()):
    result = Result({"validation": validation}, curve=list(curve))
    ledger.write(Run("finetune-1", seed, settings), result)


@pytest.mark.parametrize(("best", "where"), [(1, "inside"), (0, "lowest"), (2, "highest")])
def test_choices_at_an_edge_count_once_however_many_share_them(ledger, monkeypatch, best, where):
    monkeypatch.setattr(page, "names", lambda: ["made", "made"])
    monkeypatch.setattr(page, "load", lambda name: EXPERIMENT)
    for seed in (0, 1):
        assert page.edges() == {}, "nothing is chosen before all its runs"
        for i, lr in enumerate(RATES):
            write(ledger, {**JUDGE, "lr": lr}, seed, float(i == best))
    assert page.edges() == {where: 1, "all": 1}


def test_rates_before_any_run_are_dashes(ledger):
    table = rates(EXPERIMENT)
    heads = ["method", "for", "judged on", "0.0001", "0.0002", "0.0004", "chosen"]
    assert list(table.columns) == heads
    assert len(table) == 1, "cells that share a choice share a row; one rate is no choice"
    assert table.iloc[0].tolist() == ["a", "STS-B, PAWS, Avg.", "stsb:validation", *["–"] * 4]


def test_the_best_mean_is_chosen_and_a_half_run_choice_is_open(ledger):
    for seed in (0, 1):
        for lr, score in zip(RATES, (0.5, 0.7, math.nan), strict=True):
            if (seed, lr) != (1, RATES[0]):
                write(ledger, {**JUDGE, "lr": lr}, seed, score + seed / 10)
    line = rates(EXPERIMENT).iloc[0]
    assert line["chosen"] == "–"
    assert line["0.0001"] == "50.00 (1 seed)"
    assert line["0.0002"] == "75.00 (2 seeds)"
    assert line["0.0004"] == "diverged (2 seeds)"
    write(ledger, {**JUDGE, "lr": RATES[0]}, 1, 0.6)
    assert rates(EXPERIMENT).iloc[0]["chosen"] == "0.0002"


def test_a_rate_of_the_head_is_a_choice_of_its_own(ledger):
    heads = tuple({**JUDGE, "lr": 1e-4, "loss_lr": own} for own in (1e-3, 1e-2))
    only = Experiment("heads", "Heads", lambda tier: {("a", "STS-B"): Tuned(heads, "test")})
    for settings, score in zip(heads, (0.5, 0.6), strict=True):
        for seed in (0, 1):
            write(ledger, settings, seed, score)
    line = rates(only).iloc[0]
    shown = [line[f"0.0001, head {own}"] for own in (0.001, 0.01)]
    assert shown == ["50.00 (2 seeds)", "60.00 (2 seeds)"]
    assert line["chosen"] == "0.0001, head 0.01"


def look(step, score):
    return {"step": step, "epoch": step / 20, "validation": score}


def test_curves_keep_common_steps_and_leave_out_what_nobody_ran(ledger):
    one = {"loss": "one"}
    write(ledger, one, 0, 0.4, [look(10, 0.1), {"step": 15}, look(20, 0.4), look(30, 0.3)])
    write(ledger, one, 2, 0.6, [look(10, 0.3), look(20, 0.6)])
    asked = {"one": Cell(one, "x"), "none": Cell({"loss": "two"}, "x"), "open": tuned(JUDGE)}
    found = read_curves(asked)
    assert list(found) == ["one"]
    assert found["one"].index.tolist() == [10, 20]
    assert found["one"].columns.tolist() == [0, 2]
    assert found["one"].loc[20].tolist() == [0.4, 0.6]
    assert read_curves(asked, seeds=2)["one"].columns.tolist() == [0]
    assert read_curves(asked, value="epoch")["one"].loc[20].tolist() == [1, 1]
    write(ledger, one, 3, float("nan"))
    assert read_curves(asked)["one"].columns.tolist() == [0, 2], "3 diverged"
    write(ledger, {"loss": "two"}, 0, 0.4)
    assert list(read_curves(asked)) == ["one"], "a record without looks has no curve"


def test_drawn_curves_show_mean_band_and_words(ledger):
    write(ledger, {"loss": "one"}, 0, 0.4, [look(10, 0.1), look(20, 0.4), look(30, 0.3)])
    write(ledger, {"loss": "one"}, 1, 0.6, [look(10, 0.3), look(20, 0.6), look(30, 0.5)])
    figure, axes = plt.subplots()
    words = draw_curves(axes, read_curves({"one": Cell({"loss": "one"}, "x")}))
    assert axes.lines[0].get_ydata() == pytest.approx([20, 50, 40])
    band = axes.collections[0].get_paths()[0].vertices
    assert (band[:, 1].min(), band[:, 1].max()) == pytest.approx((10, 60))
    assert axes.get_legend().get_texts()[0].get_text() == "one (2 seeds)"
    assert words == "one: from 20.0 at step 10, best 50.0 at step 20, last 40.0"
    assert "Spearman" in axes.get_ylabel()
    assert figure_with_alt(figure, words).startswith("<img")
