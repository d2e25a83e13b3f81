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
from stsutils.teach.question import LOOK, Question, look
from stsutils.templates import render
from stsutils.writing import write_text


def write(
    folder: Path, name: str, questions: tuple[Question, ...], seed: str, start: list[Cell]
) -> str:
    """Write the notebook for `otter assign`; returns the commands that come next."""
    import torch

    made_with = {
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "torch": torch.__version__.partition("+")[0],
        "wheel": write_wheel(folder).name,
    }
    cells = [_raw(render("otter_config.txt", name=name, **made_with), "config"), *start]
    for one in questions:
        cells += _question(one, seed)
    write_text(folder / f"{name}.ipynb", as_json(notebook(cells)))
    return render("otter_commands.txt", folder=folder, name=name)


def write_wheel(folder: Path) -> Path:
    """The package as a wheel in `folder`, made of this checkout; nothing is fetched."""
    words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    with tempfile.TemporaryDirectory() as copy:  # an old build in the checkout would come along
        copy_package(Path(copy))
        ran = subprocess.run([*words, "--wheel-dir", folder, copy], capture_output=True, text=True)
    if ran.returncode:
        why = ran.stderr.strip()[-300:]
        raise UserError(f"no wheel could be made: `pip install -e '.[teach]'` first. {why}")
    return next(folder.glob("stsutils-*.whl"))


def copy_package(folder: Path) -> None:
    """Copy what the package is built from: a build leaves files beside its source."""
    root = Path(__file__).resolve().parents[2]
    shutil.copytree(root / "stsutils", folder / "stsutils")
    for name in ("pyproject.toml", "README.md", "LICENSE", "LICENSE-prose"):
        shutil.copy(root / name, folder)


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
        prompt = render("otter_prompt.txt", stub=stub, reference=reference)
        cells.append(code_cell(prompt, f"{label}-answer"))
    else:
        cells.append(text_cell(f"**SOLUTION**\n\n{one.exercise.solution}", f"{label}-answer"))
    cells.append(_raw("# END SOLUTION", f"{label}-solved"))
    end = [_raw("# END QUESTION", f"{label}-end")]
    if one.graded:
        cells.append(_raw("# BEGIN TESTS", f"{label}-tests"))
        for part, points in one.exercise.points.items():
            facts = {"points": f"{points:g}", "part": part, "hidden": one.hidden(seed)}
            cells.append(code_cell(render("otter_test.txt", **facts), f"{label}-{part}"))
        cells.append(_raw("# END TESTS", f"{label}-tested"))
        # no public test of otter's: with one, the hidden tests wait for the notebook's last names
        end.append(code_cell(LOOK + look(one.exercise, seed), f"{label}-look"))
    return [*cells, *end]


def _raw(text: str, name: str) -> Cell:
    return text_cell(text, name) | {"cell_type": "raw"}
