"""Cells that commas or tabs part: which of them a file means, and its rows."""

import csv
import io
import itertools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pandas as pd

from stsutils.data.files import text_lines
from stsutils.data.kinds import check_names
from stsutils.data.rows import THOUSANDS, number_from, place
from stsutils.errors import UserError

# A sentence longer than this is a file that was misread, for example a quote that never closes.
_LONGEST = 10_000_000
_EXCEL = -1  # beside csv's ways to quote: cells with a comma, too, though tabs part them
_QUOTED = re.compile(r'(?:^|(?<=\t))"([^"\t]*)"(?=\t|$)')
# A cell, or its beginning, that was put in quotes behind a space: no words follow its last quote.
_SPACED = re.compile(r' +"(?:[^"]|"")*"? *')
_NAMES = {",": "comma", "\t": "tab", ";": "semicolon", "|": "bar"}
# Rows of cells, each with the line it begins in.
Records = Iterator[tuple[int, list[str]]]


def read_separated(
    lines: Iterator[str], path: Path, ending: str, header: bool
) -> tuple[pd.DataFrame, list[int]]:
    """The cells of a .csv or .tsv, all as text, and each row's line.

    ``attrs["decimal"]`` is the comma where a spreadsheet seems to have written its numbers so.
    """
    delimiter, records = records_of(lines, path, ending, header)
    _, names = next(records)
    cells: list[list[str]] = [[] for _ in names]  # of each row would take as much again
    begins: list[int] = []
    for line, record in records:
        for column, cell in zip(cells, record, strict=True):
            column.append(cell)
        begins.append(line)
    rows = pd.DataFrame(dict(zip(names, cells, strict=True)), dtype=object)
    if delimiter == ";":  # what spreadsheets write where the comma is for decimals
        rows.attrs["decimal"] = ","
    return rows, begins


def records_of(lines: Iterator[str], path: Path, ending: str, header: bool) -> tuple[str, Records]:
    """What parts the cells of a .csv or .tsv, and its records: the header, then each row."""
    delimiter, lines = _delimiter_of(lines, ending)
    quoted = delimiter != "\t" or _tab_quotes(path)
    return delimiter, _delimited(lines, str(path), delimiter, quoted, header)


def _delimiter_of(lines: Iterator[str], ending: str) -> tuple[str, Iterator[str]]:
    """The tab, the comma, or a .csv's semicolon where its header has that alone; and all lines.

    Excel's first line sep=; says it (sep=| too), and is passed over as a blank one.
    """
    begun, said = [], None
    for line in lines:
        if not said and (said := re.fullmatch(r"sep=([,;|\t])[\r\n]*", line, re.IGNORECASE)):
            line = "\n"
        begun.append(line)
        if line.strip("\r\n"):
            break
    header = begun[-1] if begun else ""
    comma = ";" if ";" in header and "," not in header else ","
    delimiter = "\t" if ending == ".tsv" else comma
    return said[1] if said else delimiter, itertools.chain(begun, lines)


def _tab_quotes(path: Path) -> bool:
    """Whether the quotes of a .tsv are a writer's, as pandas', and no characters of its texts.

    So it is where writing its rows again with such quotes gives the very same file.
    """
    taken = []

    def passed() -> Iterator[str]:
        for line in text_lines(path, ".tsv", whole=True):
            taken.append(line)
            yield line

    ways = {csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC, _EXCEL}
    try:
        for record in csv.reader(passed(), delimiter="\t", strict=True):
            line = "".join(taken)
            taken.clear()
            if '"' not in line:
                ways &= {csv.QUOTE_MINIMAL} if "," in line else {csv.QUOTE_MINIMAL, _EXCEL}
                continue
            line = line.rstrip("\r\n")
            # a number in quotes, and nothing in quotes: other writers leave these bare
            bare = {csv.QUOTE_NONNUMERIC: _QUOTED.sub(_bare_number, line)}
            ways = {way for way in ways if _written(record, way) == bare.get(way, line)}
            if not ways:
                return False
    except csv.Error:
        return False
    return bool(ways)


def _bare_number(cell: re.Match) -> str:
    return cell[0] if number_from(cell[1]) is None else cell[1]


def _written(record: list[str], quoting: int) -> str:
    if quoting == _EXCEL:
        odd = re.compile('[",\t\r\n]').search
        return "\t".join(_written([c], csv.QUOTE_ALL) if odd(c) else c for c in record)
    if quoting == csv.QUOTE_NONNUMERIC:  # as R has it; a writer's bare number is as it was read
        quoted = [_written([cell], csv.QUOTE_ALL) for cell in record]
        pairs = zip(record, quoted, strict=True)
        return "\t".join(cell if number_from(cell) is not None else text for cell, text in pairs)
    line = io.StringIO()
    csv.writer(line, delimiter="\t", quoting=quoting, lineterminator="\n").writerow(record)
    return line.getvalue().rstrip("\r\n")


