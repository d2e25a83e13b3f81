"""A class pack for otter-grader 7: one notebook in the form that `otter assign` takes."""

from pathlib import Path

from stsutils.teach.cells import Cell, as_json, code_cell, notebook, text_cell
from stsutils.teach.question import Question, put

CONFIG = """\
# ASSIGNMENT CONFIG
name: {name}
init_cell: true
check_all_cell: false
export_cell: false
show_question_points: true
tests:
    ok_format: false
"""
PROMPT = '''\
""" # BEGIN PROMPT
{stub}
""" # END PROMPT
# BEGIN SOLUTION NO PROMPT
{reference}
# END SOLUTION'''
TEST = '''\
""" # BEGIN TEST CONFIG
points: {points}
hidden: true
""" # END TEST CONFIG
def test_{part}(env):
{body}


test_{part}(globals())  # IGNORE'''


def write(folder: Path, name: str, questions: tuple[Question, ...], seed: str) -> tuple[str, ...]:
    """Write the notebook for `otter assign`; returns the commands that come next."""
    cells = [_raw(CONFIG.format(name=name), "config"), text_cell(f"# {name}", "title")]
    for one in questions:
        cells += _question(one, seed)
    put(folder / f"{name}.ipynb", as_json(notebook(cells)))
    return (
        f"cd {folder}",
        f"otter assign {name}.ipynb dist   # the students' notebook in dist/student",
        f"otter run -a dist/autograder/{name}-autograder_*.zip SUBMISSION.ipynb",
        "otter grade -n NAME -a dist/autograder/*.zip SUBMISSIONS   # all of them, in containers",
    )


def _question(one: Question, seed: str) -> list[Cell]:
    label = one.exercise.label
    points = "" if one.graded else f"\npoints: {one.exercise.total:g}\nmanual: true"
    cells = [
        _raw(f"# BEGIN QUESTION\nname: {one.name}{points}", f"{label}-begin"),
        text_cell(one.words(seed), label),
        _raw("# BEGIN SOLUTION", f"{label}-solution"),
    ]
    if one.graded:
        stub, reference = one.exercise.stub(seed), one.exercise.reference(seed).strip()
        cells.append(code_cell(PROMPT.format(stub=stub, reference=reference), f"{label}-answer"))
    else:
        cells.append(text_cell(f"**SOLUTION**\n\n{one.exercise.solution}", f"{label}-answer"))
    cells.append(_raw("# END SOLUTION", f"{label}-solved"))
    if one.graded:
        cells.append(_raw("# BEGIN TESTS", f"{label}-tests"))
        for part, points in one.exercise.points.items():
            body = one.test(part, seed, "env").replace("\n\n", "\n").replace("\n", "\n    ")
            code = TEST.format(points=f"{points:g}", part=part, body=f"    {body}")
            cells.append(code_cell(code, f"{label}-{part}"))
        cells.append(_raw("# END TESTS", f"{label}-tested"))
    return [*cells, _raw("# END QUESTION", f"{label}-end")]


def _raw(text: str, name: str) -> Cell:
    made = text_cell(text, name)
    return made | {"cell_type": "raw"}
