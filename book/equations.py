"""A Sphinx extension: equations are numbered by chapter, (9.1) is the first that chapter 9 names.

The number is that of the notebook's file, as in its title and its figures. Student notebooks and
slides count the same way (`stsutils.teach.roles`).
"""

import re
from pathlib import PurePosixPath

from docutils import nodes
from sphinx.application import Sphinx


def number(app: Sphinx, document: nodes.document) -> None:
    """Give each labelled equation of a chapter its number, and tell those who refer to it."""
    page = app.env.docname
    chapter = re.match(r"\d+", PurePosixPath(page).name)
    known = app.env.get_domain("math").equations
    named = [one for one in document.findall(nodes.math_block) if one.get("number")]
    for count, one in enumerate(named if chapter else (), 1):
        one["number"] = f"{int(chapter[0])}.{count}"
        known[one["label"]] = page, one["number"]


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect; Sphinx calls it."""
    app.connect("doctree-read", number)
    return {"parallel_read_safe": True}
