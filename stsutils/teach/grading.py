"""Grade notebooks without a grader: each runs in a process of its own, with limits.

A process that takes too long, or too much memory, is ended and earns nothing more. It has no
network where the system can take it away (`unshare`), an empty home and a folder that is thrown
away. This stops accidents. Against malice use a container, or a machine you can lose.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from stsutils.errors import UserError
from stsutils.writing import write_atomically

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ["student", "label", "part", "points", "earned", "said"]


def grade_all(
    submissions: Path,
    labels: list[str],
    seed: str,
    seconds: int,
    memory: int,
    csv: Path,
    say: Callable[[str], None],
) -> "pd.DataFrame":
    """Grade a notebook, or all of a folder; writes every part to `csv` after each notebook.

    Returns one line a student: points earned, of how many.
    """
    import pandas as pd

    found = [submissions] if submissions.is_file() else _notebooks(submissions)
    if not found:
        raise UserError(f"no notebook in {submissions}; name an .ipynb file or a folder of them")
    if submissions.is_file() and not _is_notebook(submissions):  # 0 points would blame a student
        raise UserError(f"{submissions} is no notebook; name an .ipynb file or a folder of them")
    rows = []
    for number, path in enumerate(found, 1):
        student = path.stem if submissions.is_file() else "/".join(_name(path, submissions))
        marks = grade_one(path, labels, seed, seconds, memory)
        own = {"student": _no_formula(student)}
        rows += [own | mark | {"said": _no_formula(mark["said"])} for mark in marks]
        table = pd.DataFrame(rows, columns=COLUMNS)
        write_atomically(csv, lambda there, table=table: table.to_csv(there, index=False))
        say(f"{number}/{len(found)} {student}: {sum(mark['earned'] for mark in marks):g} points")
    return table.groupby("student", sort=False)[["earned", "points"]].sum().reset_index()


def _notebooks(folder: Path) -> list[Path]:
    """All notebooks but copies that Jupyter keeps in hidden folders."""
    every = sorted(folder.rglob("*.ipynb"))
    return [p for p in every if not any(x.startswith(".") for x in p.relative_to(folder).parts)]


def _is_notebook(path: Path) -> bool:
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return all({"cell_type", "source"} <= cell.keys() for cell in cells)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return False


def _no_formula(text: str) -> str:
    """A text that no spreadsheet reads as a formula: a student may have written it."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t")) else text


def _name(path: Path, folder: Path) -> tuple[str, ...]:
    return path.relative_to(folder).with_suffix("").parts


def grade_one(path: Path, labels: list[str], seed: str, seconds: int, memory: int) -> list[dict]:
    """The marks of one notebook; where its process was ended, no points and the reason."""
    from stsutils.teach.exercises import exercise, find_solutions

    with tempfile.TemporaryDirectory() as scratch:
        job = {"notebook": str(path.resolve()), "labels": labels, "seed": seed, "memory": memory}
        job["solutions"] = str(find_solutions())
        env = {"HOME": scratch, "PATH": os.environ.get("PATH", ""), "OMP_NUM_THREADS": "1"}
        env |= {"HF_HUB_OFFLINE": "1", "MPLBACKEND": "agg", "PYTHONUTF8": "1"}
        env |= {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [*_without_network(), sys.executable, "-m", "stsutils.teach.child"]
        try:
            ran = subprocess.run(
                command,
                input=json.dumps(job),
                capture_output=True,
                text=True,
                cwd=scratch,
                env=env,
                timeout=seconds,
            )
            why = (ran.stderr.strip().splitlines() or ["it ended early"])[-1]
            marks = Path(scratch, "marks.json")
            if marks.is_file():
                return json.loads(marks.read_text(encoding="utf-8"))
        except subprocess.TimeoutExpired:
            why = f"stopped after {seconds} seconds"
    return [
        {"label": one, "part": part, "points": points, "earned": 0.0, "said": why[:200]}
        for one in labels
        for part, points in exercise(one).points.items()
        if exercise(one).kind != "manual"
    ]


def _without_network() -> list[str]:
    """The words that start a process without a network, where the system allows it."""
    tool = shutil.which("unshare")
    if not tool:
        return []
    words = [tool, "--user", "--map-root-user", "--net"]
    tried = subprocess.run([*words, "true"], capture_output=True, check=False)
    return words if tried.returncode == 0 else []
