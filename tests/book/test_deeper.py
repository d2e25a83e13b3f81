"""Sections that begin with "Deeper: " are folded by book.js, and a link into one opens it."""

import pieces

PAGE = """<!doctype html><html lang="en"><title>x</title><article><section><h1>A page</h1>
<section id="plain"><h2>Plain</h2><p>seen</p></section>
<section id="more"><h2>Deeper: more</h2><p>folded</p>
<section id="most"><h3>Deeper: most</h3><p id="last">folded twice</p></section></section>
<section id="end"><h2>End</h2><p>seen too</p></section></section></article>
<script src="SCRIPT"></script></html>"""


def test_folded_and_opened_by_a_link(opened, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(PAGE.replace("SCRIPT", (pieces.STATIC / "book.js").as_uri()), encoding="utf-8")
    view = opened(page)
    assert view.locator("p:visible").all_inner_texts() == ["seen", "seen too"]
    assert view.locator("h2:visible").all_inner_texts() == ["Plain", "Deeper: more", "End"]
    view.evaluate("() => { location.hash = '#last'; }")
    view.wait_for_selector("#last:visible")
    assert view.locator("p:visible").count() == 4
    view.reload()
    assert view.locator("#last:visible").count() == 1
    view.goto(page.as_uri() + "?y#%")  # no name in percent signs, and no trouble
    view.goto(page.as_uri() + "?x#end")
    assert view.locator("p:visible").count() == 2
    view.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    assert view.locator("p:visible").count() == 4
