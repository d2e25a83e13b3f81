"""Tables laid out as papers do, from records that are made up here."""

import re
from dataclasses import replace

import pytest

from stsutils.experiments import Cell, Experiment, Published
from stsutils.ledger import Result, Run
from stsutils.report import html_grid

ROWS, COLUMNS = ("CoSENT", "<softmax>"), ("STS-B", "PAWS")


def cells(tier):
    """The paper tier has one row and one column."""
    places = [(row, column) for row in ROWS for column in COLUMNS] if tier == "lab" else []
    places += [("CoSENT", "STS-B")] if tier == "paper" else []
    return {p: Cell({"loss": p[0], "set": p[1], "tier": tier}, "test") for p in places}


EXPERIMENT = Experiment("fake", "Fake & true", cells, published=Published("cosent", "IV"), seeds=3)


@pytest.fixture
def ledger(book):
    found = book("cosent,IV,CoSENT,STS-B,83.60,spearman x100,")
    write(found, "CoSENT", (0.70, 0.71, 0.72))
    return found


NBSP = "\N{NO-BREAK SPACE}"


def write(ledger, row, values, column="STS-B", tier="lab", **made):
    for seed, value in enumerate(values):
        run = Run("finetune-1", seed, cells(tier)[row, column].settings)
        ledger.write(run, Result({"test": value}), made)


def lines(page: str) -> list[list[str]]:
    """The text of each cell, line by line."""
    return [
        re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", re.sub(r"</?span>", "", line))
        for line in re.findall(r"<tr>(.*?)</tr>", page)
    ]


def test_theirs_stands_above_ours_and_what_is_missing_is_a_dash(ledger):
    page = html_grid(EXPERIMENT, ROWS, COLUMNS)
    assert lines(page) == [
        ["row", "who", "STS-B", "PAWS"],
        ["CoSENT", "theirs", "83.60", "–"],
        ["lab", f"71.00 ±{NBSP}2.48", "–"],
        ["&lt;softmax&gt;", "lab", "–", "–"],
    ]
    assert "--tier paper" in page, "its one cell is missing, too"


def test_a_tier_has_lines_only_for_its_rows_and_empty_cells_where_it_has_none(ledger):
    tiers = ("lab", "paper")
    page = html_grid(EXPERIMENT, ROWS, COLUMNS, tiers)
    assert not any("paper" in line for line in lines(page)), "nothing of it is run"
    assert "paper (not run): <code>stsutils run fake --tier paper" in page
    write(ledger, "CoSENT", [0.8], tier="paper")
    page = html_grid(EXPERIMENT, ROWS, COLUMNS, tiers)
    assert ["paper", "80.00", ""] in lines(page)
    assert sum("paper" in line for line in lines(page)) == 1
    assert page.count('<th scope="rowgroup" rowspan="3"') == 1, "theirs, lab and paper of CoSENT"
    assert page.count("<th ") == page.count("<th scope=")


def test_rows_and_columns_can_have_headings_and_the_page_a_caption(ledger):
    page = html_grid(EXPERIMENT, {"CoSENT": "ours & best"}, {"STS-B": "<set>"}, ["lab"], "a<b")
    assert lines(page) == [
        ["row", "who", "&lt;set&gt;"],
        ["ours &amp; best", "theirs", "83.60"],
        ["lab", f"71.00 ±{NBSP}2.48"],
    ]
    assert "<caption>a&lt;b</caption>" in page
    assert "Commands" not in page, "nothing is missing here"


@pytest.mark.parametrize(("rows", "columns"), [(["MSE"], COLUMNS), (ROWS, ["SICK"])])
def test_a_name_that_is_not_there_is_refused(ledger, rows, columns, refused):
    refused(r"has no (row 'MSE'|column 'SICK')", html_grid, EXPERIMENT, rows, columns)


def test_the_number_of_seeds_stands_below(ledger):
    def both(tier):
        raw = Cell({"encoder": "tiny"}, "test", "raw-1")
        return cells(tier) | ({("no training", "STS-B"): raw} if tier == "lab" else {})

    experiment = Experiment("fake", "Fake & true", both, seeds=3)
    ledger.write(Run("raw-1", 0, {"encoder": "tiny"}), Result({"test": 0.60}, {}))
    page = html_grid(experiment, [*ROWS, "no training"], COLUMNS)
    assert "<p>lab: 3 seeds a number</p>" in page, "an encoder as it is has no seeds"
    assert "seeds a number" not in html_grid(experiment, ["no training"], COLUMNS)
    write(ledger, "<softmax>", [0.1], "PAWS")
    page = html_grid(experiment, ROWS, COLUMNS)
    assert "<p>lab: 1 to 3 seeds a number</p>" in page


def test_a_row_can_be_taken_off(ledger, refused):
    write(ledger, "<softmax>", [0.70] * 3)
    page = html_grid(EXPERIMENT, ["CoSENT"], COLUMNS, minus="<softmax>")
    assert lines(page)[1:] == [["CoSENT", "lab", f"1.00 ±{NBSP}2.48", "–"]], "nothing of theirs"
    refused("has no row 'MSE'", html_grid, EXPERIMENT, ROWS, COLUMNS, minus="MSE")


@pytest.mark.parametrize(
    ("values", "marks"),
    [
        ((0.40, 0.41, 0.42), ("▲", "")),
        ((0.70, 0.70, 0.715), ("▲", "△")),
        ((0.80, 0.81, 0.82), ("", "▲")),
        ((0.71, 0.70, 0.745), ("△", "▲")),
    ],
)
def test_the_best_of_a_column_and_what_is_tied_with_it(ledger, values, marks):
    write(ledger, "<softmax>", values)
    page = html_grid(EXPERIMENT, ROWS, ["STS-B"], ["lab"])
    ours = [line[-1] for line in lines(page) if line[-2] == "lab"]
    assert tuple(re.sub(r"[^▲△]", "", one) for one in ours) == marks
    assert "tied with it" in page


def test_nothing_is_best_of_one_row_or_of_differences_or_of_shares(ledger):
    assert "▲" not in html_grid(EXPERIMENT, ROWS, ["STS-B"], ["lab"])
    write(ledger, "<softmax>", (0.40, 0.41, 0.42))
    assert "▲" not in html_grid(EXPERIMENT, ROWS, ["STS-B"], ["lab"], minus="CoSENT")
    shares = replace(EXPERIMENT, metric="overlap", best=False)
    assert "▲" not in html_grid(shares, ROWS, ["STS-B"], ["lab"])


def test_the_table_says_what_was_made_on_a_gpu(ledger):
    assert "GPU" not in html_grid(EXPERIMENT, ROWS, COLUMNS)._repr_html_()
    name = "NVIDIA H200"
    write(ledger, "<softmax>", [0.5], gpu=name)
    mixed = html_grid(EXPERIMENT, ROWS, COLUMNS)._repr_html_()
    assert f"<p>lab: made in part on a GPU, {name}; a seed draws other numbers on a CPU<" in mixed
    alone = html_grid(EXPERIMENT, ROWS[1:], COLUMNS)._repr_html_()
    assert f"<p>lab: made on a GPU, {name};" in alone
