"""Notebook cells: made, folded, and numbered."""

import itertools
import json
import re
from collections.abc import Iterable

Cell = dict
#: How a caption begins: it is the text below its figure, and gets the figure's number.
FIGURE = re.compile(r"^\*\*Figure\.\*\* ", re.MULTILINE)


def text_cell(text: str, name: str) -> Cell:
    """A Markdown cell; its id is `name`."""
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": text.strip("\n")}


def code_cell(code: str, name: str, *, folded: bool = False) -> Cell:
    """A code cell without outputs; folded, JupyterLab shows a bar in its place."""
    metadata = {"jupyter": {"source_hidden": True}} if folded else {}
    facts = {"cell_type": "code", "id": name, "metadata": metadata}
    return facts | {"execution_count": None, "outputs": [], "source": code.strip("\n")}


def notebook(cells: list[Cell]) -> dict:
    """A notebook of these cells, for a plain Python kernel."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def as_json(made: dict) -> str:
    """A notebook as it is written to a file."""
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def source(cell: Cell) -> str:
    """A cell's text as one string."""
    return "".join(cell["source"])


def numbered(cells: Iterable[Cell], name: str) -> None:
    """Put a chapter's number before its title, and a number before each figure's caption.

    The number is that of the file. ``**Figure.** One line, or five.`` in `05_contrastive` becomes
    ``**Figure 5.1** · One line, or five.``
    """
    number, count = re.match(r"\d*", name)[0].lstrip("0") or "0", itertools.count(1)
    for cell in cells if name[:1].isdigit() else ():
        if cell["cell_type"] == "markdown":
            text = re.sub(r"\A# ", f"# {number} · ", source(cell))
            cell["source"] = FIGURE.sub(lambda _: f"**Figure {number}.{next(count)}** · ", text)