def _delimited(
    lines: Iterator[str], where: str, delimiter: str, quoted: bool, header: bool
) -> Records:
    """The header, then each row, with the line it begins in.

    Blank lines are passed over; between rows of one column they are empty cells.
    ``quoted``: quotes hold a cell together. Without a ``header`` the first row gets one, 1, 2, …
    Raises UserError, naming the line, for what is no such table.
    """
    begun = [*itertools.islice(lines, 5)]
    spaced = quoted and re.search(re.escape(delimiter) + ' +"(?!")', "".join(begun))
    # a writer may end each line twice, as csv does on Windows: then a blank line is no cell
    doubled = [bool(line.strip("\r\n")) for line in begun] == [True, False, True, False, True]
    records = _records(itertools.chain(begun, lines), where, delimiter, quoted, doubled)
    line, names = next(records, (0, None))
    if names is None:
        raise UserError(f"{where}: only blank lines; it needs a header and at least one row")
    if not header:
        records = itertools.chain([(line, names)], records)
        names = [str(number) for number in range(1, len(names) + 1)]
    _check_header(names, f"{where}, line {line}", delimiter)
    yield line, names
    for row, (line, record) in enumerate(records):
        spaced = spaced and row == 0 and any(map(_SPACED.fullmatch, record))
        if spaced or len(record) != len(names):
            wrong = _ragged(record, len(names), delimiter, row)
            if spaced:
                wrong = "with a space before it a double quote is a part of the text; take out the "
                wrong += f"spaces behind the {_NAMES[delimiter]}s"
            raise UserError(f"{place(where, row)} (line {line}): {wrong}")
        yield line, record


def _records(
    lines: Iterable[str], where: str, delimiter: str, quoted: bool, doubled: bool
) -> Records:
    # STS files hold bare quotes: there a quote is a character like any other
    quotes = {"strict": True} if quoted else {"quoting": csv.QUOTE_NONE}
    reader = csv.reader(lines, delimiter=delimiter, **quotes)
    width, blank = 0, []
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
            return
        if record:
            yield from ((at, [""]) for at in blank)
            blank, width = [], width or len(record)
            yield line, record
        elif width == 1 and not doubled:  # a blank line is an empty cell, if rows follow
            blank.append(line)


def _check_header(record: list[str], where: str, delimiter: str) -> None:
    check_names(record, where)
    other = next((d for d in _NAMES if d != delimiter and d in record[0]), None)
    if len(record) == 1 and other:
        mends = {",": "rename it to .csv", "\t": "rename it to .tsv", ";": "save it with commas"}
        mends["|"] = "write sep=| in a line above"
        raise UserError(
            f"{where}: columns seem to be parted by {_NAMES[other]}s, not "
            f"{_NAMES[delimiter]}s; {mends[other]}"
        )


def _ragged(record: list[str], need: int, delimiter: str, row: int) -> str:
    n, mend = len(record), "fill in the missing cells"
    if n > need:
        mend = f"put text that holds a {_NAMES[delimiter]} in double quotes"
        if delimiter == "\t":
            mend = "take the extra tab out of the text"
        mend += "; is the line above it a title? Then delete it" * (not row)
    elif n == 1 and ";" in record[0]:
        mend = "if semicolons part them, write sep=; in a line above the first"
    return f"{n} cell{'s' * (n != 1)}, the header has {need}; {mend}"


def _csv_words(error: str) -> str:
    """What `csv` says is wrong with a cell, in a reader's words and with the mend."""
    if "field larger" in error:
        return f"a cell longer than {_LONGEST:,} characters; is a double quote never closed?"
    if "unexpected end" in error:
        return "a double quote opens here and never closes; close it"
    if "expected after" in error:
        return "text after a closing double quote; write a quote inside a cell twice"
    return f"{error}; save the file again as CSV"


def decimal_points(cells: pd.Series) -> pd.Series:
    """Numbers with a decimal comma as numbers with a point; others as they are."""
    filled = cells[[isinstance(cell, str) and bool(cell.strip()) for cell in cells]]
    numbers = filled.str.fullmatch(r"\s*[+-]?\d+(,\d+)?\s*").all()
    # one such as 0,5 tells that all are decimals; 1,000 alone is asked about
    if numbers and not filled[filled.str.contains(",")].str.fullmatch(THOUSANDS).all():
        return cells.where(~cells.index.isin(filled.index), cells.str.replace(",", "."))
    return cells
