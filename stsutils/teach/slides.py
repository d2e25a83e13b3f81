"""Slides of a chapter: headings, first sentences, equations, lists and pictures, without a network.

Each heading begins a slide. What a slide leaves out of the prose stands in its speaker notes (key
S). A cell's `slideshow.slide_type` overrides: `skip` leaves it out, `slide` shows all of it.
Sections that begin with "Deeper" are for readers: no slide shows them.
"""

import re
import shutil
from pathlib import Path

from stsutils.errors import UserError
from stsutils.teach.cells import Cell, as_json, is_helper, notebook, source, tags, text_cell
from stsutils.teach.directives import split
from stsutils.teach.roles import glued, plain
from stsutils.teach.student import Chapters
from stsutils.teach.student import read_cells as read

CAPTION = "**Figure "
STYLE = """
.reveal { font: 26px/1.35 system-ui, sans-serif; color: #1b1b1b; background: #fff; }
.reveal .slides { text-align: left; }
.reveal h1, .reveal h2, .reveal h3 { line-height: 1.15; margin: 0 0 .6em; }
.reveal h1 { font-size: 1.7em; } .reveal h2 { font-size: 1.4em; } .reveal h3 { font-size: 1.2em; }
.reveal a { color: #00558c; } .reveal ul, .reveal ol { margin-left: 1.2em; }
.reveal .slides section { max-height: 100%; overflow-y: auto; }
.reveal p, .reveal li { margin: .4em 0; }
.reveal pre { font-size: .62em; line-height: 1.3; background: #f5f5f5; padding: .6em; }
.reveal img { max-width: 100%; max-height: 520px; object-fit: contain; object-position: left; }
.reveal .sts-frame > img, .reveal .jp-RenderedHTMLCommon > img { min-width: 60%; }
.reveal table { font-size: .62em; border-collapse: collapse; }
.reveal td, .reveal th { border-bottom: 1px solid #bbb; padding: .15em .5em; }
.reveal .jp-InputPrompt, .reveal .jp-OutputPrompt, .reveal .anchor-link { display: none; }
"""
HEAD = """
<link rel="stylesheet" href="reveal/reset.css"><link rel="stylesheet" href="reveal/reveal.css">
<style>{style}</style>
<script>MathJax = {{tex: {{inlineMath: [["$", "$"]], tags: "none"}}}};</script>
<script src="mathjax/tex-chtml-full.js" defer></script>
</head>"""
TAIL = """
<script src="reveal/reveal.js"></script><script src="reveal/notes.js"></script>
<script>Reveal.initialize({hash: true, center: false, slideNumber: true, width: 1100,
  transition: matchMedia("(prefers-reduced-motion: reduce)").matches ? "none" : "slide",
  plugins: [RevealNotes]});</script>
</body>"""


def write_slides(chapters: Chapters, name: str, folder: Path) -> Path:
    """Write one chapter's slides, and what they load, into a folder; returns the page.

    Raises UserError where the chapter was not executed yet: its pictures are its outputs.
    """
    import nbformat
    from nbconvert import SlidesExporter

    executed = chapters.executed / f"{name}.ipynb"
    if not executed.is_file():
        raise UserError(
            f"{name} was not executed yet: run `python book/make.py --execute-only` first"
        )
    made = notebook(slide_cells(chapters, name, read(executed)))
    exporter = SlidesExporter(exclude_input_prompt=True, exclude_output_prompt=True)
    html, _ = exporter.from_notebook_node(nbformat.reads(as_json(made), as_version=4))
    vendor = chapters.root / "book" / "_static" / "vendor"
    for tool in ("reveal", "mathjax"):
        shutil.copytree(vendor / tool, folder / tool, dirs_exist_ok=True)
    page = folder / f"{name}.html"
    page.write_text(offline(html), encoding="utf-8")
    return page


