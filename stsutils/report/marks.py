"""Pages that the records fill: a line ``% report html_grid("chinese")`` becomes what it calls.

What stands behind ``% report`` is Python with the public names of `stsutils.report`, of the modules
in `stsutils.report.views` and of `experiments.load`. It gives HTML or a DataFrame. Links of the
scheme ``ev:`` become cards (`stsutils.report.prose`).
"""

import functools
import importlib
import pkgutil
import re

from stsutils import report
from stsutils.errors import UserError
from stsutils.experiments import load
from stsutils.report import views
from stsutils.report.pages import frame
from stsutils.report.prose import LINK, linked

MARK = re.compile(r"^% report (.+)$", re.M)


def has_marks(text: str) -> bool:
    """Whether the records have to fill anything in a page."""
    return bool(MARK.search(text) or LINK.search(text))


def fill(text: str, place: str = "") -> str:
    """A page as Markdown with everything filled in; ``place`` names it in errors."""

    def shown(match: re.Match) -> str:
        try:
            # a page of this repository is trusted as its notebooks are
            value = eval(match[1], dict(_names()))
        except Exception as error:
            raise UserError(f"{place}: % report {match[1]}: {error}") from error
        html = value if isinstance(value, str) else frame(value)
        lines = "\n".join(line for line in str(html).splitlines() if line.strip())
        return f'````{{raw}} html\n<div class="cell_output">{lines}</div>\n````'

    report.use_style()
    return linked(MARK.sub(shown, text))


@functools.cache
def _names() -> dict:
    names = {"load": load, **vars(report)}
    for module in pkgutil.iter_modules(views.__path__):
        names |= vars(importlib.import_module(f"{views.__name__}.{module.name}"))
    return names
