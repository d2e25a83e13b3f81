"""The hidden solutions of the chapters run as they stand, each in a namespace of its own."""

import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LOSS_CHAPTERS = [p for p in NOTEBOOKS if "04" <= p.name[:2] <= "10" or p.name[:2] in ("16", "17")]


def directives(text: str, kind: str) -> list[tuple[str, str]]:
    """The (argument, body) of each fenced directive of this kind, such as ``{solution} label``."""
    fence = rf"^(`{{3,}})\{{{kind}\}}[ \t]*([^\n]*)\n(.*?)^\1[ \t]*$"
    return [m[1:] for m in re.findall(fence, text, re.MULTILINE | re.DOTALL)]


def written(path: Path) -> str:
    """All Markdown of a notebook."""
    cells = nbformat.read(path, as_version=4).cells
    return "\n\n".join(c.source for c in cells if c.cell_type == "markdown")


def solution_code(path: Path) -> list[tuple[str, str]]:
    """(label, code) of each solution that has Python in it."""
    found = []
    for label, body in directives(written(path), "solution"):
        code = "\n".join(re.findall(r"^```python\n(.*?)^```$", body, re.MULTILINE | re.DOTALL))
        found += [(label, code)] if code else []
    return found


CODE = [(label, code) for path in NOTEBOOKS for label, code in solution_code(path)]


@pytest.mark.parametrize(("label", "code"), CODE, ids=[label for label, _ in CODE])
def test_solution_runs(label, code):
    exec(compile(code, f"solution of {label}", "exec"), {"__name__": label})


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_every_exercise_has_one_solution_and_it_is_hidden(path):
    labels = re.findall(r"^:label: (\S+)$", written(path), re.MULTILINE)
    solutions = directives(written(path), "solution")
    assert sorted(labels) == sorted(label for label, _ in solutions)
    assert all(body.startswith(":class: dropdown") for _, body in solutions)


@pytest.mark.parametrize("path", LOSS_CHAPTERS, ids=lambda p: p.stem)
def test_a_loss_chapter_has_three_exercises_and_the_microscope_marks_one(path):
    assert len(directives(written(path), "exercise")) >= 3
    assert any("check(" in code and "candidate=" in code for _, code in solution_code(path))


def test_a_planted_solution_is_found():
    text = "`````{solution} a-label\n:class: dropdown\n\n```python\n1 / 0\n```\n`````\n"
    ((label, body),) = directives(text, "solution")
    assert label == "a-label"
    assert "1 / 0" in body
