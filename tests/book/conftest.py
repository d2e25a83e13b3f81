"""The browser that tests of pages share, and the built book."""

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


@pytest.fixture(scope="session")
def built():
    """The built book is there."""
    if not (browsing.HTML / "index.html").is_file():
        pieces.unavailable("there is no built book: run `make book` first")


@pytest.fixture
def opened(chromium):
    """A function that opens a file with all but files cut off; no page may have any trouble."""
    views, troubles = [], []

    def go(path, **context):
        view = chromium.new_context(**context).new_page()
        view.route("http*://**", lambda route: (troubles.append(route.request.url), route.abort()))
        view.on("pageerror", lambda error: troubles.append(str(error)))
        view.on("console", lambda said: said.type == "error" and troubles.append(said.text))
        view.goto(path.as_uri())
        views.append(view)
        return view

    yield go
    for view in views:
        view.context.close()
    assert troubles == []
