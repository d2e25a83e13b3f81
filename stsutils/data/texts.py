"""The texts of one column, one after the other, so that a file need not fit into memory."""

from collections.abc import Iterator
from pathlib import Path

from stsutils.data.files import ending_of, parquet, text_lines
from stsutils.data.kinds import first_names, is_ours, short
from stsutils.data.objects import json_objects
from stsutils.data.rows import place, text_problem
from stsutils.data.separated import records_of
from stsutils.data.tables import TABLES, read_table
from stsutils.errors import UserError

ENDINGS = (".txt", *TABLES)
SHEETS = (".csv", ".tsv", ".xlsx")  # their first row names the columns

# Of each text: its line, where the file has lines, the name of its column, and the cell.
Cells = Iterator[tuple[int | None, str, object]]


def read_texts(path, column: str | None = None, header: bool = True, say=None) -> Iterator[str]:
    """The texts of a file in its order: a .txt with one a line, or a column of a table.

    Without ``column`` it is ``sentence``, or the only one. .txt, .csv, .tsv, .jsonl (also .gz) and
    .parquet are read bit by bit. Without a ``header`` columns are 1, 2, …; with one, a name that
    may be a text is told (``say``). Raises UserError, naming the line or row, for what is no text.
    """
    path = Path(path)
    ending = ending_of(path, ENDINGS)
    if ending == ".txt" and column is not None:
        raise UserError(f"{path}: a .txt has lines, no columns; leave out --column")
    for row, (line, name, text) in enumerate(_cells(path, ending, column, header)):
        if problem := text_problem(text):
            raise UserError(f"{place(str(path), row, line and {row: line}, name)}: {problem}")
        if say and row == 0 and header and ending in SHEETS and not is_ours(name):
            say(f"the first row named the column {short(name)}; if it is a text, add --no-header")
        yield text


def _cells(path: Path, ending: str, column: str | None, header: bool) -> Cells:
    if ending == ".parquet" and header:
        with parquet(path) as (schema, batches):
            name = _column(schema.names, column, path)
            for batch in batches([name]):
                yield from ((None, name, text) for text in batch.to_pandas()[name].tolist())
        return
    if ending in (".json", ".xlsx") or not (header or ending in (".txt", *SHEETS)):
        rows, lines = read_table(path, header)
        name = _column(list(rows), column, path)
        for row, text in enumerate(rows[name].tolist()):
            yield (lines[row] if lines else None), name, text
        return
    text_of_file = text_lines(path, ending, whole=False)
    if ending == ".txt":
        yield from _lines(text_of_file)
    elif ending == ".jsonl":
        for line, record in json_objects(text_of_file, str(path)):
            column = _column(list(record), column, f"{path}, line {line}")
            yield line, column, record[column]
    else:
        _, records = records_of(text_of_file, path, ending, header)
        _, names = next(records)
        name = _column(names, column, path)
        at = names.index(name)
        for line, record in records:
            yield line, name, record[at]


def _lines(lines: Iterator[str]) -> Cells:
    blank = None  # the first of blank lines, which counts where text follows: a file may end so
    for number, line in enumerate(lines, start=1):
        text = line.rstrip("\r\n")
        if not text.strip():
            blank = blank or (number, "", text)
            continue
        if blank:
            yield blank
        yield number, "", text


def _column(names: list[str], wanted: str | None, where: Path | str) -> str:
    if wanted is None:
        wanted = names[0] if len(names) == 1 else "sentence"
    if wanted not in names:
        raise UserError(
            f"{where}: no column {wanted!r}, found {first_names(names)}; "
            "call the texts' column sentence, or name it with encode's --column"
        )
    return wanted
