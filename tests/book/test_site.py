"""The built pages in Chromium, with everything outside this machine cut off.

Run `make book` first. STSUTILS_SITE=required turns the reasons to skip into failures.
"""

import re
from pathlib import Path
from urllib.parse import urlparse

import browsing
import nbformat
import pieces
import pytest
from bs4 import BeautifulSoup

HTML, PAGES, ROOT = browsing.HTML, browsing.PAGES, browsing.ROOT

FRAME = [".bd-sidebar-primary", ".bd-sidebar-secondary", ".bd-header-article"]
AXE = ROOT / "_out" / "axe" / "package" / "axe.min.js"


@pytest.fixture(scope="module")
def address(built):
    with browsing.serve(HTML) as where:
        yield where


@pytest.fixture(scope="module")
def context(address, chromium):
    """One profile for all pages, so that they share a cache."""
    with chromium.new_context(color_scheme="light") as context:
        yield context


@pytest.fixture
def view(context):
    """A page that keeps a list of what went wrong and of what it asked from outside."""
    view = context.new_page()
    view.set_viewport_size({"width": 1200, "height": 800})
    view.troubles, view.outside = [], []

    def note(request):
        url = urlparse(request.url)
        if url.scheme in {"http", "https", "ws", "wss"} and url.hostname != "127.0.0.1":
            view.outside.append(request.url)

    trouble = view.troubles.append
    view.on("request", note)
    view.on("pageerror", lambda error: trouble(f"page error: {error}"))
    view.on("response", lambda got: got.status >= 400 and trouble(f"{got.status} {got.url}"))
    view.on("console", lambda said: said.type == "error" and trouble(f"console: {said.text}"))
    yield view
    view.close()


def screens(view) -> float:
    """How many screens the article has, with all of its code, up to its questions, or its end."""
    pixels = view.evaluate(
        """() => {
        const top = (e) => e.getBoundingClientRect().top;
        const heads = [...document.querySelectorAll('article h2')];
        const end = heads.find((h) => h.textContent.startsWith('Check yourself'));
        const bottom = document.querySelector('article').getBoundingClientRect().bottom;
        return (end ? top(end) : bottom) - top(document.querySelector('article h1'));
        }"""
    )
    return pixels / view.viewport_size["height"]


def violations(view, *rules: str, frame: bool = True) -> list[str]:
    """Serious and critical findings of axe-core, where .ci/run has fetched it; by all its rules.

    Without its frame the page's own part is looked at: bars and lists are the same on every page.
    """
    if not AXE.is_file():
        return []
    if not view.evaluate("() => 'axe' in window"):
        view.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    options = {"preload": False, "resultTypes": ["violations"]}
    options |= {"runOnly": list(rules)} if rules else {}
    where = {"include": ["html"], "exclude": [] if frame else FRAME}
    found = view.evaluate("([where, options]) => axe.run(where, options)", [where, options])
    return [
        f"{v['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}"
        for v in found["violations"]
        if v["impact"] in {"serious", "critical"}
        for node in v["nodes"][:3]
    ]


@pytest.mark.parametrize("page", PAGES)
def test_page(view, address, page):
    view.goto(f"{address}/{page}.html", wait_until="load")
    view.wait_for_function(  # until MathJax has set the formulas, where a page has any
        """() => !document.querySelector('script[src*=mathjax]')
        || (window.MathJax?.startup?.promise && true)"""
    )
    view.evaluate("() => window.MathJax?.startup?.promise")
    assert view.locator("h1:visible").count() == 1  # the theme hides another, for print
    assert view.locator("mjx-merror, [data-mjx-error]").count() == 0
    assert view.locator("mjx-container").count() >= (1 if view.locator(".math").count() else 0)
    for image in view.locator("img").all():
        alt = image.get_attribute("alt") or ""
        assert alt.strip(), image.get_attribute("src")
        assert not re.search(r"\.(png|svg|jpe?g)$", alt), f"a file name is no description: {alt}"
    broken = view.evaluate(
        """async () => {
        const images = [...document.images];
        images.forEach(i => { i.loading = 'eager'; });
        await Promise.allSettled(images.map(i => i.decode()));
        return images.filter(i => !i.naturalWidth).map(i => i.src.slice(0, 200));
        }"""
    )
    assert broken == []
    assert pieces.sticks_out(view) == []
    if re.match(r"notebooks/[012]", page):  # a teaching chapter, up to its questions
        assert screens(view) <= 12.5
    frame = page == PAGES[0]
    assert violations(view, frame=frame) == []

    view.add_style_tag(content="*, ::before, ::after { transition: none !important; }")
    view.emulate_media(color_scheme="dark")
    view.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    # nothing but colours differs in the dark
    assert violations(view, "color-contrast", frame=frame) == []

    view.set_viewport_size({"width": 390, "height": 844})  # a phone
    assert pieces.sticks_out(view) == []
    assert view.troubles == []
    assert view.outside == []


