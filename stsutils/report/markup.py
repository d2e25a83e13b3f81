"""Pieces of HTML: text is escaped, and tables have a caption and headings that say their scope."""

import html
from collections.abc import Iterable, Mapping, Sequence

from stsutils.templates import render

DASH = "–"
#: Names of rows or columns; or name → heading.
Names = Mapping[str, str] | Iterable[str]


class Html(str):
    """A piece of HTML that Jupyter shows as such, and that a template takes as it is."""

    def _repr_html_(self) -> str:
        return str(self)

    __html__ = _repr_html_


def headed(names: Names) -> dict[str, str]:
    """Name → heading, which is the name itself where none is given."""
    names = names if isinstance(names, Mapping) else dict.fromkeys(names)
    return {name: heading or name for name, heading in names.items()}


def rendered(name: str, **values) -> Html:
    """The template of this name, filled."""
    return Html(render(name, **values).strip())


def in_cell(number: str) -> Html:
    """What `stsutils.report.form` prints, for a narrow cell: it breaks before ``±`` or ``(``."""
    space = "\N{NO-BREAK SPACE}"
    return Html(html.escape(number).replace("± ", f"±{space}").replace(" seed", f"{space}seed"))


def build_table(
    caption: str,
    heads: Iterable[str],
    rows: Iterable[Sequence[str]] = (),
    below: str = "",
    groups: Iterable[tuple[str, Sequence]] = (),
    kind: str = "",
) -> Html:
    """Rows of text under headings of columns; the first cell is a row's heading.

    ``groups`` has (heading, rows) in place of ``rows``. ``below``: HTML that stands under the
    table; ``kind``: a CSS class.
    """
    groups = list(groups) or [("", list(rows))]
    own = {"caption": caption, "heads": list(heads), "below": Html(below), "kind": kind}
    return rendered("table.html", groups=groups, **own)


def sign(verdict: str, slug: str, note: str = "") -> Html:
    """A verdict with classes ``verdict verdict-<slug>``; without their CSS it is bold."""
    title = f' title="{html.escape(note)}"' if note else ""
    text = html.escape(verdict)
    return Html(f'<strong class="verdict verdict-{html.escape(slug)}"{title}>{text}</strong>')


def counted(number: int, what: str = "seed") -> str:
    """``1 seed``, ``5 seeds``."""
    return f"{number} {what}{'s' * (number != 1)}"
