"""From lines of text to rows of cells: one reader a format, each naming what it cannot read."""

import csv
import io
import itertools
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pandas as pd

from stsutils.data.files import ending_of, parquet, text_lines, xlsx
from stsutils.data.kinds import check_names
from stsutils.data.rows import THOUSANDS, place
from stsutils.errors import UserError

TABLES = (".csv", ".tsv", ".jsonl", ".json", ".parquet", ".xlsx")
# A sentence longer than this is a file that was misread, for example a quote that never closes.
_LONGEST = 10_000_000
_NAMES = {",": "comma", "\t": "tab", ";": "semicolon", "|": "bar"}
# Rows of cells, each with the line it begins in.
Records = Iterator[tuple[int, list[str]]]


def read_table(path: Path, header: bool = True) -> tuple[pd.DataFrame, list[int] | None]:
    """The cells of a file of rows, and each row's line (None for parquet and json).

    Without a ``header`` the columns of a text file or a sheet are called 1, 2, …
    ``attrs["decimal"]`` is the comma where a spreadsheet seems to have written its numbers so.
    """
    ending = ending_of(path, TABLES)
    where = str(path)
    if ending == ".xlsx":
        return xlsx(path, header)
    if not header and ending not in (".csv", ".tsv"):
        raise UserError(f"{where}: a {ending} file names its columns; leave out --no-header")
    if ending == ".parquet":
        with parquet(path) as (schema, batches):
            return _from_arrow(schema, batches()), None
    text = text_lines(path, ending, whole=True)
    if ending == ".json":
        return _alike(_json("".join(text), where), where), None
    if ending == ".jsonl":
        numbered = list(json_objects(text, where))
        if not numbered:
            raise UserError(f"{where}: no rows; it needs one JSON object a line")
        lines, objects = map(list, zip(*numbered, strict=True))
        return _alike(objects, where, lines), lines
    delimiter, records = records_of(text, path, ending, header)
    rows, lines = _columns(records)
    if delimiter == ";":  # what spreadsheets write where the comma is for decimals
        rows.attrs["decimal"] = ","
    return rows, lines


def records_of(lines: Iterator[str], path: Path, ending: str, header: bool) -> tuple[str, Records]:
    """What parts the cells of a .csv or .tsv, and its records: `delimited`."""
    delimiter, lines = delimiter_of(lines, ending)
    quoted = delimiter != "\t" or tab_quotes(path)
    return delimiter, delimited(lines, str(path), delimiter, quoted, header)


def delimiter_of(lines: Iterator[str], ending: str) -> tuple[str, Iterator[str]]:
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


def _from_arrow(schema, batches: Iterable) -> pd.DataFrame:
    import pyarrow

    table = pyarrow.Table.from_batches(batches, schema).unify_dictionaries()
    table.validate(full=True)  # text that is not UTF-8 shows here, not at its first use
    rows = table.to_pandas(ignore_metadata=True)
    return rows.astype(dict.fromkeys(rows.select_dtypes("category").columns, object))


def tab_quotes(path: Path) -> bool:
    """Whether the quotes of a .tsv are a writer's, as pandas', and no characters of its texts.

    So it is where writing its rows again with such quotes gives the very same file.
    """
    taken = []

    def passed() -> Iterator[str]:
        for line in text_lines(path, ".tsv", whole=True):
            taken.append(line)
            yield line

    ways = {csv.QUOTE_MINIMAL, csv.QUOTE_ALL}
    try:
        for record in csv.reader(passed(), delimiter="\t", strict=True):
            line = "".join(taken)
            taken.clear()
            if '"' not in line:
                ways.discard(csv.QUOTE_ALL)
                continue
            ways = {way for way in ways if _written(record, way) == line.rstrip("\r\n")}
            if not ways:
                return False
    except csv.Error:
        return False
    return bool(ways)


def _written(record: list[str], quoting: int) -> str:
    line = io.StringIO()
    csv.writer(line, delimiter="\t", quoting=quoting, lineterminator="\n").writerow(record)
    return line.getvalue().rstrip("\r\n")


def delimited(
    lines: Iterable[str], where: str, delimiter: str, quoted: bool, header: bool
) -> Records:
    """The header, then each row, with the line it begins in; blank lines are passed over.

    ``quoted``: quotes hold a cell together. Without a ``header`` the first row gets one, 1, 2, …
    Raises UserError, naming the line, for what is no such table.
    """
    records = _records(lines, where, delimiter, quoted)
    line, names = next(records, (0, None))
    if names is None:
        raise UserError(f"{where}: only blank lines; it needs a header and at least one row")
    if not header:
        records = itertools.chain([(line, names)], records)
        names = [str(number) for number in range(1, len(names) + 1)]
    _check_header(names, f"{where}, line {line}", delimiter)
    yield line, names
    for row, (line, record) in enumerate(records):
        if len(record) != len(names):
            at = f"{place(where, row)} (line {line})"
            raise UserError(_ragged(at, len(record), len(names), delimiter))
        yield line, record


def _records(lines: Iterable[str], where: str, delimiter: str, quoted: bool) -> Records:
    # STS files hold bare quotes: there a quote is a character like any other
    quotes = {"strict": True} if quoted else {"quoting": csv.QUOTE_NONE}
    reader = csv.reader(lines, delimiter=delimiter, **quotes)
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
            yield line, record


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


