"""Packs: what is written for each grader, and mistakes in one line."""

import json
import re
import zipfile
from pathlib import Path

import nbformat
import pytest

from stsutils.teach import otter
from stsutils.teach.pack import write_pack
from stsutils.teach.question import LOOK
from stsutils.teach.student import Chapters

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = Chapters(ROOT)
WANTED = ["how-to-cosine", "sim-crowd", "mse-write", "cosent-chance", "cosent-order"]
SEED = "a secret"


@pytest.fixture(autouse=True)
def _no_wheel(monkeypatch, request):
    """Making the wheel takes seconds: one test does."""
    if "wheel" not in request.node.name:
        monkeypatch.setattr(otter, "write_wheel", lambda folder: Path("stsutils-0.whl"))


def pack(form, folder):
    return write_pack(CHAPTERS, WANTED, form, SEED, folder / "pack", "week-1")


def test_otters_notebook_has_a_test_for_every_point_and_one_that_all_may_run(tmp_path):
    found = pack("otter", tmp_path)
    cells = nbformat.read(tmp_path / "pack" / "week-1.ipynb", as_version=4).cells
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
    shown = [cell.source for cell in cells if cell.source.startswith(LOOK)]
    assert len(shown) == sum(q.graded for q in found.questions)
    assert not any(SEED in text for text in shown)


def test_the_wheel_holds_the_package_and_otters_zip_asks_for_all_it_needs(tmp_path):
    pack("otter", tmp_path)
    text = (tmp_path / "pack" / "week-1.ipynb").read_text(encoding="utf-8")
    (wheel,) = (tmp_path / "pack").glob("stsutils-*.whl")
    config = json.loads(text)["cells"][0]["source"]
    assert f"autograder_files: [{wheel.name}]" in config
    assert f"/autograder/source/files/{wheel.name}" in config
    assert re.search(r'- "torch==[\d.]+\+cpu"', config)
    assert re.search(r'python_version: "3\.\d+"', config)
    kept = {".py", ".toml", ".tsv", ".parquet", ".safetensors", ".json", ".txt"}
    wanted = {str(p.relative_to(ROOT)) for p in (ROOT / "stsutils").rglob("*") if p.suffix in kept}
    assert wanted <= {str(Path(name)) for name in zipfile.ZipFile(wheel).namelist()}


def test_a_question_has_its_points_and_one_set_of_numbers_and_tells_no_seed(tmp_path):
    found = pack("nbgrader", tmp_path)
    path = tmp_path / "pack" / "source" / "week-1" / "exercises.ipynb"
    nbformat.validate(made := nbformat.read(path, as_version=4))
    points = [cell.metadata.nbgrader.get("points", 0) for cell in made.cells]
    assert sum(points) == pytest.approx(found.points)
    assert not all(one.graded for one in found.questions), "a person marks one"
    for one in found.questions:
        words = one.words(SEED)
        assert SEED not in words
        assert ".ipynb" not in words
    crowd = next(q for q in found.questions if q.exercise.label == "sim-crowd")
    assert "1.2" not in crowd.words(SEED)
    assert "annotator errs by" in crowd.words(SEED)
    assert SEED in found.key.read_text(encoding="utf-8")
    assert found.key.parent == tmp_path, "not in the folder that a teacher may hand on"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"form": "paper"}, "otter, nbgrader"),
        ({"wanted": ["nothing"]}, "no chapter"),
        ({"wanted": ["35_where"]}, "no exercise"),
        ({"name": "../up"}, "letters"),
        ({"folder": "in use"}, "not empty"),
        ({"folder": "in use/mine.txt"}, "mine.txt is a file"),
        ({"folder": "marked"}, "marked-key.md is there already"),
    ],
)
def test_a_mistake_is_said_in_one_line(tmp_path, change, said, refused):
    words = {"wanted": WANTED, "form": "otter", "seed": SEED, "folder": "pack", "name": "week-1"}
    (tmp_path / "in use").mkdir()
    (tmp_path / "marked-key.md").touch()
    (tmp_path / "in use" / "mine.txt").write_text("work")
    words |= change
    words["folder"] = tmp_path / words["folder"]
    refused(said, write_pack, CHAPTERS, *words.values())


def test_exercises_are_named_by_label_or_chapter(tmp_path):
    wanted = ["cosent-push", "how_to_use", "how-to-cosine", "cosent-push"]
    found = write_pack(CHAPTERS, wanted, "otter", SEED, tmp_path, "week-1")
    assert [one.exercise.label for one in found.questions] == ["cosent-push", "how-to-cosine"]


def test_the_command_says_what_comes_next(tmp_path, monkeypatch, said):
    monkeypatch.chdir(ROOT)
    shown = said("class", "how_to_use", "--format", "nbgrader", "--out", tmp_path / "my pack")
    assert f'cd "{tmp_path / "my pack"}"\n    nbgrader generate_assignment exercises' in shown
    assert len(re.search(r"seed (\w+) \(secret", shown)[1]) == 16
