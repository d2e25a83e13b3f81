"""The frame: pins, imports between rooms, packaging, and the builder's own promises."""

import importlib.util
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def plain(name: str) -> str:
    """A requirement's name as pip compares names."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", name)[0]).lower()


def requirements() -> list[str]:
    """Every requirement of the project and of its extras."""
    extras = PROJECT["project"]["optional-dependencies"]
    return [*PROJECT["project"]["dependencies"], *itertools.chain(*extras.values())]


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {plain(name): version for name, version in pairs}


def test_every_requirement_has_a_pin():
    assert {plain(name) for name in requirements()} - set(pins()) == set()


def test_pins_carry_no_local_build_and_not_the_project():
    assert not [v for v in pins().values() if "+" in v]
    assert "stsutils" not in pins()


def test_pins_lie_within_the_ranges():
    from packaging.requirements import Requirement

    for text in requirements():
        requirement = Requirement(text)
        assert pins()[plain(requirement.name)] in requirement.specifier, text


def test_environment_names_what_pyproject_has():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    assert environment["name"] == PROJECT["project"]["name"]
    python, pip, nested = environment["dependencies"]
    assert pip == "pip"
    minimum = PROJECT["project"]["requires-python"].removeprefix(">=")
    assert python == f"python={minimum}"
    index, constraint, package = nested["pip"]
    assert index.endswith("/whl/cpu"), "torch without CUDA"
    assert (ROOT / constraint.removeprefix("-c ")).is_file()
    extra = re.fullmatch(r"-e \.\[(\w+)\]", package)[1]
    assert extra in PROJECT["project"]["optional-dependencies"]


def test_data_files_of_the_package_ship_with_it():
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["*"]
    for path in (ROOT / "stsutils").rglob("*"):
        if path.is_file() and path.suffix not in {".py", ".pyc"}:
            assert any(path.match(p) for p in patterns), f"{path.name} would be left out of a wheel"
            assert (path.parent / "__init__.py").is_file(), f"{path.parent} is no package"


def lint_imports(folder: Path) -> subprocess.CompletedProcess:
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    arguments = [sys.executable, "-c", command, "--no-cache", "--no-logo"]
    env = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(arguments, cwd=folder, capture_output=True, text=True, env=env)


def test_imports_go_one_way():
    ran = lint_imports(ROOT)
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize(
    ("room", "line"),
    [("experiments", "import torch"), ("losses", "from stsutils import encoders")],
)
def test_a_wrong_import_is_caught(tmp_path, room, line):
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    ignore = shutil.ignore_patterns("__pycache__", "*.safetensors", "*.csv", "*.json")
    shutil.copytree(ROOT / "stsutils", tmp_path / "stsutils", ignore=ignore)
    (tmp_path / "stsutils" / room / "intruder.py").write_text(line)
    ran = lint_imports(tmp_path)
    assert ran.returncode == 1, ran.stdout
    assert f"stsutils.{room}.intruder" in ran.stdout


def test_readme_names_real_make_targets():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z-]+)", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert {"book", "test", "notebooks", "serve", "lint", "clean"} <= named
    assert named <= targets


def test_records_that_the_reader_is_told_to_repeat_exist():
    pages = [ROOT / "README.md", *(ROOT / "notebooks").glob("*.ipynb")]
    told = [
        (page.name, start)
        for page in pages
        for start in re.findall(r"ledger repeat ([0-9a-f]+)", page.read_text(encoding="utf-8"))
    ]
    assert told
    for page, start in told:
        assert len(list((ROOT / "book" / "results").glob(f"*/{start}*.json"))) == 1, page


def test_no_file_speaks_of_a_machine():
    folders = ["book", "notebooks", "solutions", "stsutils", "tests", ".ci"]
    endings = {".py", ".md", ".yml", ".ipynb", ".toml", ".css", ".json", ".csv", ".txt", ""}
    found = [p for f in folders for p in (ROOT / f).rglob("*") if p.suffix in endings]
    found += [ROOT / n for n in ["README.md", "Makefile", "pyproject.toml", "_config.yml"]]
    machine = re.compile(r"/(?:work|root|home|tmp)/\w|/Users/\w|[A-Z]:\\\\Users")
    found = [p for p in found if p.is_file() and "vendor" not in p.parts and p != Path(__file__)]
    guilty = [p for p in found if machine.search(p.read_text(encoding="utf-8", errors="ignore"))]
    assert [str(p.relative_to(ROOT)) for p in guilty] == []


# The builder, on a miniature book of its own.


@pytest.fixture
def make(tmp_path, monkeypatch):
    """book/make.py, looking at a folder with one notebook and one package file."""
    spec = importlib.util.spec_from_file_location("book_make", ROOT / "book" / "make.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    places = {"ROOT": "", "OUT": "_out", "SRC": "_out/src", "EXECUTED": "_out/executed"}
    for name, place in places.items():
        monkeypatch.setattr(module, name, tmp_path / place)
    for name in ["notebooks", "book/results", "stsutils"]:
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "constraints.txt").write_text("torch==1")
    (tmp_path / "stsutils" / "__init__.py").write_text("VALUE = 1")
    (tmp_path / "book" / "page.md").write_text("# Page")
    (tmp_path / "_config.yml").write_text("title: x")
    module.executed = []

    def pretend(path, timeout, env):
        module.executed.append(path.stem)
        trouble = "boom" if "1 / 0" in path.read_text() else ""
        if not trouble:
            module.put(module.EXECUTED / path.name, path.read_bytes())
        return 1.0, trouble

    monkeypatch.setattr(module, "execute", pretend)
    write(tmp_path, "01_plain", "print(1)")
    write(tmp_path, "02_reads", "from stsutils import ledger")
    return module


def write(root: Path, name: str, source: str) -> None:
    (root / "notebooks" / f"{name}.ipynb").write_text(json.dumps({"cells": [source]}))


def rerun(make) -> list[str]:
    make.executed.clear()
    make.stage()
    with make.ThreadPoolExecutor(2) as pool:
        make.execute_all(pool, threads="1", timeout=9, force=False)
    return sorted(make.executed)


def test_only_what_changed_is_executed(make, tmp_path):
    assert rerun(make) == ["01_plain", "02_reads"]
    assert rerun(make) == []
    write(tmp_path, "01_plain", "print(2)")
    assert rerun(make) == ["01_plain"]
    (tmp_path / "book" / "page.md").write_text("# Prose changed")
    assert rerun(make) == []
    (tmp_path / "book" / "results" / "new.json").write_text("{}")
    assert rerun(make) == ["02_reads"]
    (tmp_path / "stsutils" / "__init__.py").write_text("VALUE = 2")
    assert rerun(make) == ["01_plain", "02_reads"]
    (tmp_path / "constraints.txt").write_text("torch==2")
    assert rerun(make) == ["01_plain", "02_reads"]


def test_a_failing_cell_stops_the_build_and_stays_to_be_done(make, tmp_path):
    write(tmp_path, "01_plain", "1 / 0")
    with pytest.raises(SystemExit, match="boom"):
        rerun(make)
    with pytest.raises(SystemExit, match="boom"):
        rerun(make)
    assert make.executed == ["01_plain"]


def test_what_is_gone_leaves_the_staged_tree(make, tmp_path):
    rerun(make)
    (tmp_path / "book" / "page.md").unlink()
    (tmp_path / "notebooks" / "01_plain.ipynb").unlink()
    rerun(make)
    assert not (make.SRC / "book" / "page.md").exists()
    assert not (make.EXECUTED / "01_plain.ipynb").exists()
    assert (make.EXECUTED / "02_reads.ipynb").exists()


def test_a_failure_names_notebook_cell_and_error(tmp_path):
    import nbformat
    from nbformat.v4 import new_code_cell, new_notebook

    cells = [new_code_cell("x = 0", id="a"), new_code_cell("x / 0  # here", id="b")]
    nbformat.write(new_notebook(cells=cells), tmp_path / "bad.ipynb")
    program = (
        "import importlib.util, pathlib, sys, os\n"
        "sys.path.insert(0, str(pathlib.Path(sys.argv[1]).parent))\n"
        "import kernels; kernels.IMPORTED = []\n"
        "spec = importlib.util.spec_from_file_location('m', sys.argv[1])\n"
        "m = importlib.util.module_from_spec(spec); spec.loader.exec_module(m)\n"
        "m.SRC = pathlib.Path(sys.argv[2]) / 'src'\n"
        "m.EXECUTED = pathlib.Path(sys.argv[2]) / 'executed'\n"
        "print(m.execute(pathlib.Path(sys.argv[2]) / 'bad.ipynb', 60, dict(os.environ))[1])\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, str(ROOT / "book" / "make.py"), str(tmp_path)],
        capture_output=True,
        text=True,
    )
    assert "bad.ipynb, code cell 2" in ran.stdout, ran.stderr
    assert "x / 0  # here" in ran.stdout
    assert "ZeroDivisionError" in ran.stdout
    assert not (tmp_path / "executed" / "bad.ipynb").exists()


def test_the_front_page_is_filled_from_the_records(make, tmp_path):
    import re

    (tmp_path / "book" / "index.md").write_text((ROOT / "book" / "index.md").read_text("utf-8"))
    make.front()
    page = (make.SRC / "book" / "index.md").read_text("utf-8")
    kinds = re.findall(r'<tr class="sts-forest-([a-z-]+)', page)
    assert len(kinds) == len(set(kinds)) == 3, "the page says that not all come out alike"
    assert not re.search(r"^%", page, re.M)
    assert "% tally" not in page


def test_the_front_page_is_judged_once_for_the_same_records(make, tmp_path, monkeypatch):
    page = tmp_path / "book" / "index.md"
    page.write_text("one", "utf-8")
    monkeypatch.setattr(make, "filled", lambda text: f"{text}, filled")
    make.front()
    monkeypatch.setattr(make, "filled", lambda text: f"{text}, filled again")
    make.front()
    assert (make.SRC / "book" / "index.md").read_text("utf-8") == "one, filled"
    page.write_text("two", "utf-8")
    make.front()
    assert (make.SRC / "book" / "index.md").read_text("utf-8") == "two, filled again"
