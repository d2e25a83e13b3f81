"""Pictures of tables: what they say in words is what the ledger holds."""

import base64
import dataclasses
import html
import re
from pathlib import Path

import pytest

from stsutils import experiments, report
from stsutils.data import load
from stsutils.experiments import Cell, Experiment
from stsutils.ledger import Result, Run
from stsutils.microscope import gradient_field
from stsutils.report import bars

ROWS = {"no training": {"lr": 0.0}, "ε = 0": {"lr": 1.0}, "ε = 0.5": {"lr": 2.0}}


def cells(tier):
    return {(row, "A"): Cell(settings, "score", "made-up-1") for row, settings in ROWS.items()}


EXPERIMENT = Experiment(name="made-up", title="A <table>", cells=cells, metric="ρ × 100", seeds=2)


def write(ledger, recipe, settings, scores):
    for seed, score in enumerate(scores):
        ledger.write(Run(recipe, seed, settings), Result({"score": score}))


@pytest.fixture
def ledger(ledger):
    for at, settings in enumerate(ROWS.values()):
        write(ledger, "made-up-1", settings, (0.2 + at / 10, 0.21 + at / 10))
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


def test_what_a_document_prints_shares_no_axis_with_ours():
    """Its encoder is another: its numbers stand in the tables."""
    readings = {"as coded": {0.9: "ε = 0.9 | as coded"}}
    for table, page in {
        "nli-poolings": report.html_dots("nli-poolings", ["mean"], ["STS-B"]),
        "contrastive-threshold": report.html_lines(
            "contrastive-threshold", readings, ["PAWS"], "threshold"
        ),
    }.items():
        assert report.published(experiments.load(table))
        assert "theirs" not in page


def test_the_key_says_which_encoders_or_that_nothing_was_trained(ledger):
    encoded = {n: {"encoder": "mini-3"} | s for n, s in ROWS.items()}
    found = {(n, "A"): Cell(s, "score") for n, s in encoded.items()}
    table = dataclasses.replace(EXPERIMENT, cells=lambda tier: found)
    for settings in encoded.values():
        write(ledger, "finetune-1", settings, (0.2, 0.2))
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
    sizes = zip(("10", "20"), ROWS.values(), strict=False)
    found = {("base", size): Cell(own, "score", "made-up-1") for size, own in sizes}
    table = dataclasses.replace(EXPERIMENT, cells=lambda tier: found)
    page = report.html_lines(table, {"ranks": {20: "20", 10: "10"}}, ["base"], "n", by_row=True)
    [words] = alt(page)
    assert "dashed" not in page, "the key explains what is drawn"
    assert words.startswith("base, against n. ranks: 20.5 at 10, 30.5 at 20")


def test_one_seed_has_a_dot_without_a_bar_and_a_heading_of_none_is_the_name_itself(ledger):
    [words] = alt(report.html_dots(dataclasses.replace(EXPERIMENT, seeds=1), ["ε = 0"], ["A"]))
    assert "ε = 0 30.00 (1 seed)" in words
    [words] = alt(report.html_dots(EXPERIMENT, dict.fromkeys(ROWS), ["A"]))
    assert "ε = 0 30.50" in words


def test_folded_is_opened_by_a_line_that_is_escaped():
    page = report.folded("all <numbers>", report.Html("<p>a</p>"), report.Html("<p>b</p>"))
    assert page == "<details><summary>all &lt;numbers&gt;</summary><p>a</p><p>b</p></details>"


def test_the_cast_has_a_row_a_pair_and_a_dot_a_method_said_in_words(refused):
    pairs = load("cast")
    cosines = {"no <training>": pairs["score"] / 5, "turned": [-c / 5 for c in pairs["score"]]}
    [words] = alt(report.cast(cosines))
    assert "<" not in words
    told = html.unescape(words).split(" to 0. ")[1].split("; ")
    assert [re.match(r"(.*) \(", one)[1] for one in told] == pairs["kind"].tolist()
    assert told[0] == "synonym (5): no <training> 1.00, turned -1.00"
    assert told[6] == "number (2.5): no <training> 0.50, turned -0.50"
    refused("'short' has 11 cosines for 12 pairs", report.cast, {"short": [0.5] * 11})
    refused("no method", report.cast, {})


@pytest.mark.parametrize("name", ["front", "ranking", "width"])
def test_the_readmes_pictures_say_what_the_records_say(name):
    root = Path(__file__).parents[2]
    shown = f"![{html.unescape(alt(report.picture(name))[0])}](book/_static/{name}.svg)"
    assert shown in (root / "README.md").read_text("utf-8"), "draw: make readme-pictures"
    assert (root / "book" / "_static" / f"{name}.svg").is_file()


def test_every_picture_can_be_drawn_and_tells_its_numbers(refused):
    for path in Path(bars.__file__).parent.glob("*.toml"):
        assert all(re.search(r"\d", words) for words in alt(report.picture(path.stem))), path.name
    refused(r"no picture is called 'frnt'; there are .*front", report.picture, "frnt")


def fields(steps: int) -> dict:
    """A loss with targets, and one that ranks."""
    return {"A": gradient_field("cosine_mse", steps), "B": gradient_field("cosent", steps)}


def test_a_panel_a_loss_tells_its_push():
    """The words beside a picture of a loss are the loss's own gradient."""
    page = html.unescape(report.pushes(fields(17)))
    assert page.count("<img") == 2
    # 2 (y − c) over its largest value, on a grid of eighths without the ends
    for words in (
        "similar pair +0.9 at -0.75, +0.5 at 0, +0.1 at 0.75",
        "dissimilar pair +0.4 at -0.75, +0.0 at 0, -0.4 at 0.75",
        "similar pair +1.0 at -0.75, +0.5 at 0, +0.0 at 0.75",
    ):
        assert words in page


def test_arrows_tell_whether_the_right_order_is_left_alone():
    page = html.unescape(report.arrows(fields(11)))
    assert page.count("<img") == 2
    of_mse, of_cosent = (text.split('"')[0] for text in page.split("arrows over")[1:])
    assert "0% where the positive pair is .4 ahead" in of_cosent
    assert "98% where the positive pair is .4 ahead" in of_mse
