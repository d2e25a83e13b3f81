"""Twelve seeds in place of a table's, and only where it is allowed."""

import re
from dataclasses import replace

import numpy as np
import pytest

from stsutils import claims, experiments
from stsutils.claims import AGAIN, Claim, Contrast
from stsutils.experiments import Cell, Experiment
from stsutils.experiments.checks import second_look
from stsutils.ledger import Result, Run
from stsutils.report.line_reader import read_line
from stsutils.report.verdicts import _came_out, verdicts
from stsutils.report.views.deciding import html_two_looks, two_looks

TEST = "stsb:test"
SETTINGS = {
    row: {"encoder": "mini-3", "pooling": "mean", "train": "stsb:train", "test": [TEST], "lr": lr}
    for row, lr in (("A", 1e-4), ("B", 2e-4))
}
CONTRAST = Contrast(("A", "STS-B"), ("B", "STS-B"))
CLAIM = Claim("A is better.", "Somebody", (CONTRAST,), again=("STS-B",))
LAB = {(row, "STS-B"): Cell(s, TEST) for row, s in SETTINGS.items()}
TABLE = Experiment("one", "One", lambda tier: LAB, (CLAIM,))
MARKED = [c for n in experiments.names() for c in experiments.load(n).claims if c.again]


@pytest.fixture
def ledger(ledger):
    raw = {"encoder": "mini-3", "pooling": "mean", "max_length": 128, "test": [TEST]}
    write(ledger, raw, 0, 0.2, "raw-1")
    for seed in range(5):
        write(ledger, SETTINGS["A"], seed, 0.62 + 0.03 * (seed % 2))
        write(ledger, SETTINGS["B"], seed, 0.6)
    return ledger


def write(ledger, settings, seed, value, recipe="finetune-1"):
    noise = np.random.default_rng(0).normal(0, 0.001, 200)
    ledger.write(Run(recipe, seed, settings), Result({TEST: value}, {TEST: value + noise}))


def test_it_waits_for_all_seeds(ledger):
    table = replace(TABLE, claims=(replace(CLAIM, contrasts=(replace(CONTRAST, margin=0.012),)),))
    first = verdicts(table)[0]
    assert first.verdict.kind == "open"
    assert first.contrasts[0].estimate.seeds == 5
    for seed in range(5, AGAIN):
        write(ledger, SETTINGS["A"], seed, 0.62 + 0.03 * (seed % 2))
        assert verdicts(table)[0].contrasts[0].estimate.seeds == 5, "a seed is missing"
        write(ledger, SETTINGS["B"], seed, 0.6)
    second = verdicts(table)[0]
    assert second.verdict.kind == "supported"
    assert second.contrasts[0].estimate.seeds == AGAIN
    assert second.contrasts[0].level == 0.95
    assert f"{AGAIN} seeds" in _came_out(second.contrasts[0])
    assert "seeds" not in _came_out(first.contrasts[0])
    assert f"{AGAIN} seeds" in second.conditions


def test_only_the_named_columns_have_more_seeds(ledger):
    claim = replace(CLAIM, contrasts=(CONTRAST, Contrast(("A", "x"), ("B", "x"))))
    cells = TABLE.at("lab") | {(row, "x"): Cell(s, TEST) for row, s in SETTINGS.items()}
    table = replace(TABLE, cells=lambda tier: cells, claims=(claim,))
    for seed in range(5, AGAIN):
        for row in SETTINGS:
            write(ledger, SETTINGS[row], seed, 0.6)
    lines = [read_line(claim, c, table, "lab") for c in claim.contrasts]
    assert [line.estimate.seeds for line in lines] == [AGAIN, 5]


def test_the_table_has_both_cells_of_each_contrast_and_twelve_seeds():
    found = second_look.EXPERIMENT.at("lab")
    assert second_look.EXPERIMENT.seeds == AGAIN
    for name in experiments.names():
        home = experiments.load(name)
        for claim in home.claims:
            for c in claim.contrasts:
                table = experiments.load(c.table or home)
                if claim.twice(c) and c.a in table.at("lab"):
                    for row, column in (c.a, c.b):
                        own = table.at("lab")[row, column]
                        assert found[f"{table.name}: {row}", column] == own
    assert not second_look.EXPERIMENT.at("paper")


def test_it_is_for_lines_that_the_seeds_left_open():
    """By the book's records, with each claim's first look alone."""
    seen = 0
    for first, _ in two_looks():
        claim = {claim.text: claim for claim in MARKED}[first.claim.text]
        for part in first.contrasts:
            if claim.twice(part.contrast) and part.outcome != claims.UNTESTED:
                e, c = part.estimate, part.contrast
                decided = e.outcome(part.declared or c.margin, c.kind, part.level)
                assert decided == claims.OPEN, (first.claim.text, str(c))
                assert e.se**2 > 2 * e.se_pairs**2, (first.claim.text, str(part.contrast))
                seen += 1
    assert seen >= 10


def test_a_single_contrast_can_be_looked_at_again_and_none_that_the_claim_has_not(refused):
    other = Contrast(("A", "STS-B"), ("C", "STS-B"))
    claim = replace(CLAIM, contrasts=(CONTRAST, other), again=(other,))
    assert [claim.twice(c) for c in claim.contrasts] == [False, True]
    elsewhere = Contrast(("A", "x"), ("C", "x"))
    refused("no A > C on x to look again at", replace, claim, again=(elsewhere,))
    refused("no PAWS to look again at", replace, CLAIM, again=("PAWS",))


def test_both_looks_are_told():
    page = html_two_looks()
    assert page.count("<tr>") == 1 + len(MARKED)
    assert len(re.findall(r"\d+ seeds", page)) >= len(MARKED)


def test_a_claim_of_which_nothing_is_run_has_no_seeds_to_tell(ledger):
    assert html_two_looks().count(">Not run</strong>") == len(MARKED)
