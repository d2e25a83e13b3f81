"""A live piece alone: the raw HTML of its page, opened from a file, nothing built around it."""

import os
import re
from pathlib import Path

import browsing
import pytest

ROOT = browsing.ROOT
STATIC = ROOT / "book" / "_static"
PHONE = {"viewport": {"width": 390, "height": 844}}
# The theme's colours, which the built book would bring.
THEME = """<style>
html { --pst-color-text-base: #222; --pst-color-text-muted: #555; --pst-color-border: #ccc;
  --pst-color-surface: #f5f5f5; --pst-color-background: #fff; --pst-color-link: #0a58ca;
  background: var(--pst-color-background); color: var(--pst-color-text-base);
  font-family: sans-serif; }
</style>"""


def unavailable(reason: str) -> None:
    """Skip, or fail where the site must be tested."""
    required = os.environ.get("STSUTILS_SITE") == "required"
    (pytest.fail if required else pytest.skip)(reason)


def lay_out(page: str, folder: Path, *, body: str = "", **made: str) -> Path:
    """Write the page's raw HTML as a file of its own; ``made`` are scripts made at build.

    A page whose HTML is made at build, too, gets it as ``body``.
    """
    text = (ROOT / "book" / f"{page}.md").read_text(encoding="utf-8")
    raw = re.findall(r"^```\{raw\} html\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    body = body or "".join(raw)
    for name, script in made.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.js").write_text(script, encoding="utf-8")
        body = body.replace(f"../_static/{name}.js", f"{name}.js")
    body = body.replace("../_static/", STATIC.as_uri() + "/")
    styles = "".join(
        f'<link rel="stylesheet" href="{(STATIC / name).as_uri()}">'
        for name in ("book.css", "live/live.css")
    )
    out = folder / f"{page}.html"
    out.write_text(
        f'<!doctype html><html lang="en" data-theme="light"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{page}</title>{THEME}{styles}'
        f'<main class="bd-article"><h1>{page.replace("_", " ")}</h1>{body}</main></html>',
        encoding="utf-8",
    )
    return out


def claim(text: str, kind: str, document: str = "CoSENT, paper") -> dict:
    """A claim with one comparison, as the build tells it to the pages."""
    contrast = {"a": f"{text} A", "b": "B", "margin": 0.0, "kind": "greater", "times": 100.0}
    contrast |= {"outcome": "holds", "value": 0.03, "se": 0.01, "pairs": 0.006, "df": 4}
    contrast |= {"able": True, "beside": [], "records": [["aa"], ["bb"]], "tested": 500}
    words = dict.fromkeys(("source", "quote", "conditions", "why", "table"), "<b>x</b>")
    words |= {"claim": text, "document": document, "kind": kind, "verdict": kind, "tier": "lab"}
    return words | {"slug": kind.replace(" ", "-"), "strength": "all", "contrasts": [contrast]}


def sticks_out(view) -> list[str]:
    """What sticks out of the page, if the page can be scrolled sideways."""
    return view.evaluate(
        """() => {
        const width = document.documentElement.clientWidth;
        window.scrollTo(100000, 0);
        const moved = window.scrollX, wide = document.documentElement.scrollWidth > width;
        window.scrollTo(0, 0);
        if (!moved && !wide) return [];
        return [...document.querySelectorAll('article *')]
          .filter(e => e.getBoundingClientRect().right > width + 1)
          .slice(0, 5).map(e => e.tagName + '.' + e.className).concat(['the page']);
        }"""
    )


def stands_still(opened, path: Path) -> None:
    """Without JavaScript and in print the still words stand; on a phone nothing sticks out."""
    bare = opened(path, java_script_enabled=False)
    assert bare.locator(".live-still").is_visible()
    bare.context.close()
    view = opened(path, **PHONE)
    assert view.locator(".live-still").is_hidden()
    assert not sticks_out(view)
    view.emulate_media(media="print")
    assert view.locator(".live-still").is_visible()
    assert view.locator(".live-body").is_hidden()
    view.context.close()
