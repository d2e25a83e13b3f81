"""Packs: the hidden tests pay for the reference and for nothing else, in both graders' forms."""

import contextlib
import io
import re
from pathlib import Path

import nbformat
import pytest
from typer.testing import CliRunner

from stsutils.cli import app
from stsutils.errors import UserError
from stsutils.teach import grading
from stsutils.teach.cells import as_json, code_cell, notebook
from stsutils.teach.child import run_cells
from stsutils.teach.exercises import exercise, exercises
from stsutils.teach.grading import grade_all
from stsutils.teach.pack import write_pack
from stsutils.teach.student import Chapters

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = Chapters(ROOT)
WANTED = ["how_to_use", "_cosent"]
SEED = "a secret"


def pack(form, folder):
    return write_pack(CHAPTERS, WANTED, form, SEED, folder, "week-1")


def code_of(path):
    cells = nbformat.read(path, as_version=4).cells
    return [cell for cell in cells if cell.cell_type == "code"]


def run(code, env):
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(code, "cell", "exec"), env)


def test_nbgraders_hidden_tests_pay_for_the_reference_only(tmp_path):
    found = pack("nbgrader", tmp_path)
    path = tmp_path / "source" / "week-1" / "exercises.ipynb"
    nbformat.validate(nbformat.read(path, as_version=4))
    right, empty, points = {"__name__": "a"}, {"__name__": "b"}, 0
    for cell in code_of(path):
        facts = cell.metadata.nbgrader
        if facts.solution:
            run(cell.source, right)
            cleared = re.sub(r"### BEGIN SOL.*### END SOLUTION", "", cell.source, flags=re.DOTALL)
            run(cleared, empty)
        elif facts.grade:
            points += facts.points
            run(cell.source, right)
            with pytest.raises(Exception):  # noqa: B017, PT011
                run(cell.source, empty)
    by_hand = sum(q.exercise.total for q in found.questions if not q.graded)
    assert points + by_hand == pytest.approx(found.points)


def test_otters_notebook_has_a_test_for_every_point(tmp_path):
    found = pack("otter", tmp_path)
    cells = nbformat.read(tmp_path / "week-1.ipynb", as_version=4).cells
    raw = [cell.source for cell in cells if cell.cell_type == "raw"]
    assert sum(text.startswith("# BEGIN QUESTION") for text in raw) == len(found.questions)
    for kind in ("QUESTION", "SOLUTION", "TESTS"):
        begun, ended = (sum(f"# {way} {kind}" in t for t in raw) for way in ("BEGIN", "END"))
        assert begun == ended
    tests = [cell.source for cell in cells if "# BEGIN TEST CONFIG" in cell.source]
    stated = sum(float(p) for text in tests for p in re.findall(r"^points: (\S+)$", text, re.M))
    by_hand = sum(q.exercise.total for q in found.questions if not q.graded)
    assert stated + by_hand == pytest.approx(found.points)
    assert all("hidden: true" in text for text in tests)


def test_what_students_get_to_read_asks_nothing_and_tells_no_seed(tmp_path):
    pack("otter", tmp_path)
    chapters = sorted((tmp_path / "chapters").glob("*.ipynb"))
    assert len(chapters) == len(WANTED)
    for path in chapters:
        text = path.read_text(encoding="utf-8")
        assert SEED not in text
        assert "### Exercise:" not in text
    assert SEED in (tmp_path / "key.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"form": "paper"}, "otter, nbgrader"),
        ({"wanted": ["nothing"]}, "no chapter"),
        ({"wanted": ["all_claims"]}, "no exercise"),
        ({"name": "../up"}, "letters"),
    ],
)
def test_a_mistake_is_said_in_one_line(tmp_path, change, said):
    words = {"wanted": WANTED, "form": "otter", "seed": SEED, "name": "week-1"} | change
    with pytest.raises(UserError, match=said):
        write_pack(CHAPTERS, words["wanted"], words["form"], SEED, tmp_path, words["name"])


def test_single_exercises_are_named_by_label(tmp_path):
    wanted = ["cosent-push", "sim-three"]
    found = write_pack(CHAPTERS, wanted, "otter", SEED, tmp_path, "week-1")
    assert [one.exercise.label for one in found.questions] == wanted
    assert len(list((tmp_path / "chapters").glob("*.ipynb"))) == 2


def test_the_page_for_teachers_names_exercises_that_are_there():
    page = (ROOT / "book" / "for_teachers.md").read_text(encoding="utf-8")
    table = "\n".join(line for line in page.splitlines() if line.startswith("| "))
    named = set(re.findall(r"`([a-z]+-[a-z-]+)`", table))
    assert len(named) >= 12
    assert named <= set(exercises())


