"""First results beside the present ones: the table, its look-up, and the counts over all lines."""

import csv
from dataclasses import replace

import pytest

from stsutils import experiments
from stsutils.ledger import find_book
from stsutils.report.earlier import earlier
from stsutils.report.verdicts import every_verdict
from stsutils.report.views.budgets import turned

POOLINGS = ("first-last", "Avg."), ("max", "Avg.")


def rows() -> list[dict[str, str]]:
    with open(find_book("earlier") / "results.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_first_result_is_found_in_either_order():
    first, last = POOLINGS
    found = earlier("supervised-poolings", first, last)
    assert found.estimate.value == pytest.approx(-0.0320, abs=1e-4)
    assert found.date == "2026-11-22"
    assert found.conditions.startswith("mini-2; 1,000 training pairs; 2 epochs; 5 seeds")
    other = earlier("supervised-poolings", last, first)
    assert other == replace(found, estimate=replace(found.estimate, value=-found.estimate.value))
    assert other.estimate.interval() == pytest.approx([-x for x in found.estimate.interval()[::-1]])


def test_what_has_no_earlier_result_is_none():
    first, _ = POOLINGS
    assert earlier("supervised-poolings", first, ("no such row", "Avg.")) is None
    assert earlier("no-such-table", *POOLINGS) is None


def test_every_line_stands_once_and_names_cells_of_today():
    seen = set()
    for row in rows():
        a, b = (row["a_row"], row["a_column"]), (row["b_row"], row["b_column"])
        cells = experiments.load(row["table"]).at("lab")
        assert a in cells
        assert b in cells
        line = row["table"], frozenset([a, b])
        assert line not in seen
        seen.add(line)
        assert int(row["df"]) >= 1
        assert row["conditions"]


def test_the_counts_are_those_of_a_plain_loop():
    lines = found = significant = kept = inside = 0
    for home, one in every_verdict("lab"):
        if one.claim.ours:
            continue
        for part in one.contrasts:
            lines += 1
            table = part.contrast.table or home.name
            first = earlier(table, part.contrast.a, part.contrast.b)
            if first is None or part.estimate is None:
                continue
            found += 1
            (low, high), now = first.estimate.interval(0.95), part.estimate.interval(0.95)
            inside += low <= part.estimate.value <= high
            if low * high > 0 and now[0] * now[1] > 0:
                significant += 1
                kept += low * now[0] > 0
    counts = turned()
    assert counts[:4] == (lines, found, significant, kept)
    assert counts.inside == pytest.approx(inside / found)
    assert lines > found > significant > kept
