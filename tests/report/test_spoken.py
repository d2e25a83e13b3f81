"""Differences in prose: their interval is the one of the verdict."""

import numpy as np
import pytest

from stsutils import report
from stsutils.claims import Claim, Contrast
from stsutils.experiments import Cell, Experiment
from stsutils.ledger import Result, Run
from stsutils.report.spoken import as_judged
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
            run = Run(cell.recipe, seed, cell.settings)
            ledger.write(
                run, Result({"test": value}, {"test": value + random.normal(0, 0.01, 200)})
            )
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
        number, level = as_judged(made, a, b, "lab")
        low, high = number.interval(level)
        assert (100 * low, 100 * high) == pytest.approx(shown[a].interval())
        named = f"± {100 * number.half_width(level):.2f} (4 seeds)"
        assert report.value(made, a, minus=b).endswith(named)


def test_the_other_way_round_only_the_sign_is_another(filled):
    made = table(TWO)
    there, level = as_judged(made, A, B, "lab")
    back, same = as_judged(made, B, A, "lab")
    assert (back.value, back.se, same) == (-there.value, there.se, level)


def test_what_no_claim_compares_keeps_its_own_interval(filled):
    made = table(TWO)
    assert as_judged(made, A, D, "lab") is None
    assert report.value(made, A, minus=D).endswith("(4 seeds)")


def test_what_a_design_would_show_is_wider_than_its_interval(filled):
    number, level = as_judged(table(TWO), A, B, "lab")
    assert float(report.detectable(table(TWO), A, B)) > 100 * number.half_width(level)


def test_on_which_side_a_difference_lies(filled, tmp_path, monkeypatch):
    made = table(TWO)
    assert report.side(made, A, B) == 1
    assert report.side(made, B, A) == -1
    assert report.side(made, C, D) == 0, "open"
    monkeypatch.setenv("STSUTILS_RESULTS", str(tmp_path / "empty"))
    assert report.side(made, A, B) == 0, "not run"


def test_names_as_a_sentence_has_them():
    assert report.listed(["PAWS", "MRPC", "BQ"]) == "PAWS, MRPC and BQ"
    assert report.listed(iter(["PAWS"])) == "PAWS"
    assert report.listed([], "no set") == "no set"
