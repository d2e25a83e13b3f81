"""What Sphinx does to pages beside its own: a small book is built with it."""

import base64
import json
import re
from pathlib import Path

import finishing
import pytest
from browsing import ROOT
from bs4 import BeautifulSoup
from sphinx.application import Sphinx

from stsutils.teach.roles import Pages, plain

PICTURE = base64.b64encode(b"<svg xmlns='http://www.w3.org/2000/svg'/>" * 200).decode()
SMALL = base64.b64encode(b"<svg/>").decode()
GLOSSARY = """# Glossary

```{glossary}
hard negative
  A pair that looks similar, and is not. It hurts.

as coded, as written
  Two readings.

line
  Too common a word.
```
"""
PAGE = f"""# A hard negative is no title

**Question.** What is an AUC? Say `as coded` in code, $as coded$ in a formula,
[as coded](../index.md).

Hard negatives of a page as written here, and as coded once more. A line. Call `fit_it` and
`stsutils.losses.cosent`, then `fit_it`. Call `fit(rows, chunk=8)`, not `evaluate`, `summary`,
`verdict` or `range(3)`.

```python
from stsutils.losses import cosent
from stsutils.training.loop import (
    fit,
    other,
)
from elsewhere import fit
from stsutils import losses
```

## As written

```{{raw}} html
<img alt="a" src="data:image/svg+xml;base64,{PICTURE}">
<img alt="b" src="data:image/svg+xml;base64,{SMALL}">
```
"""
NAMES = ("losses.cosent", "training.fit_it", "training.fit", "evaluation.evaluate")
NAMES += ("data.summary", "microscope.summary", "report.verdict")
API = "# API\n\n```{raw} html\n"
API += "".join(f'<h2 id="stsutils.{name}">it</h2>' for name in NAMES) + "\n```\n"
EQUATIONS = {
    "04_four": "# Four\n\n$$\na\n$$ (eq-a)\n\n$$\nno name\n$$\n\n$$\nb\n$$ (eq-b)\n",
    "09_nine": "# Nine\n\n$$\nc\n$$ (eq-c)\n\nBy {eq}`eq-c` and {eq}`eq-b`.\n",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    root = tmp_path_factory.mktemp("book")
    pages = {"index": "# Start\n\nHard negatives hurt as coded.\n\n", "book/glossary": GLOSSARY}
    pages |= {"book/page": PAGE, "book/api/losses": API, **EQUATIONS}
    pages["index"] += "\n".join(["```{toctree}", *list(pages)[1:], "```\n"])
    for name, text in pages.items():
        (root / f"{name}.md").parent.mkdir(parents=True, exist_ok=True)
        (root / f"{name}.md").write_text(text, encoding="utf-8")
    settings = {"extensions": ["myst_parser", "finishing", "equations"]}
    settings |= {"html_sourcelink_suffix": "", "math_numfig": False}
    settings["myst_enable_extensions"] = ["dollarmath"]
    folders, quiet = (root, None, root / "out", root / "doctrees"), {"status": None}
    Sphinx(*folders, "html", settings, warningiserror=True, **quiet).build()
    return root / "out"


def soup(path: Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


def test_a_term_is_linked_once_in_text_and_nowhere_else(built):
    links = soup(built / "book" / "page.html").select("a.sts-term")
    assert [link.get_text() for link in links] == ["as written"]
    assert links[0]["href"] == "glossary.html#term-as-coded-as-written"
    assert links[0]["title"] == "Two readings."
    links = soup(built / "index.html").select("a.sts-term")
    assert [link.get_text() for link in links] == ["Hard negatives", "as coded"]
    assert links[0]["title"] == "A pair that looks similar, and is not."
    assert links[0]["href"] == "book/glossary.html#term-hard-negative"
    assert soup(built / "book" / "glossary.html").select("a.sts-term") == []


def test_a_name_of_the_package_leads_to_the_reference_once(built):
    links = soup(built / "book" / "page.html").select("a:has(code)")
    assert [(link.get_text(), link["href"]) for link in links] == [
        ("fit_it", "api/losses.html#stsutils.training.fit_it"),
        ("stsutils.losses.cosent", "api/losses.html#stsutils.losses.cosent"),
        ("fit(rows, chunk=8)", "api/losses.html#stsutils.training.fit"),
    ], "no name that is a command, a false friend, or two of ours"


def test_what_code_imports_leads_to_the_reference(built):
    links = soup(built / "book" / "page.html").select("pre a")
    assert [(link.get_text(), link["href"]) for link in links] == [
        ("cosent", "api/losses.html#stsutils.losses.cosent"),
        ("fit", "api/losses.html#stsutils.training.fit"),
        ("losses", "api/losses.html"),
    ]


def test_a_large_picture_is_a_file_that_waits_and_a_small_one_stays(built):
    large, small = soup(built / "book" / "page.html").select("img")
    assert large["loading"] == "lazy"
    assert (built / "book" / large["src"]).resolve().read_bytes() == base64.b64decode(PICTURE)
    assert small["src"].startswith("data:")
    assert PICTURE not in (built / "_sources" / "book" / "page.md").read_text()


def test_a_page_is_described_by_its_first_sentences(built):
    [tag] = soup(built / "book" / "page.html").select("meta[name=description]")
    assert tag["content"].startswith("What is an AUC? Say as coded in code")
    assert len(tag["content"]) < 2 * finishing.DESCRIBED


def test_the_page_and_the_notebook_number_equations_alike(built):
    html = {name: (built / f"{name}.html").read_text() for name in EQUATIONS}
    assert re.findall(r'"eqno">\(([\d.]+)\)', html["04_four"]) == ["4.1", "4.2"]
    linked = re.findall(r'href="[^"]*#equation-eq-[bc]">\(([\d.]+)\)', html["09_nine"])
    assert linked == ["9.1", "4.2"]

    pages = Pages("../{}.md")
    for name, text in EQUATIONS.items():
        pages.add(f"notebooks/{name}", [text])
    seen = plain(EQUATIONS["09_nine"], "notebooks/09_nine", pages)
    assert r"\tag{9.1}" in seen
    assert "By (9.1) and (4.2) of [Four](04_four.ipynb)." in seen


def test_the_search_scores_by_the_title(built):
    assert "Scorer.words" in (built / "_static" / "language_data.js").read_text(encoding="utf-8")


def test_sources_of_notebooks_have_no_outputs(tmp_path):
    cells = [{"cell_type": "code", "outputs": [1], "execution_count": 3, "source": "x"}]
    place = tmp_path / "_sources" / "a.ipynb"
    place.parent.mkdir()
    place.write_text(json.dumps({"cells": cells}))
    builder = type("Builder", (), {"name": "html"})
    app = type("App", (), {"outdir": tmp_path, "builder": builder})
    finishing.plain_sources(app, None)
    [cell] = json.loads(place.read_text())["cells"]
    assert (cell["outputs"], cell["execution_count"], cell["source"]) == ([], None, "x")


def test_first_sentences_and_the_glossarys_fit_a_title():
    said = finishing.first_sentence
    assert said("One. Two.") == "One."
    assert said(".5 is chance") == ".5 is chance"
    cited = "Spearman's ρ: Pearson's of ranks"
    assert said(f"{cited} spearman1904. Tables show 100ρ.") == f"{cited}."
    text = (ROOT / "book" / "glossary.md").read_text(encoding="utf-8")
    text = re.sub(r"\{cite[:t]*\}`[^`]*`", "", text)
    entries = re.findall(r"^\S.*\n((?:  .+\n)+)", text.split("{glossary}")[1], re.M)
    assert len(entries) > 60
    assert max(len(finishing.first_sentence(entry)) for entry in entries) < 180
