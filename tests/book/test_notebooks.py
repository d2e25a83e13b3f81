"""Every notebook keeps the house rules, and every figure has words for those who can't see it."""

import ast
import contextlib
import importlib
import re
from pathlib import Path
from types import ModuleType

import nbformat
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
#: Cells whose code the page folds, or leaves out.
FOLDED = {"hide-input", "remove-input", "remove-cell"}
EXECUTED = ROOT / "_out" / "executed"

every = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)


def read(path: Path):
    return nbformat.read(path, as_version=4)


def code_cells(path: Path) -> list:
    return [c for c in read(path).cells if c.cell_type == "code"]


def test_there_are_notebooks():
    assert NOTEBOOKS


def test_the_toc_names_each_notebook_and_nothing_else():
    toc = yaml.safe_load((ROOT / "book" / "_toc.yml").read_text(encoding="utf-8"))
    named = [c["file"] for part in toc["parts"] for c in part["chapters"]]
    listed = sorted(n for n in named if n.startswith("notebooks/"))
    assert listed == [f"notebooks/{p.stem}" for p in NOTEBOOKS]
    assert len(named) == len(set(named))


@every
def test_valid_and_without_outputs(path):
    notebook = read(path)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    for cell in code_cells(path):
        assert cell.outputs == []
        assert cell.execution_count is None


@every
def test_cell_ids_are_there_and_unique(path):
    ids = [cell.id for cell in read(path).cells]
    assert len(ids) == len(set(ids))


@every
def test_kernel_is_plain_python3(path):
    metadata = read(path).metadata
    assert metadata.kernelspec == {
        "display_name": "Python 3",
        "language": "python",
        "name": "python3",
    }
    assert metadata.language_info == {"name": "python"}


@every
def test_code_cells_are_short(path):
    for cell in code_cells(path):
        most = 30 if FOLDED & set(cell.metadata.get("tags", [])) else 15
        lines = len(cell.source.strip().splitlines())
        assert lines <= most, f"cell {cell.id}: move code to stsutils or split it"


@every
def test_lines_of_code_fit_the_page(path):
    text = "".join(c.source for c in read(path).cells if c.cell_type == "markdown")
    solutions = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    shown = [*solutions, *(c.source for c in code_cells(path))]
    wide = [line for code in shown for line in code.splitlines() if len(line) > 80]
    assert wide == [], "at most 80 characters a line (notebooks/ruff.toml)"


@every
def test_no_cell_holds_the_address(path):
    """The student notebooks fetch the book on Colab; their address is _config.yml's."""
    assert not [cell.id for cell in code_cells(path) if "git clone" in cell.source]


@every
def test_one_title(path):
    first, *rest = read(path).cells
    assert first.cell_type == "markdown"
    assert first.source.startswith("# ")
    assert not [c.id for c in rest if c.cell_type == "markdown" and re.match(r"# ", c.source)]


@every
def test_check_yourself_has_five_answers_and_a_card_follows(path):
    text = "\n\n".join(c.source for c in read(path).cells if c.cell_type == "markdown")
    _, head, rest = text.partition("## Check yourself\n")
    asked = re.findall(r"^:::\{dropdown\} (\d) · \S.*\n(?s:.+?)\n:::$", rest, re.MULTILINE)
    assert asked == list("12345") * bool(head)
    assert not head or path.name.startswith(("00", "12")) or "\n## Card\n" in rest


def figures(cell) -> list[str]:
    """The kinds of image a cell shows; glued ones show elsewhere."""
    shown = [kind for output in cell.outputs for kind in output.get("data", {})]
    return [kind for kind in shown if kind.startswith("image/")]


@every
def test_every_figure_has_alt_text(path):
    if not (EXECUTED / path.name).is_file():
        pytest.skip("no executed copy of this notebook: run `make book` first")
    for cell in code_cells(EXECUTED / path.name):
        if figures(cell):
            alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
            assert len(alt) >= 20, f"cell {cell.id}: set metadata mystnb.image.alt"


