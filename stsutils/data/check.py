"""Check a file of somebody's own rows: csv, tsv, jsonl, json, parquet or xlsx.

Every problem is one UserError naming file, row, line, column and mend; no file gives a traceback.
Row 1 is the first row of data; the line counts from the top of the file, so a quoted line break
inside a csv cell does not shift it.
"""

from pathlib import Path

import pandas as pd

from stsutils.data.kinds import kind_of, label_column, likely_label, renamed, text_columns
from stsutils.data.label_kinds import check_minus_one, check_order, with_numbers
from stsutils.data.rows import check_rows, is_missing, place
from stsutils.data.tables import read_table
from stsutils.errors import UserError


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
    rows, lines = read_table(path)
    rows = renamed(rows, columns, where)
    empty = None if labelled else _empty_label(rows)
    if empty is not None:
        rows = rows.drop(columns=empty)
    rows = with_numbers(rows, where, label_order)
    needed = likely_label(list(rows)) is not None if labelled is None else labelled
    rows = check_rows(rows, where=where, lines=lines, labelled=needed, renamed=columns)
    if labelled is not False:
        _check_classes(rows, where)
        if kind_of(rows) == "pairs":
            check_minus_one(rows, where)
        if label_order is None:
            check_order(rows, where)
    kept = {name: rows.attrs[name] for name in ("nli",) if name in rows.attrs}
    rows.attrs = {"name": path.stem, "split": "file", "source": where} | kept
    if lines is not None:
        rows.attrs["lines"] = lines
    if empty is not None:
        rows.attrs["empty"] = empty
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
    order = sorted if columns == ["sentence1", "sentence2"] else list
    texts = zip(*(rows[c].tolist() for c in columns), strict=True)
    keys = pd.factorize(pd.Series([tuple(order(row)) for row in texts]))[0]
    again, other = pd.Series(keys, index=rows.index).duplicated(), 0
    if label:
        first = rows[label].groupby(keys).transform("first")
        other = (again & (rows[label] != first)).sum()
    return f"{again.sum():,}" + (f", {other:,} of them with another {label}" if other else "")


def _empty_label(rows: pd.DataFrame) -> str | None:
    """The label column of pairs none of whose cells is filled."""
    column = label_column(rows) if {"sentence1", "sentence2"} <= set(rows) else None
    if column is None or rows.empty:
        return None
    blank = (is_missing(c) or (isinstance(c, str) and not c.strip()) for c in rows[column])
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