def offline(html: str) -> str:
    """The page without the exporter's scripts and styles from elsewhere, with our own."""
    html = re.sub(r"<script\b.*?</script>", "", html, flags=re.DOTALL)
    html = re.sub(r"<link\b[^>]*>", "", html)
    html = html.replace("</head>", HEAD.format(style=STYLE), 1)
    return html.replace("</body>", TAIL, 1)


def slide_cells(chapters: Chapters, name: str, executed: list[Cell]) -> list[Cell]:
    """A chapter's cells with slide types, the prose shortened, the whole of it in the notes."""
    here, values, found = f"notebooks/{name}", glued(executed), []
    deeper = 0  # the level of the heading of a section that is left out
    for cell in executed:
        kind = cell["metadata"].get("slideshow", {}).get("slide_type", "")
        if kind == "skip" or "remove-cell" in tags(cell):
            continue
        if cell["cell_type"] == "code":
            if not deeper:
                found += _code(cell, "-" if _leads_on(found) else "subslide")
            continue
        text = "".join(p for p in split(source(cell)) if isinstance(p, str))
        text = plain(text, here, chapters.pages, values)
        for number, part in enumerate(re.split(r"^(?=#{1,3} )", text, flags=re.MULTILINE)):
            if heading := re.match(r"(#{1,3}) (Deeper)?", part):
                level = len(heading[1])
                if not deeper or level <= deeper:
                    deeper = level if heading[2] else 0
            if part.strip() and not deeper and not part.startswith("## Exercises"):
                found += _prose(part, f"{cell['id']}-{number}", whole=kind == "slide")
    return found


def _leads_on(found: list[Cell]) -> bool:
    """Whether the last words are a line that leads to what comes: both fit on one slide."""
    if len(found) < 2 or found[-1]["metadata"]["slideshow"]["slide_type"] != "notes":
        return False
    text = found[-2]["source"]
    return len(text) < 200 and not text.startswith(("#", CAPTION))


def _code(cell: Cell, kind: str) -> list[Cell]:
    """A code cell: its output, and above it the code where the page shows that."""
    shown = [one for one in cell["outputs"] if one["output_type"] != "stream" or one["text"]]
    if {"hide-output", "remove-output"} & tags(cell):
        shown = []
    hidden = bool({"hide-input", "remove-input"} & tags(cell))
    if not shown and (hidden or is_helper(source(cell))):  # definitions are for the notebook
        return []
    metadata = {"slideshow": {"slide_type": kind}, "transient": {"remove_source": hidden}}
    return [cell | {"metadata": metadata, "outputs": shown}]


def _prose(text: str, name: str, whole: bool) -> list[Cell]:
    heading = re.match(r"(#{1,3}) ", text)
    kind = "slide" if heading and len(heading[1]) < 3 else "subslide"
    kind = "-" if text.startswith(CAPTION) else kind  # below its figure
    short = text if whole else shortened(text)
    cells = [text_cell(short, name)] if short.strip() else []
    notes = [text_cell(text, f"{name}-notes")]
    for cell, what in [*((cell, kind) for cell in cells), *((cell, "notes") for cell in notes)]:
        cell["metadata"]["slideshow"] = {"slide_type": what}
    return cells + notes if cells else []


def shortened(text: str) -> str:
    """Headings, equations, lists and tables as they are; of a paragraph its first sentence."""
    kept = []
    for piece in re.split(r"(\$\$.*?\$\$)", text.strip(), flags=re.DOTALL):
        if piece.startswith("$$"):
            kept.append(piece)
            continue
        for block in re.split(r"\n{2,}", piece):
            whole = re.match(r"#{1,4} |[-*] |\d+\. |\||```|!\[", block)
            kept.append(block if whole else first_sentence(block))
    return "\n\n".join(one for one in kept if one.strip(" .,\n"))


def first_sentence(paragraph: str) -> str:
    """The first sentence of a paragraph."""
    words = " ".join(paragraph.split())
    found = re.match(r"(\*\*[^*]+[.?!]\*\* )?(.+?[.:?!](?:\*\*)?)(?= [A-Z*\[]|$)", words)
    return found[0] if found else words
