"""Where the lowest versions cannot be tried, that is said; where they can, a fault is seen."""

import subprocess
import sys
from pathlib import Path

import lowest
import pytest


def python(folder: Path, name: str, version: str) -> Path:
    """A program that says it is this Python."""
    path = folder / name
    path.write_text(f"#!/bin/sh\necho Python {version}\n")
    path.chmod(0o755)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="the programs are shell scripts")
def test_the_lowest_python_is_found(tmp_path):
    python(tmp_path, "python3", "3.1.0")  # its packages are not ours
    assert lowest.lowest_python([tmp_path], (3, 11, 9)) is None
    path = python(tmp_path, "python3.11", "3.11.10")
    assert lowest.lowest_python([tmp_path], (3, 11, 9)) is None
    python(tmp_path, "python3.11", "3.11.4")
    assert lowest.lowest_python([tmp_path / "none", tmp_path], (3, 11, 9)) == (str(path), "3.11.4")
    python(tmp_path, "python3", "3.11.2")
    assert lowest.lowest_python([tmp_path], (3, 11, 9)) == (str(tmp_path / "python3"), "3.11.2")


@pytest.mark.parametrize(
    ("status", "errors", "outcome"),
    [
        (0, "", "2 packages go together"),
        (2, "error sending request for url", "skipped: the index of packages can't be reached"),
        (1, "No solution found", None),
    ],
)
def test_what_uv_says_is_told(monkeypatch, status, errors, outcome):
    ran = subprocess.CompletedProcess([], status, stdout="a==1\nb==2\n", stderr=errors)
    monkeypatch.setattr(lowest.shutil, "which", lambda *_, **__: "uv")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: ran)
    if outcome is None:
        with pytest.raises(SystemExit, match=r"do not go together:\nNo solution found"):
            lowest.resolve()
    else:
        assert lowest.resolve().startswith(outcome)


def test_without_uv_that_is_said(monkeypatch):
    monkeypatch.setattr(lowest.shutil, "which", lambda *_, **__: None)
    assert lowest.resolve() == "skipped: uv is not installed (pip install uv)"
