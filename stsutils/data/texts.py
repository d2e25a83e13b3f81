"""The texts of one column, one after the other, so that a file need not fit into memory."""

import csv
import gzip
import io
import json
import zlib
from collections.abc import Iterator
from pathlib import Path

from stsutils.data.readers import READERS, check_magic, csv_words, ragged_mend, read_bytes
from stsutils.data.rows import check_unicode
from stsutils.errors import UserError, first_line

STREAMED = (".txt", ".csv", ".tsv", ".jsonl", ".parquet")


def read_texts(path, column: str | None = None) -> Iterator[str]:
    """The texts of a file in its order: a .txt with one a line, or a column of a table.

    Without ``column`` it is ``sentence``, or the only one. .txt, .csv, .tsv, .jsonl (also .gz) and
    .parquet are read bit by bit. Raises UserError, naming the line or row, for what is no text.
    """
    path = Path(path)
    if not path.is_file():
        raise UserError(f"{path}: no such file")
    packed = path.suffix.lower() == ".gz"
    ending = Path(path.stem if packed else path.name).suffix.lower()
    if ending not in STREAMED and ending not in READERS:
        known = ", ".join(dict.fromkeys([*STREAMED, *READERS]))
        raise UserError(f"{path}: the ending {ending!r} is not one I read; the endings: {known}")
    if ending == ".parquet" and not packed:
        yield from _checked(_parquet(path, column), path)
        return
    if ending not in STREAMED:
        rows, _ = read_bytes(path.read_bytes(), ending, str(path))
        yield from _checked(rows[_column(list(rows), column, path)].tolist(), path)
        return
    try:
        with gzip.open(path) if packed else open(path, "rb") as raw:
            check_magic(raw.peek(8), ending, str(path))
            file = io.TextIOWrapper(raw, encoding="utf-8-sig", newline="")
            yield from _checked(_lines(file, ending, column, path), path)
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


def _lines(file, ending: str, column: str | None, path: Path) -> Iterator:
    if ending == ".txt":
        yield from (line.rstrip("\r\n") for line in file)
    elif ending == ".jsonl":
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                raise UserError(f"{path}, line {number}: not JSON; mend the line") from None
            if not isinstance(row, dict):
                raise UserError(f"{path}, line {number}: expected a JSON object")
            yield row[_column(list(row), column, f"{path}, line {number}")]
    else:
        yield from _cells(file, ending, column, path)


def _cells(file, ending: str, column: str | None, path: Path) -> Iterator[str]:
    header = file.readline()
    comma = ";" if ";" in header and "," not in header else ","
    form = {"delimiter": comma, "strict": True}
    if ending == ".tsv":
        form = {"delimiter": "\t", "quoting": csv.QUOTE_NONE}
    names = next(csv.reader([header], **form), [])
    place = names.index(_column(names, column, path))
    reader = csv.reader(file, **form)
    try:
        for row in reader:
            if row and len(row) != len(names):
                line = reader.line_num + 1
                raise UserError(
                    f"{path}, line {line}: {len(row)} cells, the header has {len(names)}; "
                    + ragged_mend(len(row), len(names), form["delimiter"])
                )
            if row:
                yield row[place]
    except csv.Error as error:
        raise UserError(f"{path}, line {reader.line_num + 1}: {csv_words(str(error))}") from None


def _parquet(path: Path, column: str | None) -> Iterator:
    import pyarrow
    import pyarrow.parquet

    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            name = _column(file.schema_arrow.names, column, path)
            for batch in file.iter_batches(columns=[name]):
                yield from batch.column(0).to_pylist()
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


def _checked(texts, path: Path) -> Iterator[str]:
    for row, text in enumerate(texts, start=1):
        if not isinstance(text, str) or not text.strip():
            what = "is empty" if isinstance(text, str) or text is None else "is no text"
            raise UserError(f"{path}, row {row}: the sentence {what}; fill it in or drop the row")
        check_unicode(text, str(path), row - 1)
        yield text
