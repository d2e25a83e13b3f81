"""The browser that the tests of the live pages share."""

import pieces
import pytest


@pytest.fixture(scope="module")
def chromium():
    """A headless Chromium for the tests of a file."""
    with pieces.browser() as chromium:
        yield chromium
