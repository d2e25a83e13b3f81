"""The frame: pins, imports between rooms, and packaging."""

import itertools
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import yaml
from browsing import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_requirement_has_a_pin_within_its_range():
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    pins = {canonicalize_name(name): version for name, version in pairs}
    extras = PROJECT["project"]["optional-dependencies"].values()
    for text in itertools.chain(PROJECT["project"]["dependencies"], *extras):
        requirement = Requirement(text)
        assert pins[canonicalize_name(requirement.name)] in requirement.specifier, text
    assert not [version for version in pins.values() if "+" in version], "no local build"
    assert "stsutils" not in pins


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


def test_wrong_imports_are_caught(tmp_path):
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    ignore = shutil.ignore_patterns("__pycache__", "*.safetensors", "*.csv", "*.json")
    shutil.copytree(ROOT / "stsutils", tmp_path / "stsutils", ignore=ignore)
    wrong = {"experiments": "import torch", "losses": "from stsutils import encoders"}
    for room, line in wrong.items():
        (tmp_path / "stsutils" / room / "intruder.py").write_text(line)
    ran = lint_imports(tmp_path)
    assert ran.returncode == 1, ran.stdout
    assert all(f"stsutils.{room}.intruder" in ran.stdout for room in wrong)


def test_readme_names_real_make_targets():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z-]+)", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert {"book", "test", "notebooks", "serve", "lint", "clean"} <= named
    assert named <= targets


def test_records_that_the_reader_is_told_to_repeat_exist():
    told = [
        (page.name, start)
        for page in [ROOT / "README.md", *(ROOT / "notebooks").glob("*.ipynb")]
        for start in re.findall(r"ledger repeat ([0-9a-f]+)", page.read_text(encoding="utf-8"))
    ]
    assert told
    for page, start in told:
        assert len(list((ROOT / "book" / "results").glob(f"*/{start}*.json"))) == 1, page


def test_no_file_speaks_of_a_machine():
    folders = ["book", "notebooks", "solutions", "stsutils", "tests", "tools", ".ci"]
    endings = {".py", ".md", ".yml", ".ipynb", ".toml", ".css", ".json", ".csv", ".txt", ""}
    found = [p for f in folders for p in (ROOT / f).rglob("*") if p.suffix in endings]
    found += [ROOT / n for n in ["Makefile", "pyproject.toml", "_config.yml"]]
    found += ROOT.glob("*.md")
    machine = re.compile(r"/(?:work|root|home|tmp)/\w|/Users/\w|[A-Z]:\\\\Users")
    found = [p for p in found if p.is_file() and "vendor" not in p.parts and p != Path(__file__)]
    guilty = [p for p in found if machine.search(p.read_text(encoding="utf-8", errors="ignore"))]
    assert [str(p.relative_to(ROOT)) for p in guilty] == []
