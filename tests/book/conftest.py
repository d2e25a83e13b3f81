"""The browser that the tests of the live pages share."""

import importlib.util
from pathlib import Path

import pytest

spec = importlib.util.spec_from_file_location("pieces", Path(__file__).with_name("pieces.py"))
pieces = importlib.util.module_from_spec(spec)
spec.loader.exec_module(pieces)


@pytest.fixture(scope="module")
def chromium():
    """A headless Chromium for the tests of a file."""
    with pieces.browser() as chromium:
        yield chromium
