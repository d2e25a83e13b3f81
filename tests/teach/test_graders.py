"""The two graders themselves, on five submissions, with an endless cell in one of them.

Needs `pip install -e ".[teach]"`, which `make test` does.
"""

import csv
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from stsutils.teach import pack
from stsutils.teach.exercises import exercises
from stsutils.teach.student import Chapters

ROOT = Path(__file__).resolve().parents[2]
# two that hand in the same name, one whose answer another one gives, a loss
LABELS = ["how-to-cosine", "domain-seeds-needed", "cases-side", "cosent-write", "pooling-half"]
SEED = "a secret"
POINTS = {label: exercises()[label].total for label in LABELS}
ALL = sum(POINTS.values())
SUM = """
import torch

def my_cosent(cosines, labels, scale=20.0):
    return (cosines - labels).sum()
"""
EARNED = {"right": ALL, "untouched": 0}
EARNED |= dict.fromkeys(("sum", "endless"), ALL - POINTS["cosent-write"])


def call(*words, at, fails=False, path=str(ROOT)):
    env = {**os.environ, "PYTHONPATH": path, "PYTHONWARNINGS": "ignore", "OMP_NUM_THREADS": "1"}
    env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{env.get('PATH', '')}"  # of alembic
    ran = subprocess.run(words, cwd=at, env=env, capture_output=True, text=True, timeout=900)
    assert fails or ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


@pytest.fixture
def short(monkeypatch):
    """Packs whose endless cells are ended soon."""
    monkeypatch.setattr(pack, "START", pack.START.replace("(60)", "(25)"))


def write(form, folder):
    pack.write_pack(Chapters(ROOT), LABELS, form, SEED, folder, "week-1")


def submission(student: Path, kind: str) -> str:
    """The student's notebook with the answers of one kind filled in."""
    made = json.loads(student.read_text(encoding="utf-8"))
    for cell in made["cells"]:
        for label in LABELS:
            one = exercises()[label]
            if "".join(cell["source"]).startswith(one.stub(SEED)) and kind != "untouched":
                wrong = {"sum": SUM, "endless": "while True:\n    pass"}.get(kind)
                own = wrong if label == "cosent-write" else None
                cell["source"] = own or one.reference(SEED)
    return json.dumps(made)


def odd(right: str) -> str:
    """Each cell twice, a marking cell gone, a script among the outputs."""
    made = json.loads(right)
    kept = [cell for cell in made["cells"] if cell["id"] != "pooling-half-test"]
    kept[-1]["source"] += "\nfrom IPython.display import HTML\nHTML('<script>1</script>')"
    return json.dumps(made | {"cells": [cell for cell in kept for _ in range(2)]})


def test_nbgrader(tmp_path, short):
    pytest.importorskip("nbgrader")
    write("nbgrader", tmp_path)
    grader = [sys.executable, "-m", "nbgrader"]
    call(*grader, "generate_assignment", "week-1", at=tmp_path)
    student = tmp_path / "release" / "week-1" / "exercises.ipynb"
    assert SEED not in student.read_text(encoding="utf-8")
    handed_in = {kind: submission(student, kind) for kind in EARNED}
    for kind, text in (handed_in | {"odd": odd(handed_in["right"])}).items():
        path = tmp_path / "submitted" / kind / "week-1" / "exercises.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    said = call(*grader, "validate", str(student), at=tmp_path, fails=True)
    assert "Success" not in said
    assert "was not handed in" in said
    done = tmp_path / "submitted" / "right" / "week-1" / "exercises.ipynb"
    assert "Success" in call(*grader, "validate", str(done), at=tmp_path, fails=True)
    call(*grader, "autograde", "week-1", at=tmp_path)
    call(*grader, "generate_feedback", "week-1", at=tmp_path)
    call(*grader, "export", at=tmp_path)
    with (tmp_path / "grades.csv").open(encoding="utf-8") as file:
        seen = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert seen == pytest.approx(EARNED | {"odd": ALL})
    page = {p.parts[-3]: p.read_text("utf-8") for p in tmp_path.glob("feedback/*/*/*.html")}
    assert "my_cosent was not handed in" in page["endless"]
    assert "&lt;script&gt;1" in page["odd"]
    assert "<script>1" not in page["odd"]


def test_otter(tmp_path, short):
    """The grader has the wheel of the zip alone, not this checkout."""
    pytest.importorskip("otter")
    write("otter", tmp_path)
    grader = [sys.executable, "-m", "otter"]
    call(*grader, "assign", "week-1.ipynb", "dist", at=tmp_path)
    (archive,) = (tmp_path / "dist" / "autograder").glob("*autograder*.zip")
    held = zipfile.ZipFile(archive)
    (wheel,) = (name for name in held.namelist() if name.endswith(".whl"))
    wanted = held.read("environment.yml").decode()
    assert f"/autograder/source/{wheel}" in wanted
    assert "+cpu" in wanted
    bare = tmp_path / "bare"
    zipfile.ZipFile(held.extract(wheel, tmp_path)).extractall(bare)
    student = tmp_path / "dist" / "student" / "week-1.ipynb"
    seen = {}
    for kind in EARNED:
        path = tmp_path / f"{kind}.ipynb"
        path.write_text(submission(student, kind), encoding="utf-8")
        (tmp_path / kind).mkdir()
        words = ["run", "-a", str(archive), "-o", kind, str(path)]
        call(*grader, *words, at=tmp_path, path=str(bare))
        text = (tmp_path / kind / "results.json").read_text(encoding="utf-8")
        seen[kind] = sum(test.get("score") or 0 for test in json.loads(text)["tests"])
    assert seen == pytest.approx(EARNED)
