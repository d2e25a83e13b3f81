"""Pieces of HTML: all text escaped, tables with a caption and headings that say their scope."""

import html
from collections.abc import Iterable

from stsutils.experiments import Experiment, command

DASH = "–"
#: A tier in the words of a reader who has not learned its name.
WITH = {
    "demo": "in live cells",
    "lab": "with small encoders",
    "paper": "with the papers' encoders",
}


class Html(str):
    """A piece of HTML that Jupyter shows as such."""

    def _repr_html_(self) -> str:
        return str(self)


def escaped(text: str) -> str:
    """The text as HTML; a piece of HTML stays as it is."""
    return text if isinstance(text, Html) else html.escape(text)


def in_cell(number: str) -> Html:
    """What `stsutils.report.form` prints, for a narrow cell: it breaks before ``±`` or ``(``."""
    space = "\N{NO-BREAK SPACE}"
    return Html(html.escape(number).replace("± ", f"±{space}").replace(" seed", f"{space}seed"))


def line_of(heads: Iterable[str], values: Iterable[str] = (), scope: str = "row") -> str:
    """A table's line: headings of this scope, then values."""
    first = "".join(f'<th scope="{scope}">{escaped(head)}</th>' for head in heads)
    return f"<tr>{first}{''.join(f'<td>{escaped(value)}</td>' for value in values)}</tr>"


def framed(caption: str, top: str, body: str, below: str = "", kind: str = "") -> Html:
    """Lines of headings and of the body as a table, with notes below it."""
    return Html(
        f'<div class="sts-table"><table class="{f"dataframe {kind}".strip()}">'
        f"<caption>{escaped(caption)}</caption><thead>{top}</thead><tbody>{body}</tbody></table>"
        f"{below}</div>"
    )


def build_table(
    caption: str, heads: Iterable[str], rows: Iterable[tuple], below: str = "", named: int = 1
) -> Html:
    """Rows of text under headings of columns; the first ``named`` cells are a row's headings."""
    body = "".join(line_of(row[:named], row[named:]) for row in rows)
    return framed(caption, line_of(heads, scope="col"), body, below)


def sign(verdict: str, slug: str, note: str = "") -> Html:
    """A verdict in a span with classes ``verdict verdict-<slug>``: it says all without colour."""
    title = f' title="{html.escape(note)}"' if note else ""
    text = html.escape(verdict)
    return Html(f'<span class="verdict verdict-{html.escape(slug)}"{title}>{text}</span>')


def what_is_missing(experiment: Experiment, tiers: Iterable[str], idle: Iterable[str] = ()) -> str:
    """The commands that make the numbers of these tiers; of the ``idle`` ones nothing is run."""
    notes = "".join(
        f"<li>{tier}{' (not run)' if tier in idle else ''}: "
        f"<code>{html.escape(command(experiment, tier))}</code></li>"
        for tier in dict.fromkeys(tiers)
    )
    return notes and f"<p>Commands that make what is missing ({DASH}):</p><ul>{notes}</ul>"


def counted(number: int, what: str = "seed") -> str:
    """``1 seed``, ``5 seeds``."""
    return f"{number} {what}{'s' * (number != 1)}"
