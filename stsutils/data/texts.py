"""The texts of one column, one after the other, so that a file need not fit into memory."""

import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path

from stsutils.data.check import ending_of, read_file
from stsutils.data.delimited import csv_delimiter, records
from stsutils.data.packed_files import doubled
from stsutils.data.readers import READERS, check_any, check_magic, json_object
from stsutils.data.rows import check_text
from stsutils.errors import UserError, first_line

STREAMED = (".txt", ".csv", ".tsv", ".jsonl", ".parquet")
ENDINGS = tuple(dict.fromkeys([*STREAMED, *READERS]))

# Of each text: its line, where the file has lines, the name of its column, and the cell.
Cells = Iterator[tuple[int | None, str, object]]


def read_texts(path, column: str | None = None) -> Iterator[str]:
    """The texts of a file in its order: a .txt with one a line, or a column of a table.

    Without ``column`` it is ``sentence``, or the only one. .txt, .csv, .tsv, .jsonl (also .gz) and
    .parquet are read bit by bit. Raises UserError, naming the line or row, for what is no text.
    """
    path = Path(path)
    if not path.is_file():
        raise UserError(f"{path}: no such file")
    ending, packed = ending_of(path, ENDINGS)
    if ending == ".txt" and column is not None:
        raise UserError(f"{path}: a .txt has lines, no columns; leave out --column")
    if ending == ".parquet":
        found = _parquet(path, column)
    elif ending in STREAMED:
        found = _streamed(path, ending, packed, column)
    else:
        found = _whole(path, column)
    for row, (line, name, text) in enumerate(found):
        check_text(text, str(path), row, line and {row: line}, name)
        yield text


def _streamed(path: Path, ending: str, packed: bool, column: str | None) -> Cells:
    form = {".txt": _plain, ".jsonl": _json_lines}.get(ending, _delimited)
    # in JSON a carriage return is a blank like any other
    ends = "\n" if ending == ".jsonl" else ""
    try:
        with gzip.open(path) if packed else open(path, "rb") as raw:
            begun = raw.peek(8)
            if ending != ".txt":
                check_any(begun, str(path))
            check_magic(begun, ending, str(path))
            file = io.TextIOWrapper(raw, encoding="utf-8-sig", newline=ends)
            yield from form(_lines(file, path), ending, column, path)
    except UnicodeDecodeError as error:
        byte = f"byte 0x{error.object[error.start]:02x}"
        line = _first_undecodable(path, packed)
        raise UserError(f"{path}, line {line}: {byte} is not UTF-8; save it as UTF-8") from None
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise UserError(f"{path}: not a whole gzip file ({error}); copy it again") from None


def _first_undecodable(path: Path, packed: bool) -> int:
    """The first line that is not UTF-8; a stream that decodes in blocks doesn't know it."""
    with gzip.open(path) if packed else open(path, "rb") as raw:
        for number, line in enumerate(raw, start=1):
            try:
                line.decode("utf-8")
            except UnicodeDecodeError:
                return number
    return number


def _lines(file, path: Path) -> Iterator[str]:
    for number, line in enumerate(file, start=1):
        if "\x00" in line:
            raise UserError(f"{path}, line {number}: a zero byte; this is not a text file")
        yield line


def _plain(lines: Iterator[str], ending, column, path) -> Cells:
    blank = None  # the first of blank lines, which counts where text follows: a file may end so
    for number, line in enumerate(lines, start=1):
        text = line.rstrip("\r\n")
        if not text.strip():
            blank = blank or (number, "", text)
            continue
        if blank:
            yield blank
        yield number, "", text


def _json_lines(lines: Iterator[str], ending, column: str | None, path: Path) -> Cells:
    row = 0
    for number, line in enumerate(lines, start=1):
        if line.strip():
            found = json_object(line, str(path), row, number)
            column = _column(list(found), column, f"{path}, line {number}")
            yield number, column, found[column]
            row += 1


def _delimited(lines: Iterator[str], ending: str, column: str | None, path: Path) -> Cells:
    delimiter = "\t"
    if ending == ".csv":
        delimiter, lines = csv_delimiter(lines)
    found = records(lines, str(path), delimiter)
    _, names = next(found)
    name = _column(names, column, path)
    at = names.index(name)
    for line, record in found:
        yield line, name, record[at]


def _whole(path: Path, column: str | None) -> Cells:
    rows, lines = read_file(path)
    name = _column(list(rows), column, path)
    for row, text in enumerate(rows[name].tolist()):
        yield (lines[row] if lines else None), name, text


def _parquet(path: Path, column: str | None) -> Cells:
    import pyarrow
    import pyarrow.parquet

    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            names = file.schema_arrow.names
            if twice := sorted(doubled(names)):
                raise UserError(f"{path}: column {twice[0]!r} appears twice; rename or drop one")
            name = _column(names, column, path)
            for batch in file.iter_batches(columns=[name]):
                for text in batch.column(0).to_pylist():
                    yield None, name, text
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        why = first_line(error)
        raise UserError(f"{path}: not a readable parquet file ({why}); write it again") from None


def _column(names: list[str], wanted: str | None, where: Path | str) -> str:
    if wanted is None:
        wanted = names[0] if len(names) == 1 else "sentence"
    if wanted not in names:
        found = ", ".join(repr(str(name))[:40] for name in names[:8])
        raise UserError(f"{where}: no column {wanted!r}, found {found}; name one with --column")
    return wanted
