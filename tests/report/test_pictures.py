"""Pictures of tables: what they say in words is what the ledger holds."""

import base64
import dataclasses
import re

import matplotlib
import pytest

from stsutils import report
from stsutils.experiments import Cell, Experiment
from stsutils.ledger import Result, Run

matplotlib.use("agg")

ROWS = {"no training": {"lr": 0.0}, "ε = 0": {"lr": 1.0}, "ε = 0.5": {"lr": 2.0}}


def cells(tier):
    return {(row, "A"): Cell(settings, "score", "made-up-1") for row, settings in ROWS.items()}


EXPERIMENT = Experiment(name="made-up", title="A <table>", cells=cells, metric="ρ × 100", seeds=2)


@pytest.fixture
def ledger(ledger):
    for at, settings in enumerate(ROWS.values()):
        for seed in (0, 1):
            ledger.write(
                Run("made-up-1", seed, settings), Result({"score": 0.2 + at / 10 + seed / 100})
            )
    return ledger


def alt(page):
    return re.findall(r'alt="([^"]*)"', page)


def test_dots_say_each_number_and_draw_no_training_as_a_line(ledger):
    page = report.html_dots(EXPERIMENT, list(ROWS), {"A": "set A"})
    [words] = alt(page)
    assert words.startswith("set A: ε = 0 30.50 ±")
    assert "ε = 0.5 40.50" in words
    assert words.endswith("no training 20.50")
    assert "dashed line: no training" in page
    assert "A &lt;table&gt;" in page
    assert "<table>" not in page


def test_the_key_says_which_encoders_or_that_nothing_was_trained(ledger):
    encoded = {n: {"encoder": "mini-3"} | s for n, s in ROWS.items()}
    table = dataclasses.replace(
        EXPERIMENT, cells=lambda tier: {(n, "A"): Cell(s, "score") for n, s in encoded.items()}
    )
    for settings in encoded.values():
        for seed in (0, 1):
            ledger.write(Run("finetune-1", seed, settings), Result({"score": 0.2}))
    assert "ours with small encoders" in report.html_dots(table, list(ROWS), ["A"])
    assert "counted, not trained" in report.html_dots(EXPERIMENT, list(ROWS), ["A"])


def test_a_panel_names_only_rows_that_its_column_has(ledger):
    with_b = dict(cells("lab")) | {("ε = 0", "B"): cells("lab")["ε = 0", "A"]}
    table = dataclasses.replace(EXPERIMENT, cells=lambda tier: with_b)
    page = report.html_dots(table, list(ROWS), ["A", "B"])
    pictures = [base64.b64decode(code).decode() for code in re.findall(r"base64,([^\"]+)", page)]
    named = [[row for row in ("ε = 0 ", "ε = 0.5 ") if f"<!-- {row}-->" in p] for p in pictures]
    assert named == [["ε = 0 ", "ε = 0.5 "], ["ε = 0 "]]


def test_lines_are_read_in_the_order_of_the_axis(ledger):
    lines = {"as coded": {0.5: "ε = 0.5", 0.0: "ε = 0"}}
    [words] = alt(report.html_lines(EXPERIMENT, lines, ["A"], "threshold"))
    assert "against threshold" in words
    assert "as coded: 30.5 at 0, 40.5 at 0.5" in words


def test_lines_may_run_over_columns_with_a_panel_a_row(ledger):
    sizes = {("base", str(at)): own for at, own in zip((10, 20), ROWS.values(), strict=False)}
    table = dataclasses.replace(
        EXPERIMENT,
        cells=lambda tier: {n: Cell(own, "score", "made-up-1") for n, own in sizes.items()},
    )
    lines = {"ranks": {20: "20", 10: "10"}}
    page = report.html_lines(table, lines, ["base"], "n", by_row=True)
    [words] = alt(page)
    assert "dashed" not in page, "the key explains what is drawn"
    assert words.startswith("base, against n. ranks: 20.5 at 10, 30.5 at 20")


def test_what_nobody_has_run_is_a_command(tmp_path):
    page = report.html_dots(EXPERIMENT, list(ROWS), ["A"])
    assert "<img" not in page
    assert "stsutils run made-up --tier lab" in page


def test_one_seed_has_a_dot_without_a_bar(ledger):
    one = dataclasses.replace(EXPERIMENT, seeds=1)
    [words] = alt(report.html_dots(one, ["ε = 0"], ["A"]))
    assert "ε = 0 30.00 (1 seed)" in words


def test_folded_is_opened_by_a_line_that_is_escaped():
    page = report.folded("all <numbers>", report.Html("<p>a</p>"), report.Html("<p>b</p>"))
    assert page == "<details><summary>all &lt;numbers&gt;</summary><p>a</p><p>b</p></details>"


def test_a_heading_of_none_is_the_name_itself(ledger):
    [words] = alt(report.html_dots(EXPERIMENT, dict.fromkeys(ROWS), ["A"]))
    assert "ε = 0 30.50" in words
