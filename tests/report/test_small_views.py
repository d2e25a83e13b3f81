import numpy as np
import pytest

from stsutils.experiments import load
from stsutils.experiments.checks.encoder_size import SIZES, WEIGHTS
from stsutils.experiments.common.sets import LOSSES, title
from stsutils.experiments.cosent import convergence
from stsutils.report import read_cells
from stsutils.report.views import by_size, steps, ten_pairs
from stsutils.report.views.shares import share, wilson


def test_each_share_of_steps_is_the_tables_own_and_its_seeds_are_counted():
    """All looks give the recorded share; a seed is at the goal at once, or never, or between."""
    table, measured = steps.steps_by_looks(), read_cells(load("convergence"), "lab")
    assert len(table) == len(convergence.columns("lab")) * 4
    names = {title(column): column for column in convergence.columns("lab")}
    for row in table.to_dict("records"):
        column = convergence.steps(names[row["set"]], row["baseline"], row["goal"])
        share = 100 * measured["CoSENT", column].estimate().value
        assert row["all looks"].startswith(f"{share:.0f} ± ")
        assert row["at once"] + row["never"] <= 5


def test_collapses_are_counted_for_each_loss_and_set():
    table = steps.collapses()
    assert list(table["set"]) == [title(column) for column in convergence.columns("lab")]
    for loss in LOSSES:
        assert all(int(text.partition(" of ")[0]) <= 5 for text in table[loss])


def test_ten_pairs_stand_as_printed_beside_the_seeds_that_are_right():
    """Printed: CoSENT right on eight, SBERT on three; a pair without a row has none of ours."""
    table = ten_pairs.ten_pairs()
    right = {who: (table[f"theirs, {who}"] == table["truth"]).sum() for who in ("CoSENT", "SBERT")}
    assert right == {"CoSENT": 8, "SBERT": 3}
    assert (table["row"] == "–").sum() == 5
    measured = read_cells(load("cases"), "lab")
    for row in table.to_dict("records"):
        for loss in LOSSES:
            cell = measured.get((loss, row["pair"]))
            count = cell and sum(value > 0.5 for value in cell.values.values())
            assert row[f"ours, {loss}"] == (f"{count} of {len(cell.values)}" if cell else "–")


@pytest.mark.parametrize(("right", "of"), [(8, 10), (3, 10), (1, 2), (54, 111)])
def test_the_ends_of_wilsons_interval_are_just_not_contradicted(right, of):
    for p in wilson(right, of):
        assert abs(right / of - p) == pytest.approx(1.959964 * (p * (1 - p) / of) ** 0.5)


def test_wilson_at_the_ends():
    assert (wilson(0, 5)[0], wilson(5, 5)[1]) == (0, 1)
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert share(8, 10) == "8 of 10 (49–94 %)"


def test_a_line_that_fits_has_the_errors_as_they_are_and_one_that_does_not_wider_ones():
    x, errors = np.arange(4.0), np.full(4, 0.1)
    assert by_size.slope(x, 1 + x, errors) == pytest.approx((1, 0.1 / 5**0.5))
    # what is left is (.3, -.3, -.3, .3): 36 errors squared, by two points more than a line has
    off = by_size.slope(x, 1 + x + 0.3 * np.array([1, -1, -1, 1]), errors)
    assert off == pytest.approx((1, 18**0.5 * 0.1 / 5**0.5))
    errors[3] = 1e6  # a point of which little is known moves the line little
    assert by_size.slope(x, np.array([1, 2, 3, 9]), errors)[0] == pytest.approx(1)


def test_a_panel_says_each_size_and_the_slope(monkeypatch):
    assert set(WEIGHTS) == set(SIZES)
    seen = []
    monkeypatch.setattr(by_size, "slope", lambda *line: seen.append(line[0]) or (0.44, 0.5))
    slug = "cosent-beats-softmax-at-each-size"
    html = by_size.html_by_size({slug: "CoSENT − softmax"})
    assert html.count("<img") == 1
    for size in WEIGHTS:
        assert f"{size} +" in html
    assert "+0.4 ± 1.0 a doubling" in html
    assert sorted(2 ** seen[0]) == pytest.approx(sorted(WEIGHTS.values()))
