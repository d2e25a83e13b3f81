"""A class pack for otter-grader 7: one notebook in the form that `otter assign` takes.

The autograder's zip takes along all that a container needs: the wheel of this package, PyTorch's
build for CPUs, and the version of Python.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from stsutils.errors import UserError
from stsutils.teach.cells import Cell, as_json, code_cell, notebook, text_cell
from stsutils.teach.question import HIDDEN, LOOK, Question, look
from stsutils.writing import write_text

CONFIG = """\
# ASSIGNMENT CONFIG
name: {name}
init_cell: true
check_all_cell: false
export_cell: false
show_question_points: true
python_version: "{python}"
autograder_files: [{wheel}]
requirements:
    - "--extra-index-url https://download.pytorch.org/whl/cpu"
    - "torch=={torch}+cpu"
    - "/autograder/source/files/{wheel}"
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


def write(
    folder: Path, name: str, questions: tuple[Question, ...], seed: str, start: list[Cell]
) -> tuple[str, ...]:
    """Write the notebook for `otter assign`; returns the commands that come next."""
    import torch

    version, torch_version = sys.version_info, torch.__version__.partition("+")[0]
    python = f"{version.major}.{version.minor}"
    config = CONFIG.format(
        name=name, python=python, torch=torch_version, wheel=write_wheel(folder).name
    )
    cells = [_raw(config, "config"), *start]
    for one in questions:
        cells += _question(one, seed)
    write_text(folder / f"{name}.ipynb", as_json(notebook(cells)))
    return (
        f"cd {folder}",
        f"otter assign {name}.ipynb dist   # the students' notebook in dist/student",
        "# in containers, with all submissions in the folder SUBMISSIONS:",
        f"otter grade -n {name} -a dist/autograder/{name}-autograder_TIME.zip "
        "--timeout 900 SUBMISSIONS",
        "# or one by one, without a container: otter run -a ZIP SUBMISSION.ipynb",
    )


def write_wheel(folder: Path) -> Path:
    """The package as a wheel in `folder`, made of this checkout; nothing is fetched."""
    folder.mkdir(parents=True, exist_ok=True)
    root = Path(__file__).resolve().parents[2]
    words = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    with tempfile.TemporaryDirectory() as copy:  # an old build in the checkout would come along
        for name in ("pyproject.toml", "README.md", "LICENSE", "LICENSE-prose"):
            shutil.copy(root / name, copy)
        shutil.copytree(root / "stsutils", Path(copy, "stsutils"))
        words = [sys.executable, "-m", "pip", *words, copy]
        ran = subprocess.run(words, capture_output=True, text=True)
    if ran.returncode:
        why = ran.stderr.strip()[-300:]
        raise UserError(f"no wheel could be made: `pip install stsutils[teach]` first. {why}")
    return next(folder.glob("stsutils-*.whl"))


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
    end = [_raw("# END QUESTION", f"{label}-end")]
    if one.graded:
        cells.append(_raw("# BEGIN TESTS", f"{label}-tests"))
        for part, points in one.exercise.points.items():
            code = f"{HIDDEN}hidden = {one.hidden(seed)}\nhidden.award({part!r}, env)"
            body = code.replace("\n", "\n    ")
            test = TEST.format(points=f"{points:g}", part=part, body=body)
            cells.append(code_cell(test, f"{label}-{part}"))
        cells.append(_raw("# END TESTS", f"{label}-tested"))
        # no public test of otter's: with one, the hidden tests wait for the notebook's last names
        end.append(code_cell(LOOK + look(one.exercise, seed, "globals()"), f"{label}-look"))
    return [*cells, *end]


def _raw(text: str, name: str) -> Cell:
    return text_cell(text, name) | {"cell_type": "raw"}
