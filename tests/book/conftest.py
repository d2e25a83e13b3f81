"""The browser that the tests of the live pages share."""

import browsing
import pieces
import pytest


@pytest.fixture(scope="module")
def chromium():
    """A headless Chromium for the tests of a file, where there is one."""
    if browsing.chromium() is None:
        pieces.unavailable("there is no Chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = browsing.launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def opened(chromium):
    """A function that opens a file as a page; every page must end without trouble."""
    views = []

    def go(path, **context):
        views.append(pieces.open_piece(chromium, path, **context))
        return views[-1]

    yield go
    for view in views:
        assert view.troubles == []
        view.context.close()
