"""One small language names comparisons between cells of tables, for claims and their reasons.

===========  ===============================================================
comparison   ``row beats row [by margin] @ column; column [@ table; table]``
equality     ``row equals row within margin @ columns [@ tables]``
level        ``row above margin @ columns [@ tables]``
===========  ===============================================================

Margins are in metric units (.05 is five points of ρ × 100). ``{x; y}`` stands for x, then y;
``{}`` for the same word again. Several columns, tables and words give a comparison each: column by
column, in each table, word by word. Where the two cells stand in different columns, the first one
names its own: ``row @ column beats row @ column``. Without a table, or with ``here``, the claim's
own table is meant. No name of a row or column holds `` beats ``, `` equals ``, `` @ `` or ``;``.
"""

import re
from collections.abc import Iterator

from stsutils.claims.claim import Contrast, Expected
from stsutils.claims.verdict import FAILS, HOLDS, OPEN
from stsutils.errors import UserError

#: What stands before a comparison that does not hold → its outcome.
PREFIXES = {"not: ": FAILS, "open: ": OPEN, "": HOLDS}

_NUMBER = r"(-?\d+(?:\.\d+)?)"
PATTERNS = (
    (rf"(.+) equals (.+) within {_NUMBER} @ (.+)", "equivalent"),
    (rf"(.+) beats (.+?)(?: by {_NUMBER})? @ (.+)", "greater"),
    (rf"(.+)() above {_NUMBER} @ (.+)", "greater"),
)
_LIST = re.compile(r"\{([^{}]+)\}")
_SEPARATOR = re.compile(r"; (?![^{}]*\})")


def read_contrasts(text: str) -> tuple[Contrast, ...]:
    """The contrasts of all lines of a text, in order. UserError names a line it cannot read."""
    return tuple(Contrast(*parts) for line in _lines(text) for parts in _comparisons(line))


def read_expected(text: str) -> tuple[Expected, ...]:
    """Comparisons with their outcomes: ``not: `` and ``open: `` may stand before each line."""
    expected = []
    for line in _lines(text):
        prefix = next(prefix for prefix in PREFIXES if line.startswith(prefix))
        parts = _comparisons(line.removeprefix(prefix))
        expected += [Expected(*one, PREFIXES[prefix]) for one in parts]
    return tuple(expected)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _comparisons(line: str) -> Iterator[tuple]:
    """(a, b, margin, kind, table) of a line's columns, tables and words, multiplied."""
    matches = ((re.fullmatch(pattern, line), kind) for pattern, kind in PATTERNS)
    parts, kind = next(((match, kind) for match, kind in matches if match), (None, ""))
    if parts is None:
        raise UserError(
            f"{line!r} is no comparison. Write: row beats row by margin @ column @ table; "
            "row equals row within margin @ column; or row above margin @ column"
        )
    left, right, margin, places = parts.groups()
    columns, _, tables = places.partition(" @ ")
    rows = [words.split("\n") for words in _words(f"{left}\n{right}")]
    # each part of the list, and in it every word of {x; y} in turn
    for column in (word for part in _SEPARATOR.split(columns) for word in _words(part)):
        for table in tables.split("; "):
            for first, second in rows:
                row, _, own_column = first.partition(" @ ")
                b = (second, column) if second else None
                home = "" if table == "here" else table
                yield (row, own_column or column), b, float(margin or 0), kind, home


def _words(text: str) -> list[str]:
    braces = _LIST.search(text)
    if not braces:
        return [text]
    each = braces[1].split("; ")
    filled = (text.replace(braces[0], word, 1).replace("{}", word) for word in each)
    return [words for one in filled for words in _words(one)]
