"""Fixtures of the tests of rows."""

import os
import re
from pathlib import Path

import pytest

from stsutils.data import check_file


@pytest.fixture
def write(tmp_path):
    """Writes a file, of bytes or text, and returns its path."""

    def put(content, name="rows.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return put


@pytest.fixture(scope="session")
def told(refused):
    """A function that reads a file, which is refused in one line with its name; the line."""
    return lambda path, read=check_file, **how: refused(re.escape(path.name), read, path, **how)


@pytest.fixture
def benchmarks():
    """The local folder of benchmarks; the test is skipped where there is none."""
    if not os.environ.get("STSUTILS_DATA"):
        pytest.skip("needs STSUTILS_DATA, a folder of benchmarks")
    return Path(os.environ["STSUTILS_DATA"])
