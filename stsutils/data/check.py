"""Check a file of somebody's own rows: csv, tsv, jsonl, json, parquet or xlsx.

Every problem is one UserError naming file, row, line, column and mend; no file gives a traceback.
Row 1 is the first row of data; the line counts from the top of the file, so a quoted line break
inside a csv cell does not shift it.
"""

import difflib
from pathlib import Path

import pandas as pd

from stsutils.data.classes import check_order, with_numbers
from stsutils.data.columns import renamed
from stsutils.data.kinds import kind_of, label_column, likely_label, text_columns
from stsutils.data.packed_files import unpacked
from stsutils.data.readers import READERS, read_bytes
from stsutils.data.rows import check_rows, is_missing, place
from stsutils.errors import UserError

# Endings that people try, and what to do instead.
_OTHER = {
    ".xls": "save the sheet as .xlsx or as CSV UTF-8",
    ".ods": "save the sheet as CSV UTF-8",
    ".txt": "name it .tsv or .csv if it has columns and a header",
    ".zip": "unpack it first",
}


def check_file(
    path,
    *,
    columns: str | None = None,
    label_order: str | None = None,
    labelled: bool | None = True,
) -> pd.DataFrame:
    """Read and check a file of rows; return them as ``check_rows`` does.

    The ending decides the format: ``.csv`` (commas or semicolons, quotes), ``.tsv`` (tabs, quotes
    mean nothing), ``.jsonl`` (one object a line), ``.json`` (a list of objects), ``.parquet``,
    ``.xlsx`` (the first sheet; needs openpyxl); ``.gz`` after the first four is unpacked. Text is
    UTF-8.

    columns: names of theirs and ours, "question1=sentence1,question2=sentence2".
    label_order: what the labels 0, 1, 2 of NLI mean, "entailment,neutral,contradiction"; class
        names need none. Without it, labels that look turned are refused.
    labelled: with False, pairs need no score or label. With None neither, but a label that is there
        is checked, and a column that seems to be one under another name is told. With both, a label
        column without a filled cell is none: it is left out, and ``attrs["empty"]`` has its name.

    Raises UserError, see above.
    """
    path = Path(path)
    where = str(path)
    rows, lines = read_file(path)
    rows = renamed(rows, columns, where)
    empty = None if labelled else _empty_label(rows)
    if empty is not None:
        rows = rows.drop(columns=empty)
    rows = with_numbers(rows, where, label_order)
    needed = likely_label(list(rows)) is not None if labelled is None else labelled
    rows = check_rows(rows, where=where, lines=lines, labelled=needed, renamed=columns)
    if labelled is not False:
        _check_classes(rows, where)
        if label_order is None:
            check_order(rows, where)
    rows.attrs = {"name": path.stem, "split": "file", "source": where}
    if lines is not None:
        rows.attrs["lines"] = lines
    if empty is not None:
        rows.attrs["empty"] = empty
    return rows


def read_file(path: Path) -> tuple[pd.DataFrame, list[int] | None]:
    """The cells of a file of rows, and each row's line (None for parquet and json)."""
    data = _bytes(path)
    ending, packed = ending_of(path, tuple(READERS))
    if packed:
        data = unpacked(data, str(path))
    return read_bytes(data, ending, str(path))


def ending_of(path: Path, known: tuple[str, ...]) -> tuple[str, bool]:
    """The ending that says a file's format, one of the ``known``, and whether .gz follows it."""
    ending, packed = path.suffix.lower(), False
    if ending == ".gz":
        ending, packed = Path(path.stem).suffix.lower(), True
        if ending in (".parquet", ".xlsx"):
            raise UserError(f"{path}: {ending} is packed already; unpack the .gz")
    if ending not in known:
        mend = _OTHER.get(ending, f"the endings: {', '.join(known)}")
        problem = f"the ending {ending!r} is not one I read" if ending else "the name has no ending"
        raise UserError(f"{path}: {problem}; {mend}")
    return ending, packed


