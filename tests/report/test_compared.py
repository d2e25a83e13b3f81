"""Differences in prose: their interval is the one of the verdict."""

import numpy as np
import pytest

from stsutils.claims import Claim, Contrast
from stsutils.experiments import Cell, Experiment
from stsutils.ledger import Result, Run
from stsutils.report import measured
from stsutils.report.measured import compared
from stsutils.report.verdicts import verdicts

A, B, C, D = (("CoSENT", "a"), ("MSE", "a"), ("CoSENT", "b"), ("MSE", "b"))
MEANS = {A: 0.60, B: 0.55, C: 0.604, D: 0.60}


def cells(tier):
    base = {"encoder": "tiny", "pooling": "mean", "train": "t", "epochs": 1, "test": ["test"]}
    return {one: Cell({**base, "loss": one[0], "set": one[1]}, "test") for one in MEANS}


@pytest.fixture
def filled(ledger):
    random = np.random.default_rng(1)
    for cell, mean in zip(cells("lab").values(), MEANS.values(), strict=True):
        for seed in range(4):
            value = mean + random.normal(0, 0.003)
            draws = {"test": value + random.normal(0, 0.01, 200)}
            ledger.write(Run(cell.recipe, seed, cell.settings), Result({"test": value}, draws))
    start = {"encoder": "tiny", "pooling": "mean", "max_length": 128, "test": ["test"]}
    ledger.write(Run("raw-1", 0, start), Result({"test": 0.2}, {"test": np.full(200, 0.2)}))
    return ledger


def table(*claims):
    return Experiment("fake", "Fake", cells, claims, seeds=4)


TWO = Claim("CoSENT is better on both", "Table IV", [Contrast(A, B), Contrast(C, D)])


def test_a_difference_has_the_interval_of_its_verdict(filled):
    made = table(TWO)
    shown = {part.contrast.a: part for part in verdicts(made, "lab")[0].contrasts}
    for a, b in ((A, B), (C, D)):
        number = compared(made, a, b, "lab")
        low, high = number.interval()
        assert (100 * low, 100 * high) == pytest.approx(shown[a].interval())
        assert number.seeds == 4


def test_where_a_claim_asks_for_more_seeds_and_has_them_they_count(filled, monkeypatch):
    monkeypatch.setattr(measured, "_asked_again", lambda: {("fake", frozenset((A, B)))})
    monkeypatch.setattr(measured.claims, "AGAIN", 6)
    assert compared(table(TWO), A, B, "lab").seeds == 4, "two seeds are missing"
    for cell in (A, B):
        for seed in (4, 5):
            run = Run("finetune-1", seed, cells("lab")[cell].settings)
            filled.write(run, Result({"test": MEANS[cell]}, {"test": np.full(200, MEANS[cell])}))
    assert compared(table(TWO), A, B, "lab").seeds == 6
    assert compared(table(TWO), A, D, "lab").seeds == 4, "nobody asks for more"
