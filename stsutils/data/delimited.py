"""Rows of cells from lines of text, with commas, semicolons or tabs between them."""

import csv
import itertools
from collections.abc import Iterable, Iterator

from stsutils.data.packed_files import doubled
from stsutils.data.rows import place
from stsutils.errors import UserError

# A sentence longer than this is a file that was misread, for example a quote that never closes.
_LONGEST = 10_000_000

_NAMES = {",": "comma", "\t": "tab", ";": "semicolon"}


def csv_delimiter(lines: Iterable[str]) -> tuple[str, Iterator[str]]:
    """The comma, or the semicolon where the header has that alone; and all the lines again."""
    lines, begun = iter(lines), []
    for line in lines:
        begun.append(line)
        if line.strip("\r\n"):
            break
    header = begun[-1] if begun else ""
    comma = ";" if ";" in header and "," not in header else ","
    return comma, itertools.chain(begun, lines)


def records(lines: Iterable[str], where: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The header, then each row, with the line it begins in; blank lines are passed over.

    Raises UserError, naming the line, for what is no such table.
    """
    # STS files hold bare quotes: in a tsv a quote is a character like any other.
    options = {"quotechar": '"', "strict": True}
    if delimiter == "\t":
        options = {"quoting": csv.QUOTE_NONE}
    reader = csv.reader(lines, delimiter=delimiter, **options)
    header: list[str] | None = None
    row = 0
    while True:
        line = reader.line_num + 1
        # The limit is the whole program's: it is ours only while a row is read.
        before = csv.field_size_limit(_LONGEST)
        try:
            record = next(reader, None)
        except csv.Error as error:
            raise UserError(f"{where}, line {line}: {_csv_words(str(error))}") from None
        finally:
            csv.field_size_limit(before)
        if record is None:
            break
        if not record:
            continue
        if header is None:
            header = record
            _check_header(record, where, line, delimiter)
        elif len(record) != len(header):
            raise UserError(_ragged(where, row, line, len(record), len(header), delimiter))
        else:
            row += 1
        yield line, record
    if header is None:
        raise UserError(f"{where}: only blank lines; it needs a header and at least one row")


def _check_header(record: list[str], where: str, line: int, delimiter: str) -> None:
    if twice := sorted(doubled(record)):
        raise UserError(
            f"{where}, line {line}: column {twice[0][:40]!r} appears twice in the "
            "header; rename or drop one"
        )
    other = next((d for d in _NAMES if d != delimiter and d in record[0]), None)
    if len(record) == 1 and other:
        mend = {",": "rename it to .csv", "\t": "rename it to .tsv"}.get(
            other, "save it with commas"
        )
        raise UserError(
            f"{where}, line {line}: columns seem to be parted by {_NAMES[other]}s, not "
            f"{_NAMES[delimiter]}s; {mend}"
        )


def _ragged(where: str, row: int, line: int, n: int, need: int, delimiter: str) -> str:
    mend = "fill in the missing cells"
    if n > need:
        mend = f"put text that holds a {_NAMES[delimiter]} in double quotes"
        if delimiter == "\t":
            mend = "take the extra tab out of the text"
    return (
        f"{place(where, row)} (line {line}): {n} cell{'s' * (n != 1)}, "
        f"the header has {need}; {mend}"
    )


def _csv_words(error: str) -> str:
    """What `csv` says is wrong with a cell, in a reader's words and with the mend."""
    if "field larger" in error:
        return f"a cell longer than {_LONGEST:,} characters; is a double quote never closed?"
    if "unexpected end" in error:
        return "a double quote opens here and never closes; close it"
    if "expected after" in error:
        return "text after a closing double quote; write a quote inside a cell twice"
    return f"{error}; save the file again as CSV"