def _ragged(at: str, n: int, need: int, delimiter: str) -> str:
    mend = "fill in the missing cells"
    if n > need:
        mend = f"put text that holds a {_NAMES[delimiter]} in double quotes"
        if delimiter == "\t":
            mend = "take the extra tab out of the text"
    return f"{at}: {n} cell{'s' * (n != 1)}, the header has {need}; {mend}"


def _csv_words(error: str) -> str:
    """What `csv` says is wrong with a cell, in a reader's words and with the mend."""
    if "field larger" in error:
        return f"a cell longer than {_LONGEST:,} characters; is a double quote never closed?"
    if "unexpected end" in error:
        return "a double quote opens here and never closes; close it"
    if "expected after" in error:
        return "text after a closing double quote; write a quote inside a cell twice"
    return f"{error}; save the file again as CSV"


def _columns(records: Records) -> tuple[pd.DataFrame, list[int]]:
    _, header = next(records)
    cells: list[list[str]] = [[] for _ in header]  # of each row would take as much again
    lines: list[int] = []
    for line, record in records:
        for column, cell in zip(cells, record, strict=True):
            column.append(cell)
        lines.append(line)
    return pd.DataFrame(dict(zip(header, cells, strict=True)), dtype=object), lines


def decimal_points(cells: pd.Series) -> pd.Series:
    """Numbers with a decimal comma as numbers with a point; others as they are."""
    filled = cells[[isinstance(cell, str) and bool(cell.strip()) for cell in cells]]
    numbers = filled.str.fullmatch(r"\s*[+-]?\d+(,\d+)?\s*").all()
    # one such as 0,5 tells that all are decimals; 1,000 alone is asked about
    if numbers and not filled[filled.str.contains(",")].str.fullmatch(THOUSANDS).all():
        return cells.where(~cells.index.isin(filled.index), cells.str.replace(",", "."))
    return cells


def json_objects(lines: Iterable[str], where: str) -> Iterator[tuple[int, dict]]:
    """The object of each line that is not blank, and the line's number."""
    row = 0
    for number, line in enumerate(lines, start=1):
        if line.strip():
            at = f"{place(where, row)} (line {number})"
            record, doubled = _parsed(line.rstrip("\n"), at)
            _check_object(record, at)
            _check_keys(doubled, at)
            yield number, record
            row += 1


def _json(text: str, where: str) -> list[dict]:
    """The objects of a file that holds a list of them."""
    records, doubled = _parsed(text, where, many=True)
    if not isinstance(records, list) or not records:
        raise UserError(f'{where}: expected a list of objects, [{{"sentence1": …}}, …]')
    for row, record in enumerate(records):
        at = place(where, row)
        _check_object(record, at)
        _check_keys([one for one in doubled[:1] if one[0] is record], at)
    _check_keys(doubled, where)  # of an object that stands within another
    return records


def _parsed(text: str, at: str, many: bool = False) -> tuple[object, list[tuple[dict, str]]]:
    """What JSON text says, and the objects that have a key twice, with that key.

    ``many``: the text has lines, and the error's is named.
    """
    doubled: list[tuple[dict, str]] = []

    def unique(pairs: list[tuple]) -> dict:
        record = dict(pairs)
        if len(record) < len(pairs):
            doubled.append((record, Counter(key for key, _ in pairs).most_common(1)[0][0]))
        return record

    mend = "mend the file" if many else "mend the line"
    try:
        return json.loads(text, object_pairs_hook=unique), doubled
    except json.JSONDecodeError as error:
        if many:
            at += f", line {error.lineno}"
            if error.msg == "Extra data":
                mend = "is it one object a line? Then call it .jsonl"
        problem = f"not JSON ({error.msg} at character {error.colno})"
    except (ValueError, RecursionError):
        problem = "a number too long or brackets too deep"
    raise UserError(f"{at}: {problem}; {mend}")


def _check_object(record, at: str) -> None:
    if not isinstance(record, dict):
        raise UserError(
            f'{at}: expected an object like {{"sentence1": …}}, found {str(record)[:40]!r}'
        )


def _check_keys(doubled: list[tuple[dict, str]], at: str) -> None:
    if doubled:
        raise UserError(f"{at}: key {doubled[0][1][:40]!r} appears twice; drop one")


def _alike(records: list[dict], where: str, lines: list[int] | None = None) -> pd.DataFrame:
    """Objects as a table; all must have the keys of the first."""
    columns = list(records[0])
    for name in columns:
        if re.search("[\ud800-\udfff]", name):
            raise UserError(f"{where}: the key {name[:40]!a} holds half a character; rename it")
    for row, record in enumerate(records):
        lacking = [c for c in columns if c not in record]
        extra = [c for c in record if c not in records[0]]
        if lacking or extra:
            what = f"lacks {lacking[0][:40]!r}" if lacking else f"has also {extra[0][:40]!r}"
            raise UserError(
                f"{place(where, row, lines)}: the object {what}; give every row the same keys"
            )
    return pd.DataFrame(records, range(len(records)), columns, dtype=object)
