"""A class pack for nbgrader 0.9: a course folder with one assignment."""

from pathlib import Path

from stsutils.teach.cells import Cell, as_json, code_cell, notebook, text_cell
from stsutils.teach.question import LOOK, Question, look
from stsutils.templates import render
from stsutils.writing import write_text


def write(
    folder: Path, name: str, questions: tuple[Question, ...], seed: str, start: list[Cell]
) -> str:
    """Write the course folder; returns the commands that come next."""
    cells = [_locked(one) for one in start]
    for one in questions:
        cells += _question(one, seed)
    write_text(folder / "source" / name / "exercises.ipynb", as_json(notebook(cells)))
    write_text(folder / "nbgrader_config.py", render("nbgrader_config.txt"))
    return render("nbgrader_commands.txt", folder=folder, name=name)


def _question(one: Question, seed: str) -> list[Cell]:
    exercise, total = one.exercise, float(one.exercise.total)
    words = _locked(text_cell(one.words(seed), exercise.label))
    if not one.graded:
        answer = text_cell("Write your answer here.", f"{exercise.label}-answer")
        return [words, _marked(answer, one.name, grade=True, solution=True, points=total)]
    code = (
        f"{exercise.stub(seed)}\n\n### BEGIN SOLUTION\n{exercise.reference(seed).strip()}\n"
        "### END SOLUTION"
    )
    # One cell a question: students see `look`; in its place the grader marks, and returns points.
    test = (
        f"{LOOK}### BEGIN HIDDEN TESTS\nfrom stsutils.teach.marking import Hidden\n"
        f"look = lambda env, *_: {one.hidden(seed)}.grade(env)\n"
        f"### END HIDDEN TESTS\n{look(exercise, seed)}"
    )
    answer = code_cell(code, f"{exercise.label}-answer")
    marking = code_cell(test, f"{exercise.label}-test")
    return [
        words,
        _marked(answer, f"{one.name}_answer", solution=True),
        _marked(marking, one.name, grade=True, locked=True, points=total),
    ]


def _locked(cell: Cell) -> Cell:
    return _marked(cell, f"text_{cell['id']}".replace("-", "_"), locked=True)


def _marked(cell: Cell, grade_id: str, **facts: object) -> Cell:
    known = {"grade": False, "solution": False, "locked": False, "task": False} | facts
    known |= {"schema_version": 3, "grade_id": grade_id, "cell_type": cell["cell_type"]}
    cell["metadata"]["nbgrader"] = known
    return cell
