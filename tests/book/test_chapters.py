"""The solutions run as they stand, each in a namespace of its own, and no chapter holds one."""

from pathlib import Path

import nbformat
import pytest
from browsing import ROOT

from stsutils.teach.directives import directives, python_in
from stsutils.teach.exercises import exercises

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LOSS_CHAPTERS = [p for p in NOTEBOOKS if "04" <= p.name[:2] <= "10" or p.name[:2] == "17"]
CODE = {one.label: python_in(one.solution) for one in exercises().values()}


def written(path: Path) -> str:
    """All Markdown of a notebook."""
    cells = nbformat.read(path, as_version=4).cells
    return "\n\n".join(c.source for c in cells if c.cell_type == "markdown")


@pytest.mark.parametrize("label", [label for label, code in CODE.items() if code])
def test_solution_runs(label):
    exec(compile(CODE[label], f"solution of {label}", "exec"), {"__name__": label})


def test_lines_of_solutions_fit_the_page():
    wide = {label: [x for x in code.splitlines() if len(x) > 80] for label, code in CODE.items()}
    assert {label: lines for label, lines in wide.items() if lines} == {}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_solutions_stand_in_their_folder(path):
    """A solution goes to solutions/<label>.md; the pages show it below its exercise."""
    assert [one.argument for one in directives(written(path), "solution")] == []
    assert all("label" in one.options for one in directives(written(path), "exercise"))


@pytest.mark.parametrize("path", LOSS_CHAPTERS, ids=lambda p: p.stem)
def test_a_loss_chapter_has_three_exercises_and_the_microscope_marks_one(path):
    labels = [one.options["label"] for one in directives(written(path), "exercise")]
    assert len(labels) >= 3
    assert any("check(" in CODE[label] and "candidate=" in CODE[label] for label in labels)