def test_a_folder_in_use_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("work")
    with pytest.raises(UserError, match="not empty"):
        pack("otter", tmp_path)


def test_the_command_says_what_comes_next(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    words = ["class", "how_to_use", "--format", "nbgrader", "--out", str(tmp_path / "pack")]
    ran = CliRunner().invoke(app, words)
    assert ran.exit_code == 0, ran.output
    assert "nbgrader generate_assignment exercises" in ran.output
    seed = re.search(r"seed (\w+) \(secret", ran.output)[1]
    assert len(seed) == 16


def hand_in(path, *cells):
    made = notebook([code_cell(code, f"cell-{i}") for i, code in enumerate(cells)])
    path.write_text(as_json(made), encoding="utf-8")


def test_grading_pays_for_what_is_right_and_outlives_what_is_not(tmp_path):
    folder, csv = tmp_path / "all", tmp_path / "points.csv"
    folder.mkdir()
    right = exercise("how-to-cosine").reference(SEED)
    hand_in(folder / "a_right.ipynb", "1 / 0", "%matplotlib inline\n" + right)
    hand_in(folder / "b_empty.ipynb", exercise("how-to-cosine").stub(SEED))
    hand_in(folder / "c_endless.ipynb", right, "while True:\n    pass")
    hand_in(folder / "d_leaves.ipynb", right, "import os\nos._exit(0)")
    hand_in(folder / "e_asks.ipynb", "name = input()", right)
    said = []
    table = grade_all(folder, ["how-to-cosine"], SEED, 10, 4, csv, said.append)
    earned = dict(zip(table.student, table.earned, strict=True))
    assert earned == {"a_right": 2, "b_empty": 0, "c_endless": 0, "d_leaves": 0, "e_asks": 2}
    assert "stopped after 10 seconds" in csv.read_text()
    assert len(said) == 5


def test_the_command_writes_points(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    hand_in(tmp_path / "ada.ipynb", exercise("how-to-cosine").reference(SEED))
    csv = tmp_path / "points.csv"
    words = ["grade", str(tmp_path), "how-to-cosine", "--seed", SEED, "--csv", str(csv)]
    ran = CliRunner().invoke(app, words)
    assert ran.exit_code == 0, ran.output
    assert "ada,how-to-cosine,right_angle,2.0,2.0," in csv.read_text()


def test_nothing_to_grade_is_said(tmp_path):
    with pytest.raises(UserError, match="no notebook"):
        grade_all(tmp_path, [], SEED, 10, 4, tmp_path / "points.csv", print)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("points.csv", b"student,points\nada,2\n"),
        ("solution.py", b"print(1)\n"),
        ("ada.zip", b"PK\x03\x04\xff"),
        ("cut_off.ipynb", b'{"cells": [{"cell_ty'),
        ("ada.ipynb", b'{"worksheets": []}'),
        ("ada.ipynb", b'{"cells": [5]}'),
        ("ada.ipynb", b"[" * 100_000),
    ],
)
def test_a_file_that_is_no_notebook_is_refused_and_gets_no_points(tmp_path, name, content):
    path, csv = tmp_path / name, tmp_path / "out.csv"
    path.write_bytes(content)
    with pytest.raises(UserError, match=f"{name} is no notebook; name an .ipynb file"):
        grade_all(path, ["how-to-cosine"], SEED, 10, 4, csv, print)
    assert not csv.exists()


def test_students_keep_their_percent_lines_and_a_cell_that_exits_costs_itself(tmp_path):
    cells = [
        "%matplotlib inline\na = 1",
        "share = (\n    10\n    % 7\n)",
        "import sys",
        "sys.exit(0)",
    ]
    cells += ["!pip list\nlast = 2"]
    write = notebook([code_cell(cell, f"c{i}") for i, cell in enumerate(cells)])
    path = tmp_path / "mine.ipynb"
    path.write_text(as_json(write), encoding="utf-8")
    env = run_cells(path)
    assert (env["a"], env["share"], env["last"]) == (1, 3, 2)


def test_copies_that_jupyter_keeps_are_no_students_and_points_hold_no_formula(tmp_path):
    for name in ("ann/ex.ipynb", "ann/.ipynb_checkpoints/ex-checkpoint.ipynb"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}", encoding="utf-8")
    assert grading._notebooks(tmp_path) == [tmp_path / "ann/ex.ipynb"]
    assert grading._no_formula("=HYPERLINK(1)") == "'=HYPERLINK(1)"
    assert grading._no_formula("well done") == "well done"
