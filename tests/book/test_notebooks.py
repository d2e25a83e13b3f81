"""Every notebook keeps the house rules, every figure has words, and the solutions run."""

import ast
import pkgutil
import re
from pathlib import Path
from types import ModuleType

import nbformat
import pytest
from browsing import PAGES, ROOT

from stsutils.teach.directives import directives, python_in
from stsutils.teach.exercises import exercises

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
#: Cells whose code the page folds, or leaves out.
FOLDED = {"hide-input", "remove-input", "remove-cell"}
EXECUTED = ROOT / "_out" / "executed"
LOSS_CHAPTERS = [p for p in NOTEBOOKS if "04" <= p.name[:2] <= "10" or p.name[:2] == "17"]
#: The code of each exercise's solution.
CODE = {one.label: python_in(one.solution) for one in exercises().values()}

every = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)


def read(path: Path):
    return nbformat.read(path, as_version=4)


def code_cells(path: Path) -> list:
    return [c for c in read(path).cells if c.cell_type == "code"]


def written(path: Path) -> str:
    """All Markdown of a notebook."""
    return "\n\n".join(c.source for c in read(path).cells if c.cell_type == "markdown")


def test_the_toc_names_each_notebook_and_nothing_else():
    listed = sorted(n for n in PAGES if n.startswith("notebooks/"))
    assert listed == [f"notebooks/{p.stem}" for p in NOTEBOOKS]
    assert len(PAGES) == len(set(PAGES)) > 0


@every
def test_it_is_plain_python_3_without_outputs_and_with_one_title(path):
    notebook = read(path)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    assert notebook.metadata.kernelspec == kernel
    assert notebook.metadata.language_info == {"name": "python"}
    ids = [cell.id for cell in notebook.cells]
    assert len(ids) == len(set(ids))
    for cell in code_cells(path):
        assert cell.outputs == []
        assert cell.execution_count is None
        # the student notebooks fetch the book on Colab; their address is _config.yml's
        assert "git clone" not in cell.source, cell.id
    assert "{glue:" not in written(path), "a value in prose is an `ev:` link"
    prose = [c.source for c in notebook.cells if c.cell_type == "markdown"]
    assert notebook.cells[0].source == prose[0]
    assert [text.startswith("# ") for text in prose] == [True] + [False] * (len(prose) - 1)
    # a solution goes to solutions/<label>.md; the pages show it below its exercise
    assert [one.argument for one in directives(written(path), "solution")] == []


@every
def test_code_fits_the_page(path):
    for cell in code_cells(path):
        most = 30 if FOLDED & set(cell.metadata.get("tags", [])) else 15
        lines = len(cell.source.strip().splitlines())
        assert lines <= most, f"cell {cell.id}: move code to stsutils or split it"
    shown = re.findall(r"```python\n(.*?)```", written(path), flags=re.DOTALL)
    shown += [c.source for c in code_cells(path)]
    wide = [line for code in shown for line in code.splitlines() if len(line) > 80]
    assert wide == [], "at most 80 characters a line (notebooks/ruff.toml)"


@every
def test_check_yourself_has_five_answers_and_a_card_follows(path):
    _, head, rest = written(path).partition("## Check yourself\n")
    asked = re.findall(r"^:::\{dropdown\} (\d) · \S.*\n(?s:.+?)\n:::$", rest, re.MULTILINE)
    assert asked == list("12345") * bool(head)
    assert not head or path.name.startswith("00") or "\n## Card\n" in rest


@every
def test_a_figure_has_words_for_those_who_cannot_see_it_and_no_cell_shows_a_warning(path):
    if not (EXECUTED / path.name).is_file():
        pytest.skip("no executed copy of this notebook: run `make book` first")
    for cell in code_cells(EXECUTED / path.name):
        kinds = [kind for output in cell.outputs for kind in output.get("data", {})]
        if any(kind.startswith("image/") for kind in kinds):
            alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
            assert len(alt) >= 20, f"cell {cell.id}: set metadata mystnb.image.alt"
        if "remove-stderr" not in cell.metadata.get("tags", []):  # where a bar is shown live
            told = [o.text for o in cell.outputs if o.get("name") == "stderr"]
            assert not told, f"cell {cell.id}: {told}"


def missing(sources: list[str]) -> list[str]:
    """Names that code takes from the package, by import or as ``module.name``, and it lacks."""
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    lacking, modules = [], {}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module.startswith("stsutils"):
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                try:
                    thing = pkgutil.resolve_name(name)
                except (AttributeError, ImportError):
                    lacking.append(name)
                else:
                    modules[alias.asname or alias.name] = thing
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = modules.get(node.value.id)
            if isinstance(module, ModuleType) and not hasattr(module, node.attr):
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


@pytest.mark.parametrize("label", [label for label, code in CODE.items() if code])
def test_solution_runs_and_fits_the_page(label):
    assert [line for line in CODE[label].splitlines() if len(line) > 80] == []
    exec(compile(CODE[label], f"solution of {label}", "exec"), {"__name__": label})


@pytest.mark.parametrize("path", LOSS_CHAPTERS, ids=lambda p: p.stem)
def test_a_loss_chapter_has_three_exercises_and_the_microscope_marks_one(path):
    labels = [one.options["label"] for one in directives(written(path), "exercise")]
    assert len(labels) >= 3
    assert any("check(" in CODE[label] and "candidate=" in CODE[label] for label in labels)
