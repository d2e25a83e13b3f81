"""Few seeds a row, many rows: one deviation for all, and intervals that cover."""

import math

import numpy as np
import pytest

from stsutils.experiments import Cell, Experiment
from stsutils.ledger import Result, Run
from stsutils.report.views.few_seeds import Seeds, few_seeds, html_few_seeds


def test_known_numbers():
    seeds = Seeds({"a": (1.0, 3.0), "b": (10.0, 12.0), "c": (5.0,)})
    assert seeds.degrees == 2
    assert seeds.deviation == pytest.approx(math.sqrt(2))
    assert (seeds.mean("a"), seeds.best()) == (2.0, "b")
    # Student's t with two degrees at 97.5 %: 4.303; the error of a mean of two is 1
    assert seeds.half_width("a") == pytest.approx(4.303, abs=1e-3)
    assert seeds.half_width("c") == pytest.approx(4.303 * math.sqrt(2), abs=1e-3)


def test_single_seeds_say_nothing_of_chance():
    seeds = Seeds({"a": (1.0,), "b": (9.0,)})
    assert math.isnan(seeds.deviation)
    assert math.isnan(seeds.half_width("b"))
    assert seeds.above("a") == []


def test_only_what_chance_does_not_explain_is_above():
    chance = np.random.default_rng(0)
    luck = lambda mean: tuple(mean + chance.normal(size=2))  # noqa: E731
    same = {f"row {i}": luck(50.0) for i in range(14)}
    far = Seeds({"base": luck(50.0), "far": luck(60.0), "worse": luck(40.0)} | same)
    assert far.above("base") == ["far"]
    assert far.below("base") == ["worse"]


def test_intervals_cover_and_a_search_without_a_winner_seldom_finds_one():
    chance, inside, false = np.random.default_rng(3), 0, 0
    for _ in range(600):
        seeds = Seeds({f"row {i}": tuple(chance.normal(size=2)) for i in range(15)})
        inside += abs(seeds.mean("row 0")) <= seeds.half_width("row 0")
        false += bool(seeds.above("row 0"))
    assert inside / 600 == pytest.approx(0.95, abs=0.025)
    assert false / 600 < 0.05  # of both directions 5 %, here one is counted


def test_a_picture_of_the_rows_that_were_run(ledger):
    rows = ("<far>", "near", "never run")
    cells = lambda tier: {(r, "PAWS"): Cell({"loss": r}, "test") for r in rows}  # noqa: E731
    experiment = Experiment("fake", "Fake", cells, seeds=2)
    assert "Nobody has run this yet" in html_few_seeds(experiment, ["PAWS"])
    for row, value in (("<far>", 0.5), ("near", 0.25)):
        for seed in (0, 1):
            run = Run("finetune-1", seed, cells("lab")[row, "PAWS"].settings)
            ledger.write(run, Result({"test": value + 0.01 * seed}), {})
    found = few_seeds(experiment, "PAWS")
    assert found.scores["near"] == pytest.approx((25.0, 26.0))
    picture = html_few_seeds(experiment, ["PAWS"])
    assert "&lt;far&gt; 50.5 of 2; near 25.5 of 2" in picture
    assert "never run" not in picture


def test_what_diverged_or_has_no_chance_in_it_does_not_count_as_seeds(ledger):
    trained = {row: Cell({"loss": row}, "test") for row in ("good", "diverged")}
    raw = Cell({"encoder": "tiny"}, "test", "raw-1")
    cells = {(row, "PAWS"): cell for row, cell in {**trained, "raw": raw}.items()}
    experiment = Experiment("fake", "Fake", lambda tier: cells, seeds=2)
    for row, cell in trained.items():
        for seed in (0, 1):
            value = math.nan if (row, seed) == ("diverged", 1) else 0.5 + seed / 100
            ledger.write(Run(cell.recipe, seed, cell.settings), Result({"test": value}), {})
    ledger.write(Run(raw.recipe, 0, raw.settings), Result({"test": 0.25}), {})
    found = few_seeds(experiment, "PAWS")
    assert found.scores == {"good": pytest.approx((50.0, 51.0)), "raw": (25.0,)}
    assert found.degrees == 1
