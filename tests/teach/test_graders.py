"""The two graders themselves: three submissions each, right, a plain loop, and nothing.

Needs `pip install stsutils[teach]`, and some minutes: skipped unless STSUTILS_GRADERS is set.
"""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from stsutils.teach.exercises import exercises
from stsutils.teach.pack import write_pack
from stsutils.teach.student import Chapters

ROOT = Path(__file__).resolve().parents[2]
SEED, LABELS = "a secret", ["how-to-cosine", "cosent-write", "cosent-chance", "pooling-half"]
LOOP = """
import torch

def my_cosent(cosines, labels, scale=20.0):
    total = 1.0
    for i in range(len(cosines)):
        for k in range(len(cosines)):
            if labels[i] > labels[k]:
                total = total + torch.exp(scale * (cosines[k] - cosines[i]))
    return torch.log(total)
"""
ALL = sum(exercises()[label].total for label in LABELS)
#: The plain loop misses the numerics of one loss, and nothing else.
EARNED = {"right": ALL, "loop": ALL - exercises()["cosent-write"].points["numerics"], "wrong": 0}

pytestmark = pytest.mark.skipif(
    not os.environ.get("STSUTILS_GRADERS"), reason="STSUTILS_GRADERS is not set"
)


def call(*words, at):
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
    own = str(Path(sys.executable).parent)  # nbgrader calls alembic by its name
    env["PATH"] = own + os.pathsep + env.get("PATH", "")
    ran = subprocess.run(words, cwd=at, env=env, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def pack(form, folder):
    write_pack(Chapters(ROOT), LABELS, form, SEED, folder, "week-1")


def submission(student: Path, kind: str) -> str:
    """The student's notebook with the answers of one kind filled in."""
    made = json.loads(student.read_text(encoding="utf-8"))
    for cell in made["cells"]:
        for label in LABELS:
            one = exercises()[label]
            if "".join(cell["source"]).startswith(one.stub(SEED)) and kind != "wrong":
                loop = kind == "loop" and label == "cosent-write"
                cell["source"] = LOOP if loop else one.reference(SEED)
    return json.dumps(made)


def test_nbgrader(tmp_path):
    pytest.importorskip("nbgrader")
    pack("nbgrader", tmp_path)
    grader = [sys.executable, "-m", "nbgrader"]
    call(*grader, "generate_assignment", "week-1", at=tmp_path)
    for kind in EARNED:
        path = tmp_path / "submitted" / kind / "week-1" / "exercises.ipynb"
        path.parent.mkdir(parents=True)
        student = tmp_path / "release" / "week-1" / "exercises.ipynb"
        path.write_text(submission(student, kind), encoding="utf-8")
    call(*grader, "autograde", "week-1", at=tmp_path)
    call(*grader, "export", at=tmp_path)
    with (tmp_path / "grades.csv").open(encoding="utf-8") as file:
        seen = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert seen == pytest.approx(EARNED)


def test_otter(tmp_path):
    pytest.importorskip("otter")
    pack("otter", tmp_path)
    grader = [sys.executable, "-m", "otter"]
    call(*grader, "assign", "week-1.ipynb", "dist", at=tmp_path)
    (archive,) = (tmp_path / "dist" / "autograder").glob("*autograder*.zip")
    seen = {}
    for kind in EARNED:
        path = tmp_path / f"{kind}.ipynb"
        student = tmp_path / "dist" / "student" / "week-1.ipynb"
        path.write_text(submission(student, kind), encoding="utf-8")
        (tmp_path / kind).mkdir()
        call(*grader, "run", "-a", str(archive), "-o", kind, str(path), at=tmp_path)
        results = json.loads((tmp_path / kind / "results.json").read_text(encoding="utf-8"))
        seen[kind] = sum(test.get("score") or 0 for test in results["tests"])
    assert seen == pytest.approx(EARNED)
