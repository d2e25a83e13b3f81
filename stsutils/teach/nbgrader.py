"""A class pack for nbgrader 0.9: a course folder with one assignment."""

from pathlib import Path

from stsutils.teach.cells import Cell, as_json, code_cell, notebook, text_cell
from stsutils.teach.question import Question, put

CONFIG = '''\
"""nbgrader's settings for this course folder."""

c = get_config()  # noqa: F821
c.CourseDirectory.course_id = "stsutils"
c.ClearSolutions.code_stub = {"python": "# your code above"}
c.ClearSolutions.enforce_metadata = False
c.ExecutePreprocessor.timeout = 120  # seconds a cell may take
c.Exchange.course_id = "stsutils"
'''


def write(folder: Path, name: str, questions: tuple[Question, ...], seed: str) -> tuple[str, ...]:
    """Write the course folder; returns the commands that come next."""
    cells = [_locked(text_cell(f"# {name}", "title"))]
    for one in questions:
        cells += _question(one, seed)
    put(folder / "source" / name / "exercises.ipynb", as_json(notebook(cells)))
    put(folder / "nbgrader_config.py", CONFIG)
    return (
        f"cd {folder}",
        f"nbgrader generate_assignment {name}   # the students' notebook, in release/{name}",
        f"# put each student's into submitted/STUDENT/{name}/exercises.ipynb, then",
        f"nbgrader autograde {name}",
        f"nbgrader generate_feedback {name}",
        "nbgrader export   # grades.csv",
    )


def _question(one: Question, seed: str) -> list[Cell]:
    words = _locked(text_cell(one.words(seed), one.exercise.label))
    if not one.graded:
        answer = text_cell("Write your answer here.", f"{one.exercise.label}-answer")
        return [words, _marked(answer, one.name, grade=True, solution=True, points=_points(one))]
    code = (
        f"{one.exercise.stub(seed)}\n\n### BEGIN SOLUTION\n{one.exercise.reference(seed).strip()}\n"
        "### END SOLUTION"
    )
    answer = code_cell(code, f"{one.exercise.label}-answer")
    cells = [words, _marked(answer, f"{one.name}_answer", solution=True)]
    for part, points in one.exercise.points.items():
        test = (
            f"# {part}: {points:g} points\n### BEGIN HIDDEN TESTS\n"
            f"{one.test(part, seed, 'globals()')}\n### END HIDDEN TESTS"
        )
        cell = code_cell(test, f"{one.exercise.label}-{part}")
        cells.append(
            _marked(cell, f"{one.name}_{part}", grade=True, locked=True, points=float(points))
        )
    return cells


def _points(one: Question) -> float:
    return float(one.exercise.total)


def _locked(cell: Cell) -> Cell:
    return _marked(cell, f"text_{cell['id']}".replace("-", "_"), locked=True)


def _marked(cell: Cell, grade_id: str, **facts: object) -> Cell:
    known = {"grade": False, "solution": False, "locked": False, "task": False} | facts
    known |= {"schema_version": 3, "grade_id": grade_id, "cell_type": cell["cell_type"]}
    cell["metadata"]["nbgrader"] = known
    return cell