@pytest.mark.parametrize("page", [p for p in PAGES if p.startswith("notebooks/")])
def test_figures_are_on_the_page_with_a_number_and_a_caption(built, page):
    soup = BeautifulSoup((HTML / f"{page}.html").read_text(encoding="utf-8"), "html.parser")
    written = nbformat.read(ROOT / f"{page}.ipynb", as_version=4)
    executed = nbformat.read(ROOT / "_out" / "src" / f"{page}.ipynb", as_version=4)
    shown = 0
    for cell in executed.cells:
        hidden = {"remove-cell", "remove-output"} & set(cell.metadata.get("tags", []))
        for output in [] if hidden else cell.get("outputs", []):
            shown += any(kind.startswith("image/") for kind in output.get("data", {}))
    assert len(soup.select("article .cell_output img, article .cell_output svg")) >= shown

    pictures = ".cell_output img, .cell_output .sts-waiting"
    cells = [c for c in soup.select("article div.cell") if c.select(pictures)]
    below = [c.find_next_sibling() for c in cells]
    number = int(Path(page).name.split("_")[0])
    captions = [one.get_text() if one and one.name == "p" else "" for one in below]
    heads = [caption.partition(" · ")[0] for caption in captions]
    assert heads == [f"Figure {number}.{k}" for k in range(1, len(cells) + 1)]
    assert all(len(caption) > 30 for caption in captions)
    told = sum("**Figure.**" in cell.source for cell in written.cells)
    assert told == len(cells), "begin the text below a figure, and no other, with **Figure.**"
    assert all(image["alt"].strip() for c in cells for image in c.select("img"))


TITLES = ["Which loss should I use?", "How many seeds?", "Your own pairs", "Type two sentences"]


@pytest.mark.parametrize("title", [*TITLES, "All claims"])
def test_the_page_that_is_called_like_the_question_is_found_first(view, address, title):
    question = title.lower().removeprefix("type ").rstrip("?").replace(" ", "+")
    view.goto(f"{address}/search.html?q={question}")
    view.wait_for_selector("#search-results ul.search li a")
    assert title in view.locator("#search-results ul.search li a").first.text_content()
    assert view.troubles == []
    assert view.outside == []


def test_the_site_is_light(built):
    pages = {path.relative_to(HTML): path.stat().st_size for path in HTML.rglob("*.html")}
    assert {page: size for page, size in pages.items() if size > 1_000_000} == {}
    assert sum(path.stat().st_size for path in HTML.rglob("*") if path.is_file()) < 100_000_000


def test_opens_from_a_file_too(view, address):
    view.goto((HTML / "index.html").as_uri())
    view.wait_for_url("**/book/index.html")
    assert view.locator("h1:visible").count() == 1
    view.goto((HTML / "search.html").as_uri() + "?q=cosine")
    view.wait_for_selector("#search-results ul.search li a")
    assert view.outside == []
    # A browser lets no page fetch a file, so the results there come without excerpts.
    errors = [t for t in view.troubles if t.startswith("page error")]
    assert set(errors) <= {"page error: Failed to fetch"}


def test_a_missing_page_and_an_outside_request_are_noticed(view, address):
    view.goto(f"{address}/no-such-page.html")
    view.evaluate("() => fetch('https://example.org/x').catch(() => 0)")
    assert any("404" in t for t in view.troubles)
    assert view.outside == ["https://example.org/x"]


def test_axe_is_there_and_finds_a_planted_fault(view):
    if not AXE.is_file():
        pytest.skip("axe-core is not in _out/axe (.ci/run fetches it): accessibility is unchecked")
    view.set_content("<html lang='en'><title>x</title><main><h1>x</h1><input></main></html>")
    assert [v for v in violations(view) if v.startswith("label:")]
