"""First results beside the present ones: the table and its look-up."""

from dataclasses import replace

import pandas as pd
import pytest

from stsutils import experiments
from stsutils.checkout import find_in_checkout
from stsutils.report.earlier import earlier

POOLINGS = ("first-last", "Avg."), ("max", "Avg.")


def test_a_first_result_is_found_in_either_order():
    first, last = POOLINGS
    found = earlier("supervised-poolings", first, last)
    assert found.estimate.value == pytest.approx(-0.0320, abs=1e-4)
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
    rows = pd.read_csv(find_in_checkout("book/earlier/results.csv"), keep_default_na=False)
    for row in rows.to_dict("records"):
        a, b = (row["a_row"], row["a_column"]), (row["b_row"], row["b_column"])
        cells = experiments.load(row["table"]).at("lab")
        assert a in cells
        assert b in cells
        line = row["table"], frozenset([a, b])
        assert line not in seen
        seen.add(line)
        assert row["df"] >= 1
        assert row["conditions"]
