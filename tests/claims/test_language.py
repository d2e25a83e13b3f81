"""The language of comparisons, and that no name of a table could be mistaken for a word of it."""

import pytest

from stsutils import experiments
from stsutils.claims import Contrast
from stsutils.claims.language import read_contrasts, read_expected


def test_columns_then_tables_then_words():
    text = "ε = 0 | as {coded; written} beats ε = -1 | as {} by 0.2 @ PAWS; ATEC @ here; by-cls"
    read = [(c.a, c.b, c.margin, c.table) for c in read_contrasts(text)]
    assert read == [
        ((f"ε = 0 | as {form}", column), (f"ε = -1 | as {form}", column), 0.2, table)
        for column in ("PAWS", "ATEC")
        for table in ("", "by-cls")
        for form in ("coded", "written")
    ]


def on(a, b, column="x", *more):
    return Contrast((a, column), (b, column), *more)


@pytest.mark.parametrize(
    ("text", "contrasts"),
    [
        ("a beats b @ x", [on("a", "b")]),
        ("a beats b by -0.01 @ x", [on("a", "b", "x", -0.01)]),
        ("a equals b within 0.02 @ x", [on("a", "b", "x", 0.02, "equivalent")]),
        ("a @ x beats b @ y", [Contrast(("a", "x"), ("b", "y"))]),
        ("a beats b @ {x; y}: AUC", [on("a", "b", "x: AUC"), on("a", "b", "y: AUC")]),
        ("a, taught by b beats c @ x by head", [on("a, taught by b", "c", "x by head")]),
        ("a beats {b; c} @ x\n\n  a beats d @ x", [on("a", b) for b in "bcd"]),
        ("{a; b} beats {c; d} @ x", [on(a, b) for a in "ab" for b in "cd"]),
    ],
)
def test_what_a_line_says(text, contrasts):
    assert list(read_contrasts(text)) == contrasts


def test_a_reason_expects_outcomes():
    text = "a beats b @ x\nnot: a beats b by 0.1 @ x @ there\nopen: a above 0.5 @ x"
    read = [(one.b, one.margin, one.table, one.outcome) for one in read_expected(text)]
    assert read == [
        (("b", "x"), 0.0, "", "holds"),
        (("b", "x"), 0.1, "there", "fails"),
        (None, 0.5, "", "open"),
    ]


@pytest.mark.parametrize("text", ["a > b @ x", "a beats b", "a equals b @ x", "a", "a beats a @ x"])
def test_what_is_no_comparison_is_refused(text, refused):
    refused(r"comparison|itself", read_contrasts, text)


WORDS = (" beats ", " equals ", " above ", " minus ", " @ ", ";", "{", "}", "\n")


@pytest.mark.parametrize("table", experiments.names())
def test_no_row_or_column_holds_a_word_of_the_language(table):
    cells = [name for tier in experiments.TIERS for name in experiments.load(table).at(tier)]
    for name in {part for cell in cells for part in cell}:
        assert not any(word in name for word in WORDS), name
        assert not name.startswith(("not: ", "open: ")), name
