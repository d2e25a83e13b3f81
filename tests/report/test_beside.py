"""Two cells' settings side by side."""

import pytest

from stsutils.errors import UserError
from stsutils.experiments import Cell, Derived, Experiment, Tuned
from stsutils.report.views.beside import settings_beside

PLAIN = Cell({"batch_size": 16, "pooling": "mean", "loss": {"name": "cosent", "scale": 20.0}}, "x")
TUNED = Tuned(
    tuple({"batch_size": 16, "pooling": "cls", "clip": 1e9, "lr": lr} for lr in (1e-4, 2e-4)), "x"
)
CELLS = {("a", "x"): PLAIN, ("b", "x"): TUNED, ("c", "x"): Derived("mean", (PLAIN,))}
ONE = Experiment("one", "One", lambda tier: CELLS if tier == "lab" else {})


def test_only_what_differs_is_shown_with_candidates_and_defaults():
    found = settings_beside({"A": (ONE, ("a", "x")), "B": (ONE, ("b", "x"))}, "lab", {"clip": 1.0})
    assert found.to_dict("index") == {
        "pooling": {"A": "mean", "B": "cls"},
        "loss": {"A": "cosent, scale 20.0", "B": "–"},
        "clip": {"A": "1", "B": "1e+09"},
        "lr": {"A": "–", "B": "0.0001 or 0.0002"},
    }


def test_equal_cells_differ_in_nothing():
    assert settings_beside({"A": (ONE, ("a", "x")), "B": (ONE, ("a", "x"))}, "lab").empty


def test_the_blog_pools_by_cls_and_the_paper_by_the_mean():
    found = settings_beside(
        {
            "paper": ("chinese", ("CoSENT", "ATEC")),
            "blog": ("blog-in-domain", ("CoSENT", "ATEC")),
        },
        "paper",
    )
    assert found.loc["pooling"].to_dict() == {"paper": "mean", "blog": "cls"}
    assert "loss" not in found.index


@pytest.mark.parametrize("cell", [("nothing", "x"), ("c", "x")])
def test_a_cell_that_is_no_training_is_refused(cell):
    with pytest.raises(UserError, match="experiment 'one' has no"):
        settings_beside({"A": (ONE, cell)}, "lab")
