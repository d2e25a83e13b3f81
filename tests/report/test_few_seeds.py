"""Intervals from few numbers: of few seeds a row in many rows, and of shares of few pairs."""

import math

import numpy as np
import pytest

from stsutils.experiments import Cell, Experiment
from stsutils.ledger import Result, Run
from stsutils.report.views.few_seeds import few_seeds, half_widths, html_few_seeds
from stsutils.report.views.shares import share, wilson


def test_known_numbers():
    halves = half_widths({"a": (1.0, 3.0), "b": (10.0, 12.0), "c": (5.0,)})
    # Student's t with two degrees at 97.5 %: 4.303; the error of a mean of two is 1
    assert halves["a"] == pytest.approx(4.303, abs=1e-3)
    assert halves["c"] == pytest.approx(4.303 * math.sqrt(2), abs=1e-3)
    alone = half_widths({"a": (1.0,), "b": (9.0,)})
    assert math.isnan(alone["b"]), "single seeds say nothing of chance"


def test_intervals_cover():
    chance, inside = np.random.default_rng(3), 0
    for _ in range(600):
        scores = {f"row {i}": tuple(chance.normal(size=2)) for i in range(15)}
        inside += abs(np.mean(scores["row 0"])) <= half_widths(scores)["row 0"]
    assert inside / 600 == pytest.approx(0.95, abs=0.025)


def test_a_picture_of_the_rows_that_were_run(ledger):
    rows = ("<far>", "near", "never run")
    cells = lambda tier: {(r, "PAWS"): Cell({"loss": r}, "test") for r in rows}  # noqa: E731
    experiment = Experiment("fake", "Fake", cells, seeds=2)
    for row, value in (("<far>", 0.5), ("near", 0.25)):
        for seed in (0, 1):
            run = Run("finetune-1", seed, cells("lab")[row, "PAWS"].settings)
            ledger.write(run, Result({"test": value + 0.01 * seed}), {})
    found = few_seeds(experiment, "PAWS")
    assert found["near"] == pytest.approx((25.0, 26.0))
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
    assert found == {"good": pytest.approx((50.0, 51.0)), "raw": (25.0,)}


@pytest.mark.parametrize(("right", "of"), [(8, 10), (3, 10), (1, 2), (54, 111)])
def test_the_ends_of_wilsons_interval_are_just_not_contradicted(right, of):
    for p in wilson(right, of):
        assert abs(right / of - p) == pytest.approx(1.959964 * (p * (1 - p) / of) ** 0.5)


def test_wilson_at_the_ends_and_what_it_refuses(refused):
    assert (wilson(0, 5)[0], wilson(5, 5)[1]) == (0, 1)
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert share(8, 10) == "8 of 10 (49–94 %)"
    for wrong in [(1, 0), (3, 2), (-1, 2)]:
        refused("no share", wilson, *wrong)
