"""Student notebooks: a chapter without roles and solutions, that runs without the book.

Roles become numbers and links, an exercise its text and an empty cell.
"""

import json
from pathlib import Path

from stsutils.errors import UserError, readable
from stsutils.teach.cells import Cell, code_cell, notebook, numbered, source, text_cell
from stsutils.teach.directives import Directive, split
from stsutils.teach.exercises import Exercise, exercises
from stsutils.teach.roles import Pages, plain, read_bibliography
from stsutils.templates import render


class Chapters:
    """The chapters of a checkout, with all that their roles refer to.

    Args:
        root: the repository's folder.
        address: where a student notebook finds the other pages, such as `../site/{}.html`.
    """

    def __init__(self, root: Path, address: str = "../{}.md") -> None:
        """Read titles, equations, targets and bibliography."""
        import yaml

        self.root = root
        with readable(path := root / "_config.yml"):
            config = yaml.safe_load(path.read_text(encoding="utf-8"))
            self.url = config["repository"]["url"].rstrip("/")
        self.pages = Pages(address, sources=read_bibliography(root / "book" / "references.bib"))
        self.paths = {p.stem: p for p in sorted((root / "notebooks").glob("*.ipynb"))}
        for name, path in self.paths.items():
            texts = [source(c) for c in read_cells(path) if c["cell_type"] == "markdown"]
            self.pages.add(f"notebooks/{name}", texts)
        for path in (root / "book").glob("*.md"):
            self.pages.add(f"book/{path.stem}", [path.read_text(encoding="utf-8")])

    def find(self, wanted: str) -> str:
        """The chapter called so: its name, its number, or a part of its name; else a UserError."""
        number = wanted and wanted.zfill(2)  # no name is not chapter 00
        found = [n for n in self.paths if n == wanted or n.split("_")[0] == number]
        found = found or [name for name in self.paths if wanted.replace("-", "_") in name]
        if len(found) != 1:
            many = ", ".join(found or self.paths)
            raise UserError(f"{'several chapters' if found else 'no chapter'} {wanted!r}: {many}")
        return found[0]

    def labels(self, name: str) -> list[str]:
        """The labels of a chapter's exercises, in order."""
        return [one.label for one in self.cells(name) if isinstance(one, Exercise)]

    def cells(self, name: str) -> list[Cell | Exercise]:
        """A chapter's cells for students; each exercise stands for itself, after its text."""
        here, known = f"notebooks/{name}", exercises(self.root / "solutions")
        cells = []
        for cell in read_cells(self.paths[name]):
            if cell["cell_type"] == "markdown":
                cells += self._words(cell, here, known)
            else:
                folded = "hide-input" in cell["metadata"].get("tags", ())
                cells.append(code_cell(source(cell), cell["id"], folded=folded))
        colab = code_cell(render("colab.txt", url=self.url), "colab", folded=True)
        return [*cells[:1], *[colab] * bool(self.url), *cells[1:]]

    def _words(self, cell: Cell, here: str, known: dict) -> list:
        """A Markdown cell, cut at its exercises."""
        made, text = [], ""
        for one in split(source(cell)):
            text += self._as_markdown(one, here)
            if isinstance(one, Directive) and one.kind == "exercise":
                made += [text_cell(text, cell["id"]), known[one.options["label"]]]
                text = ""
        made += [text_cell(text, cell["id"])] if text.strip() else []
        for number, words in enumerate(made[2::2], 1):
            words["id"] += f"-{number}"
        return made

    def _as_markdown(self, one: str | Directive, here: str) -> str:
        """Plain Markdown of a text or a directive: images as pictures, others as quotes."""
        if isinstance(one, str):
            return plain(one, here, self.pages)
        inner = "".join(self._as_markdown(piece, here) for piece in split(one.text))
        if one.kind == "exercise":
            return f"### Exercise: {one.argument or 'a first one'}\n\n{inner}\n"
        if one.kind == "image":
            return f"![{one.options['alt']}]({one.argument})\n\n{inner}\n"
        title = plain(one.argument, here, self.pages) or one.kind.title()
        if one.kind == "dropdown":  # JupyterLab keeps it folded, too
            return f"<details><summary>{title}</summary>\n\n{inner}\n\n</details>\n"
        quote = "\n".join(f"> {line}".rstrip() for line in inner.strip().splitlines())
        return f"> **{title}**\n>\n{quote}\n"


def student_notebook(chapters: Chapters, name: str) -> dict:
    """One chapter as a notebook to work in, with cells to answer each exercise and to mark it."""
    cells = []
    for one in chapters.cells(name):
        cells += workplace(one) if isinstance(one, Exercise) else [one]
    return notebook(cells)


def workplace(one: Exercise) -> list[Cell]:
    """The empty cells of an exercise: what to hand in, where, and a cell that marks it."""
    if one.kind == "manual":
        empty = code_cell("# your code, if it helps", f"{one.label}-answer")
        return [text_cell("*Write your answer here.*", f"{one.label}-words"), empty]
    marking = f'from stsutils.teach.marking import mark\n\nmark("{one.label}", globals())'
    return [
        text_cell(one.task(), f"{one.label}-task"),
        code_cell(one.stub(), f"{one.label}-answer"),
        code_cell(marking, f"{one.label}-mark"),
    ]


def read_cells(path: Path) -> list[Cell]:
    """The cells of a chapter, with its number in the title and in captions."""
    with readable(path):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    numbered(cells, path.stem)
    return cells