@every
def test_every_image_in_html_output_has_alt_text(path):
    if not (EXECUTED / path.name).is_file():
        pytest.skip("no executed copy of this notebook: run `make book` first")
    for cell in code_cells(EXECUTED / path.name):
        for output in cell.outputs:
            html = output.get("data", {}).get("text/html", "")
            for tag in re.findall(r"<img\b[^>]*>", html):
                assert re.search(r'\balt="[^"]{3,}"', tag), f"cell {cell.id}: an <img> without alt"


@every
def test_no_page_shows_a_warning(path):
    if not (EXECUTED / path.name).is_file():
        pytest.skip("no executed copy of this notebook: run `make book` first")
    for cell in code_cells(EXECUTED / path.name):
        if "remove-stderr" not in cell.metadata.get("tags", []):  # where a bar is shown live
            told = [o.text for o in cell.outputs if o.get("name") == "stderr"]
            assert not told, f"cell {cell.id}: {told}"


def pictures(cell) -> bool:
    """Whether the page shows an image below this code cell, or says that it waits for numbers."""
    if {"remove-cell", "remove-output", "hide-output"} & set(cell.metadata.get("tags", [])):
        return False
    html = "".join(o.get("data", {}).get("text/html", "") for o in cell.get("outputs", []))
    return "<img" in html or 'class="sts-waiting"' in html or bool(figures(cell))


def below(cells: list, place: int):
    """The next cell of the page; a removed one is not on it."""
    rest = cells[place + 1 :]
    return next(c for c in rest if "remove-cell" not in c.metadata.get("tags", []))


@every
def test_every_figure_has_a_caption_and_every_caption_a_figure(path):
    """A caption is text below its figure that begins with **Figure.**; the number comes later."""
    if not (EXECUTED / path.name).is_file():
        pytest.skip("no executed copy of this notebook: run `make book` first")
    shown = {cell.id for cell in code_cells(EXECUTED / path.name) if pictures(cell)}
    cells = read(path).cells
    below_figures = [below(cells, i) for i, cell in enumerate(cells) if cell.id in shown]
    bare = [cell.id for cell in below_figures if not cell.source.startswith("**Figure.** ")]
    assert bare == [], "begin the text below a figure with **Figure.** and its message"
    assert all(len(cell.source) > len("**Figure.** ") + 20 for cell in below_figures)
    marks = sum("**Figure.**" in c.source for c in cells)
    assert marks == len(shown), "a caption without a figure"


def test_a_bare_figure_is_noticed():
    picture = nbformat.v4.new_code_cell("x")
    assert not pictures(picture)
    for shown in ("<img alt='x'>", '<p class="sts-waiting">Nobody has run this yet.</p>'):
        picture.outputs = [nbformat.v4.new_output("display_data", {"text/html": shown})]
        assert pictures(picture)
    text, glue = nbformat.v4.new_markdown_cell("Text"), nbformat.v4.new_code_cell("y")
    glue.metadata["tags"] = ["remove-cell"]
    assert below([picture, glue, text], 0) is text


def found(module: str, name: str):
    """What ``from module import name`` gives; None when there is no such name."""
    thing = getattr(importlib.import_module(module), name, None)
    if thing is None:
        with contextlib.suppress(ModuleNotFoundError):
            thing = importlib.import_module(f"{module}.{name}")
    return thing


def missing(sources: list[str]) -> list[str]:
    """Names that code takes from the package, by import or as ``module.name``, and it lacks."""
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    lacking, modules = [], {}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module.startswith("stsutils"):
            for alias in node.names:
                thing = found(node.module, alias.name)
                if thing is None:
                    lacking.append(f"{node.module}.{alias.name}")
                if isinstance(thing, ModuleType):
                    modules[alias.asname or alias.name] = thing
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = modules.get(node.value.id)
            if module and not hasattr(module, node.attr):
                lacking.append(f"{module.__name__}.{node.attr}")
    return lacking


@every
def test_names_taken_from_the_package_exist(path):
    """A name that has moved is told here, in seconds, before a build runs into it."""
    assert missing([cell.source for cell in code_cells(path)]) == []


def test_a_moved_name_is_seen():
    lines = ["from stsutils import report", "report.use_style()\nreport.no_such()"]
    assert missing(lines) == ["stsutils.report.no_such"]
    for home in ("stsutils.report", "stsutils.run"):  # a package, and a module
        assert missing([f"from {home} import no_such"]) == [f"{home}.no_such"]
