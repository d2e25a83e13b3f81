"""Slides keep headings, findings and equations, and load nothing from elsewhere."""

import re
from pathlib import Path

import pytest

from stsutils.errors import UserError
from stsutils.teach.cells import as_json, code_cell, notebook, text_cell
from stsutils.teach.slides import first_sentence, shortened, slide_cells, write_slides
from stsutils.teach.student import Chapters

ROOT = Path(__file__).resolve().parents[2]
TEXT = "## Why?\n\nBecause *a* holds. And more.\n\n$$\nx = 1\n\\tag{1}\n$$\n\n- one\n- two\n"


@pytest.fixture
def chapters(tmp_path):
    return Chapters(ROOT, executed=tmp_path / "executed")


def executed_chapter(chapters):
    name = chapters.find("how_to_use")
    shown = code_cell("1 + 1", "shown")
    shown["outputs"] = [
        {"output_type": "execute_result", "data": {"text/plain": ["2"]}, "metadata": {}}
        | {"execution_count": 1}
    ]
    helper = code_cell("secret = 1", "helper")
    helper["metadata"]["tags"] = ["remove-cell"]
    left = text_cell("Left out.", "left")
    left["metadata"]["slideshow"] = {"slide_type": "skip"}
    chapters.executed.mkdir()
    made = notebook([text_cell("# Title\n\n" + TEXT, "title"), shown, helper, left])
    (chapters.executed / f"{name}.ipynb").write_text(as_json(made), encoding="utf-8")
    return name, made["cells"]


def test_prose_is_shortened_to_its_findings():
    kept = "## Why?\n\nBecause *a* holds.\n\n$$\nx = 1\n\\tag{1}\n$$\n\n- one\n- two"
    assert shortened(TEXT) == kept
    assert first_sentence("**Question.** Is it so? Or not.") == "**Question.** Is it so?"


def test_deeper_sections_have_no_slide(chapters):
    code = code_cell("deep = 1", "deep")
    texts = [
        "# T",
        "## A",
        "### Deeper: more",
        "### Deeper: and more",
        "### Back",
        "## Deeper",
        "### In",
    ]
    cells = [text_cell(f"{one}\n\nWords.", f"cell-{i}") for i, one in enumerate(texts)]
    found = slide_cells(chapters, "x", [*cells[:3], code, *cells[3:]])
    shown = [c["source"].split("\n")[0] for c in found[::2]]
    assert shown == ["# T", "## A", "### Back"]
    assert not any("deep = 1" in c["source"] for c in found)


def test_cells_become_slides_with_notes(chapters):
    name, cells = executed_chapter(chapters)
    found = slide_cells(chapters, name, cells)
    kinds = [cell["metadata"]["slideshow"]["slide_type"] for cell in found]
    assert kinds == ["slide", "notes", "slide", "notes", "subslide"]
    assert not [cell for cell in found if "secret" in cell["source"] or "Left" in cell["source"]]


def test_hidden_code_leaves_no_empty_box(chapters, tmp_path):
    name, cells = executed_chapter(chapters)
    cells[1]["metadata"]["tags"] = ["hide-input"]
    made = as_json(notebook(cells))
    (chapters.executed / f"{name}.ipynb").write_text(made, encoding="utf-8")
    html = write_slides(chapters, name, tmp_path / "slides").read_text(encoding="utf-8")
    assert "hl-ipython3" not in html.partition("<body")[2]


def test_a_page_loads_nothing_from_elsewhere(chapters, tmp_path):
    name, _ = executed_chapter(chapters)
    page = write_slides(chapters, name, tmp_path / "slides")
    html = page.read_text(encoding="utf-8")
    loaded = re.findall(r"<(?:script|link|img)\b[^>]*?(?:src|href)=\"([^\"]+)\"", html)
    assert loaded
    assert [one for one in loaded if not (page.parent / one).is_file()] == []
    assert html.count("<section") >= 3
    assert '<aside class="notes">' in html
    assert "//unpkg" not in html


def test_a_chapter_that_was_not_executed_is_refused(chapters, tmp_path):
    with pytest.raises(UserError, match="--execute-only"):
        write_slides(chapters, chapters.find("how_to_use"), tmp_path)


def test_a_caption_stays_with_its_figure_and_a_lead_with_its_cell(chapters):
    shown = {"output_type": "display_data", "data": {"text/plain": ["2"]}, "metadata": {}}
    figure, live = code_cell("draw()", "figure"), code_cell("run()", "live")
    figure["outputs"] = live["outputs"] = [shown]
    caption, lead = text_cell("**Figure 0.1** · A line.", "caption"), text_cell("Try it.", "lead")
    found = slide_cells(chapters, chapters.find("how_to_use"), [figure, caption, lead, live])
    kinds = [cell["metadata"]["slideshow"]["slide_type"] for cell in found]
    assert kinds == ["subslide", "-", "notes", "subslide", "notes", "-"]
