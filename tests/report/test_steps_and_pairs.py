"""Tables behind the evidence pages of CoSENT's Figure 3 and Table X."""

from stsutils.experiments import load
from stsutils.experiments.common.sets import LOSSES, title
from stsutils.experiments.cosent import convergence
from stsutils.report import read_cells
from stsutils.report.views import steps, ten_pairs


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
