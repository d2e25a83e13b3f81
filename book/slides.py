"""Write the slides of the four sessions: a page each, which opens without a server or a network.

    python book/slides.py              # _out/slides/session_1.html and so on

A deck is `book/class/session_N.md`: slides divided by a line `---`; what stands behind `Note:` is
for the teacher (key S). `![what is seen](name)` shows a picture of `book/class/pictures.py`.
"""

import html
import io
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "book" / "class")]

from stsutils.report.prose import LINK  # noqa: E402

PICTURE = re.compile(r"!\[([^\]]+)\]\((\w+)\)")
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<link rel="stylesheet" href="reveal/reset.css"><link rel="stylesheet" href="reveal/reveal.css">
<link rel="stylesheet" href="slides.css">
<script>MathJax = {{tex: {{tags: "none"}}}};</script>
<script src="mathjax/tex-chtml-full.js" defer></script></head>
<body><div class="reveal"><div class="slides">
{slides}
</div></div>
<script src="reveal/reveal.js"></script><script src="reveal/notes.js"></script>
<script>Reveal.initialize({{hash: true, center: false, slideNumber: true, width: 1280, height: 720,
  margin: 0, controls: false, plugins: [RevealNotes], transition: "none"}});</script>
</body></html>
"""


def deck(text: str) -> str:
    """The page of a deck's Markdown."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    markdown.use(dollarmath_plugin, renderer=_tex)
    slides = []
    for slide in re.split(r"^---\n", text, flags=re.MULTILINE):
        shown, _, notes = LINK.sub(lambda m: m["text"], slide).partition("\nNote:")
        shown = PICTURE.sub(lambda m: _drawn(m[1], m[2]), shown)
        aside = f'<aside class="notes">{markdown.render(notes)}</aside>' if notes else ""
        slides.append(f"<section>\n{markdown.render(shown)}{aside}</section>")
    title = re.search(r"^# (.+)$", text, re.MULTILINE)[1]
    return PAGE.format(title=html.escape(title), slides="\n".join(slides))


def _tex(content: str, how: dict) -> str:
    block = how["display_mode"]
    return html.escape(rf"\[{content}\]" if block else rf"\({content}\)")


def _drawn(alt: str, name: str) -> str:
    """A picture as an SVG in the page, with its words for those who cannot see it."""
    import matplotlib.pyplot as plt
    import pictures

    figure, image = getattr(pictures, name)(), io.StringIO()
    figure.savefig(image, format="svg", metadata={"Date": None})
    plt.close(figure)
    drawn = image.getvalue()
    drawn = drawn[drawn.index("<svg") :].replace("\n", " ")
    return drawn.replace("<svg", f'<svg role="img" aria-label="{html.escape(alt)}"', 1)


def write(folder: Path) -> list[Path]:
    """Write all decks, and what they load, into a folder; returns their pages."""
    vendor = ROOT / "book" / "_static" / "vendor"
    for tool in ("reveal", "mathjax"):
        shutil.copytree(vendor / tool, folder / tool, dirs_exist_ok=True)
    shutil.copy(ROOT / "book" / "class" / "slides.css", folder)
    pages = []
    for path in sorted((ROOT / "book" / "class").glob("session_*.md")):
        pages.append(folder / f"{path.stem}.html")
        pages[-1].write_text(deck(path.read_text(encoding="utf-8")), encoding="utf-8")
    return pages


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(__doc__)
    print("\n".join(map(str, write(ROOT / "_out" / "slides"))))
