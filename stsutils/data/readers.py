"""From bytes to cells: one reader a format, each naming the line of what it cannot read."""

import json
import re
from collections.abc import Iterator

import pandas as pd

from stsutils.data.delimited import csv_delimiter, records
from stsutils.data.packed_files import doubled, parquet, xlsx
from stsutils.data.rows import THOUSANDS, place
from stsutils.errors import UserError

_MAGIC = {
    b"PK\x03\x04": "a zip or Excel file: save the sheet as CSV UTF-8",
    b"PAR1": "a parquet file: rename it to .parquet",
    b"\x1f\x8b": "a gzip file: unpack it first",
    b"\xd0\xcf\x11\xe0": "an old Excel file: save the sheet as CSV UTF-8",
    b"\xff\xfe": "UTF-16 text: save it as UTF-8",
    b"\xfe\xff": "UTF-16 text: save it as UTF-8",
    b"%PDF": "a PDF: save the table as CSV UTF-8",
}


def read_bytes(data: bytes, ending: str, where: str) -> tuple[pd.DataFrame, list[int] | None]:
    """The cells of a file, and each row's line (None for parquet). Nothing is checked yet."""
    check_any(data, where)
    if ending in (".parquet", ".xlsx"):
        return READERS[ending](data, where)
    check_magic(data, ending, where)
    return READERS[ending](_text(data, where), where)


def check_any(data: bytes, where: str) -> None:
    """Raise UserError for a table without a byte."""
    if not data:
        raise UserError(f"{where}: the file is empty; it needs a header and at least one row")


def check_magic(data: bytes, ending: str, where: str) -> None:
    """Raise UserError where the first bytes are those of no text."""
    for magic, what in _MAGIC.items():
        if data.startswith(magic):
            raise UserError(f"{where}: its ending says {ending[1:]}, its bytes say {what}")


def _text(data: bytes, where: str) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # A byte order mark is cut off before decoding: count it in.
        start = error.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
        line = data.count(b"\n", 0, start) + 1
        raise UserError(
            f"{where}, line {line}: byte {start + 1} (0x{data[start]:02x}) is not UTF-8; "
            "save the file as UTF-8"
        ) from None
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        raise UserError(f"{where}, line {line}: a zero byte; this is not a text file")
    return text


def _csv(text: str, where: str) -> tuple[pd.DataFrame, list[int]]:
    delimiter, text_lines = csv_delimiter(_line_by_line(text))
    rows, lines = _table(text_lines, where, delimiter)
    if delimiter == ";":  # what spreadsheets write where the comma is for decimals
        for column in rows:
            cells = rows[column]
            numbers = cells.str.fullmatch(r"\s*[+-]?\d+(,\d+)?\s*").all()
            # one such as 0,5 tells that all are decimals; as a label, 1,000 alone is asked about
            if numbers and not cells[cells.str.contains(",")].str.fullmatch(THOUSANDS).all():
                rows[column] = cells.str.replace(",", ".")
    return rows, lines


def _tsv(text: str, where: str) -> tuple[pd.DataFrame, list[int]]:
    return _table(_line_by_line(text), where, "\t")


def _table(text_lines, where: str, delimiter: str) -> tuple[pd.DataFrame, list[int]]:
    found = records(text_lines, where, delimiter)
    _, header = next(found)
    cells: list[list[str]] = [[] for _ in header]  # of each row would take as much again
    lines: list[int] = []
    for line, record in found:
        for column, cell in zip(cells, record, strict=True):
            column.append(cell)
        lines.append(line)
    return pd.DataFrame(dict(zip(header, cells, strict=True)), dtype=object), lines


def _line_by_line(text: str) -> Iterator[str]:
    """Lines with their ends, none of them copied before it is asked for."""
    for match in re.finditer(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+", text):
        yield match[0]


def _jsonl(text: str, where: str) -> tuple[pd.DataFrame, list[int]]:
    found: list[dict] = []
    lines: list[int] = []
    # Not splitlines(): it also cuts at characters that JSON allows inside a string.
    for line, content in enumerate(text.split("\n"), start=1):
        if content.strip():
            found.append(json_object(content, where, len(found), line))
            lines.append(line)
    if not found:
        raise UserError(f"{where}: no rows; it needs one JSON object a line")
    return _alike(found, where, lines), lines


def _alike(records: list[dict], where: str, lines: list[int] | None) -> pd.DataFrame:
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
    data = {c: pd.Series([r[c] for r in records], dtype=object) for c in columns}
    return pd.DataFrame(data, index=range(len(records)))


def _json(text: str, where: str) -> tuple[pd.DataFrame, None]:
    twice: list[tuple[dict, str]] = []
    try:
        found = json.loads(text, object_pairs_hook=_unique(twice))
    except json.JSONDecodeError as error:
        mend = "; is it one object a line? Then call it .jsonl" * (error.msg == "Extra data")
        raise UserError(
            f"{where}, line {error.lineno}: not JSON ({error.msg} at character {error.colno}){mend}"
        ) from None
    except (ValueError, RecursionError):
        raise UserError(f"{where}: a number too long or brackets too deep; mend the file") from None
    if not isinstance(found, list) or not found:
        raise UserError(f'{where}: expected a list of objects, [{{"sentence1": …}}, …]')
    for row, record in enumerate(found):
        if not isinstance(record, dict):
            raise UserError(
                f'{place(where, row)}: expected an object like {{"sentence1": …}}, '
                f"found {str(record)[:40]!r}"
            )
    if twice:
        inner, key = twice[0]
        rows = [row for row, record in enumerate(found) if record is inner]
        at = place(where, rows[0]) if rows else where  # an object may stand within another
        raise UserError(f"{at}: key {key[:40]!r} appears twice; drop one")
    return _alike(found, where, None), None


def _unique(twice: list[tuple[dict, str]]):
    """For `json.loads`: objects as they are, and in ``twice`` the keys that one has twice."""

    def made(pairs: list[tuple]) -> dict:
        record = dict(pairs)
        if len(record) < len(pairs):
            twice.append((record, doubled([key for key, _ in pairs])[0]))
        return record

    return made


def json_object(content: str, where: str, row: int, line: int) -> dict:
    """One line of a .jsonl; ``row`` counts from 0."""
    at = f"{place(where, row)} (line {line})"
    twice: list[tuple[dict, str]] = []
    try:
        record = json.loads(content, object_pairs_hook=_unique(twice))
    except json.JSONDecodeError as error:
        raise UserError(
            f"{at}: not JSON ({error.msg} at character {error.colno}); mend the line"
        ) from None
    except (ValueError, RecursionError):
        raise UserError(f"{at}: a number too long or brackets too deep; mend the line") from None
    if not isinstance(record, dict):
        raise UserError(
            f'{at}: expected an object like {{"sentence1": …}}, found {content.strip()[:40]!r}'
        )
    if twice:
        raise UserError(f"{at}: key {twice[0][1][:40]!r} appears twice; drop one")
    return record


READERS = {".csv": _csv, ".tsv": _tsv, ".jsonl": _jsonl, ".json": _json}
READERS |= {".parquet": parquet, ".xlsx": xlsx}
