"""Student notebooks hold no solution and no raw role, keep the chapter's order, and run alone."""

import json
import re
from pathlib import Path

import nbformat
import pytest
import yaml
from nbclient import NotebookClient

from stsutils.teach.book import with_solutions
from stsutils.teach.cells import as_json, numbered, source, text_cell
from stsutils.teach.exercises import exercises
from stsutils.teach.roles import Pages, plain
from stsutils.teach.student import Chapters, student_notebook

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = Chapters(ROOT)
every = pytest.mark.parametrize("name", list(CHAPTERS.paths))


def made(name: str):
    return nbformat.reads(as_json(student_notebook(CHAPTERS, name)), as_version=4)


def words(notebook) -> str:
    return "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


@every
def test_valid_without_outputs_or_raw_roles(name):
    notebook = made(name)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells)
    prose = re.sub(r"^```.*?^```$", "", words(notebook), flags=re.MULTILINE | re.DOTALL)
    assert re.findall(r"\{[\w:-]+\}`", prose) == []
    assert re.findall(r"^[`:]{3,}\{.*", prose, re.MULTILINE) == []
    assert "**Figure.**" not in prose


@every
def test_none_holds_a_solution(name):
    text = "\n".join(cell.source for cell in made(name).cells)
    assert "{solution}" not in text
    original = json.loads(CHAPTERS.paths[name].read_text(encoding="utf-8"))["cells"]
    known = "".join(with_solutions(source(cell), exercises(), shown=False) for cell in original)
    for one in exercises().values():
        if f":label: {one.label}\n" in known:
            own = [line for line in one.solution.splitlines() if line.strip() and line not in known]
            assert own
            stub = ("def ", "from ", "import ")  # what an empty cell begins with
            own = [line for line in own if len(line) > 12 and not line.startswith(stub)]
            assert [line for line in own if line in text] == []


@every
def test_answers_stay_folded_and_each_exercise_has_a_cell_to_answer_in(name):
    chapter, notebook = CHAPTERS.paths[name].read_text(encoding="utf-8"), made(name)
    text, asked = words(notebook), chapter.count(":::{dropdown} ")
    assert text.count("<details><summary>") == text.count("</details>") == asked
    ids = {cell.id for cell in notebook.cells}
    assert {f"{label}-answer" for label in re.findall(r":label: ([\w-]+)\\n", chapter)} <= ids


@pytest.mark.parametrize("part", ["0", "what_similarity"])
def test_it_runs_from_top_to_bottom(part):
    notebook = made(CHAPTERS.find(part))
    settings = {"metadata": {"path": str(ROOT / "notebooks")}}
    client = NotebookClient(notebook, timeout=300, resources=settings, kernel_name="python3")
    client.extra_arguments = ["--log-level=ERROR"]
    client.execute()
    marked = [cell for cell in notebook.cells if cell.id.endswith("-mark")]
    assert marked
    assert all("was not handed in" in str(cell.outputs) for cell in marked)


def test_an_address_is_asked_for_and_none_is_made_up():
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    assert CHAPTERS.url == config["repository"]["url"]
    colab = [cell for cell in made(CHAPTERS.find("how_to_use")).cells if cell.id == "colab"]
    assert bool(colab) == bool(CHAPTERS.url)
    address = re.compile(r"https://github\.com/[\w.-]+/stsutils")
    for name in ("README.md", "pyproject.toml", "CITATION.cff"):
        named = address.findall((ROOT / name).read_text("utf-8"))
        assert set(named) <= {CHAPTERS.url}, f"{name} names another address than _config.yml"


def test_roles_become_numbers_names_and_links():
    pages = Pages("../site/{}.html")
    pages.add("notebooks/01_one", ["# One", "$$\nx = 1\n$$ (eq-x)\n\n(here)=\n## Here"])
    pages.add("notebooks/02_two", ["# Two"])
    pages.add("book/notation", ["# Notation"])
    pages.sources = {"su2022": ("Su, 2022", "https://example.org/su")}
    text = "by {eq}`eq-x`, {doc}`02_two`, {doc}`signs <../book/notation>`, {ref}`here`, "
    text += "{cite}`su2022`, {cite:t}`su2022`\n\n```\n{eq}`eq-x`\n```\n"
    seen = plain(text, "notebooks/01_one", pages)
    assert seen == (
        "by (1.1), [Two](02_two.ipynb), "
        "[signs](../site/book/notation.html), Here, "
        "([Su, 2022](https://example.org/su)), [Su (2022)](https://example.org/su)"
        "\n\n```\n{eq}`eq-x`\n```\n"
    )
    assert plain("$$\nx = 1\n$$ (eq-x)\n", "notebooks/01_one", pages) == (
        "$$\nx = 1 \\tag{1.1}\n$$\n"
    )
    assert "(1.1) of [One](01_one.ipynb)" in plain("{eq}`eq-x`", "notebooks/02_two", pages)
    place = '<a href="../book/notation.html#loss=cosent">play</a>'
    seen = plain(place, "notebooks/01_one", pages)
    assert seen == "[play](../site/book/notation.html#loss=cosent)"
    file = "our [signs](../book/notation.md)"
    assert plain(file, "notebooks/01_one", pages) == "our [signs](../site/book/notation.html)"


def test_title_and_captions_get_the_number_of_the_file():
    said = "As the **Figure.** says"
    texts = ["# A title\n\nText # 2", "**Figure.** One.", said, "**Figure.** Two."]
    cells = [text_cell(text, "x") for text in texts]
    numbered(cells, "05_a_title")
    figures = [f"**Figure 5.{n}** · {word}." for n, word in ((1, "One"), (2, "Two"))]
    wanted = ["# 5 · A title\n\nText # 2", figures[0], said, figures[1]]
    assert [cell["source"] for cell in cells] == wanted
    numbered(cells[1:2] + cells[2:3], "plain")
    assert cells[1]["source"] == "**Figure 5.1** · One."
    title = [text_cell("# How", "x")]
    numbered(title, "00_how")
    assert title[0]["source"] == "# 0 · How"


def test_a_chapter_that_is_not_there_is_refused(refused):
    refused("no chapter 'nothing'", CHAPTERS.find, "nothing")
    refused("several chapters ''", CHAPTERS.find, "")