def summary(rows: pd.DataFrame) -> list[tuple[str, str]]:
    """What a reader wants to know of checked rows: (what, value) pairs ready to print."""
    columns = text_columns(rows)
    text = [("kind", kind_of(rows)), ("rows", f"{len(rows):,}"), ("columns", ", ".join(rows))]
    label = label_column(rows)
    if label:
        values = rows[label]
        spread = f"{values.min():g} to {values.max():g}, mean {values.mean():.3g}, "
        spread += f"{values.nunique():,} different"
        text.append((label, spread))
        counts = values.value_counts().sort_index()
        if len(counts) <= 10:
            shares = [f"{value:g}: {n:,} ({n / len(rows):.0%})" for value, n in counts.items()]
            text.append(("classes", ", ".join(shares)))
    text.append(("duplicates", _duplicates(rows, columns, label)))
    lengths = {c: rows[c].str.len() for c in columns}
    longest = max(columns, key=lambda c: lengths[c].max())
    row = int(lengths[longest].to_numpy().argmax())
    at = place("", row, rows.attrs.get("lines"), longest).removeprefix(", ")
    text.append(("longest", f"{int(lengths[longest].max()):,} characters, {at}"))
    quoted = sum(int(rows[c].str.fullmatch(r'(?s)".*"').sum()) for c in columns)
    if quoted and str(rows.attrs.get("source", "")).lower().endswith(".tsv"):
        text.append(
            ("note", f'{quoted} sentences keep their "quotes": in a .tsv quotes mean nothing')
        )
    return text


def _duplicates(rows: pd.DataFrame, columns: list[str], label: str | None) -> str:
    """Rows whose text stood before (pairs: in either order), and how many differ in the label."""
    keys = list(zip(*(rows[c].tolist() for c in columns), strict=True))
    if columns == ["sentence1", "sentence2"]:
        keys = [tuple(sorted(key)) for key in keys]
    first: dict[tuple, float] = {}
    values = rows[label].tolist() if label else [0] * len(rows)
    again = other = 0
    for key, value in zip(keys, values, strict=True):
        if key in first:
            again += 1
            other += value != first[key]
        else:
            first[key] = value
    return f"{again:,}" + (f", {other:,} of them with another {label}" if other else "")


def _empty_label(rows: pd.DataFrame) -> str | None:
    """The label column of pairs none of whose cells is filled."""
    column = label_column(rows) if {"sentence1", "sentence2"} <= set(rows) else None
    if column is None or rows.empty:
        return None
    cells = rows[column]
    blank = (is_missing(cell) or (isinstance(cell, str) and not cell.strip()) for cell in cells)
    return column if all(blank) else None


def _check_classes(rows: pd.DataFrame, where: str) -> None:
    label = label_column(rows)
    if label and rows[label].nunique() == 1:
        only = f"all {len(rows):,} rows have" if len(rows) > 1 else "the one row has"
        raise UserError(
            f"{where}, column {label!r}: {only} the value {rows[label].iloc[0]:g}; "
            "nothing can be ranked or learned from one value: add rows with another. How `fit` "
            "learns where all pairs are similar stands in README.md"
        )


def _bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise UserError(f"{path}: this is a folder; name a file in it")
        return path.read_bytes()
    except FileNotFoundError:
        raise UserError(f"{path}: no such file{_neighbour(path)}") from None
    except PermissionError:
        raise UserError(f"{path}: no permission to read it; change the file's mode") from None
    except (OSError, ValueError) as error:  # a broken disk, a name no system takes
        raise UserError(f"{str(path)!r}: cannot be read ({error})") from None


def _neighbour(path: Path) -> str:
    try:
        names = [other.name for other in path.parent.iterdir()]
    except OSError:
        return f"; the folder {path.parent} does not exist either"
    close = difflib.get_close_matches(path.name, names, n=1)
    return f"; did you mean {close[0]}?" if close else "; mend the name"
