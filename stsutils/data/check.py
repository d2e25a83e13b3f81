"""Check a file of somebody's own rows: csv, tsv, jsonl or parquet.

Every problem is one UserError naming file, row, line, column and mend; no file gives a traceback.
Row 1 is the first row of data; the line counts from the top of the file, so a quoted line break
inside a csv cell does not shift it.
"""

import difflib
from pathlib import Path

import pandas as pd

from stsutils.data.readers import READERS, read_bytes
from stsutils.data.rows import check_rows, kind_of, label_column, place, text_columns
from stsutils.errors import UserError

# Endings that people try, and what to do instead.
_OTHER = {
    ".xlsx": "save the sheet as CSV UTF-8",
    ".xls": "save the sheet as CSV UTF-8",
    ".ods": "save the sheet as CSV UTF-8",
    ".json": "write one JSON object a line and call it .jsonl",
    ".txt": "name it .tsv or .csv if it has columns and a header",
    ".gz": "unpack it first",
    ".zip": "unpack it first",
}


def check_file(path) -> pd.DataFrame:
    """Read and check a file of rows; return them as ``check_rows`` does.

    The ending decides the format: ``.csv`` (commas, quotes), ``.tsv`` (tabs, quotes mean nothing),
    ``.jsonl`` (one object a line), ``.parquet``. Text is UTF-8. Raises UserError, see above.
    """
    path = Path(path)
    where = str(path)
    ending = path.suffix.lower()
    data = _bytes(path)
    if ending not in READERS:
        mend = _OTHER.get(ending, f"the endings: {', '.join(READERS)}")
        raise UserError(f"{where}: the ending {ending or 'is missing'!r} is not one I read; {mend}")
    rows, lines = read_bytes(data, ending, where)
    rows = check_rows(rows, where=where, lines=lines)
    _check_classes(rows, where)
    rows.attrs = {"name": path.stem, "split": "file", "source": where}
    if lines is not None:
        rows.attrs["lines"] = lines
    return rows


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


def _check_classes(rows: pd.DataFrame, where: str) -> None:
    label = label_column(rows)
    if label and rows[label].nunique() == 1:
        only = f"all {len(rows):,} rows have" if len(rows) > 1 else "the one row has"
        raise UserError(
            f"{where}, column {label!r}: {only} the value {rows[label].iloc[0]:g}; "
            "nothing can be ranked or learned from one value: add rows with another"
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
