"""Check a file of somebody's own rows: csv, tsv, jsonl, json, parquet or xlsx.

Every problem is one UserError naming file, row, line, column and mend; no file gives a traceback.
Row 1 is the first row of data; the line counts from the top of the file, so a quoted line break
inside a csv cell does not shift it.
"""

from pathlib import Path

import numpy as np
import pandas as pd

from stsutils.data import kinds
from stsutils.data.headers import check_header, named
from stsutils.data.label_kinds import check_minus_one, check_order, with_numbers
from stsutils.data.label_words import NOTHING, blanked, in_numbers
from stsutils.data.rows import check_rows, is_blank, place
from stsutils.data.separated import decimal_points
from stsutils.data.tables import read_table
from stsutils.errors import UserError


def check_file(
    path,
    *,
    columns: str | None = None,
    header: bool = True,
    labels: str | None = None,
    label_order: str | None = None,
    drop_missing: bool = False,
    labelled: bool | None = True,
    one_value: bool = False,
) -> pd.DataFrame:
    """Read and check a file of rows; return them as ``check_rows`` does.

    The ending decides the format: ``.csv`` (commas or semicolons, quotes), ``.tsv`` (tabs; quotes
    mean nothing unless a writer put them), ``.jsonl`` (one object a line), ``.json`` (a list of
    objects), ``.parquet``, ``.xlsx`` (the first sheet; needs openpyxl); ``.gz`` after the first
    four is unpacked. Text is UTF-8. Lists of positives or negatives become a row for each.

    columns: names of theirs and ours, "question1=sentence1,question2=sentence2".
    header: whether the first line has names; without, columns are 1, 2, … and may be guessed.
    labels: numbers of labels that are words, "Similar=1,Not similar=0"; TRUE and FALSE, yes and no
        and their like need none.
    label_order: what the labels 0, 1, 2 of NLI mean, "entailment,neutral,contradiction"; class
        names need none. Without it, labels that look turned are refused.
    drop_missing: leave out rows that lack a sentence or a label; ``attrs["dropped"]`` counts them.
        A label NaN, None, null or N/A is none, unless ``labels`` names it.
    labelled: with False, pairs need no labels, and those that are there stay as they are, but for
        a decimal comma. With None neither, but a label that is there is checked, and a column that
        seems to be one under another name is told; one without a filled cell is left out (its name:
        ``attrs["empty"]``).
    one_value: take labels that are all the same, too.

    Raises UserError, see above.
    """
    path = Path(path)
    where = str(path)
    # names of columns
    rows, lines = read_table(path, header)
    ending = Path(path.name.lower().removesuffix(".gz")).suffix
    # cells of a sheet that are text may have the comma, too
    decimal = rows.attrs.pop("decimal", "," if ending == ".xlsx" else ".")
    if ending not in (".json", ".jsonl", ".parquet"):
        if header:
            check_header(rows, where)
        elif len(rows) and {"sentence1", "sentence2"} <= {*rows.iloc[0]}:
            raise UserError(f"{where}, line {lines[0]}: it names columns; leave out --no-header")
    guess = not header and columns is None
    needed = labelled is not False
    rows = named(rows, where) if guess else kinds.renamed(rows, columns, where, needed)
    taken = rows.attrs.pop("taken", None)
    # rows: lists unfolded, those with gaps left out
    kind = kinds.kind_of_columns(list(rows), where, columns, needed)
    rows, lines = _unfolded(rows, lines, kinds.TEXT_COLUMNS[kind][1:])
    ours = [column for column in kinds.TEXT_COLUMNS[kind] if column in rows]
    # an empty score beside a label is passed over, unless the reader named it
    meant = labelled is False or "=score" in (columns or "")
    if not meant and {"score", "label"} <= {*rows} and rows["score"].map(is_blank).all():
        rows = rows.drop(columns="score")
    label = next((c for c in kinds.LABEL_COLUMNS[kind] if c in rows), None)
    empty = None
    if labelled is None and label and all(map(is_blank, rows[label])) and len(rows):
        rows, empty, label = rows.drop(columns=label), label, None
    # labels: words and decimal commas become numbers
    # (with --labels the reader says what each word means)
    if label and labels is None and labelled is not False:
        rows[label] = blanked(rows[label])
    if label and decimal == ",":
        rows[label] = decimal_points(rows[label])
    if labelled is not False and label:
        if labels is not None:  # the reader's word comes before what class names mean to us
            rows[label] = in_numbers(rows[label], labels, where, lines)
        rows = with_numbers(rows, where, label_order)
        rows[label] = in_numbers(rows[label], None, where, lines)
        ours.append(label)
    elif labels is not None:
        raise UserError(f"{where}: --labels is for a column score or label; name one: --columns")
    dropped = 0
    if drop_missing and len(rows):
        gaps = rows[ours].map(is_blank).any(axis=1).to_numpy()
        dropped, rows = int(gaps.sum()), rows[~gaps].reset_index(drop=True)
        lines = lines and [line for line, gap in zip(lines, gaps, strict=True) if not gap]
    needed = kinds.likely_label(list(rows)) is not None if labelled is None else labelled
    kept = {"labelled": needed, "labels": labelled is not False, "renamed": columns}
    rows = check_rows(rows, where=where, lines=lines, **kept)
    rows.attrs["lines"] = lines  # for what is found from here on
    if labelled is not False:
        if not one_value:
            _check_classes(rows, where)
        if kinds.kind_of(rows) == "pairs":
            check_minus_one(rows, where)
        if not rows.attrs.get("nli"):  # whoever names the classes has said what they mean
            check_order(rows, where)
    found = {"lines": lines, "empty": empty, "dropped": dropped or None, "taken": taken or None}
    found |= {"nli": rows.attrs.get("nli"), "name": path.stem, "split": "file", "source": where}
    rows.attrs = {name: fact for name, fact in found.items() if fact is not None}
    return rows


def summary(rows: pd.DataFrame) -> list[tuple[str, str]]:
    """What a reader wants to know of checked rows: (what, value) pairs ready to print."""
    columns = kinds.text_columns(rows)
    text = [("kind", kinds.kind_of(rows)), ("rows", f"{len(rows):,}"), ("columns", ", ".join(rows))]
    if dropped := rows.attrs.get("dropped"):
        text.append(("left out", f"{dropped:,} rows that lack a sentence or a label"))
    if taken := rows.attrs.get("taken"):
        text.append(("not read", f"{', '.join(taken)}: another column has this name now"))
    label = kinds.label_column(rows)
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
    if gaps := sum(int(rows[c].str.strip().str.casefold().isin(NOTHING).sum()) for c in columns):
        text.append(("gaps?", f"words for nothing, such as nan, stand as sentences: {gaps:,}"))
    wordless = int((~rows[columns].apply(lambda c: c.str.contains(r"[^\W\d_]")).any(axis=1)).sum())
    if wordless > len(rows) / 2:
        text.append(("ids?", f"rows without a letter, as if they held ids of texts: {wordless:,}"))
    lengths = {c: rows[c].str.len() for c in columns}
    longest = max(columns, key=lambda c: lengths[c].max())
    row = int(lengths[longest].to_numpy().argmax())
    at = place("", row, rows.attrs.get("lines"), longest)
    text.append(("longest", f"{int(lengths[longest].max()):,} characters, {at}"))
    quoted = sum(int(rows[c].str.fullmatch(r'(?s)".*"').sum()) for c in columns)
    if quoted and str(rows.attrs.get("source", "")).lower().endswith((".tsv", ".tsv.gz")):
        text.append(("note", f'{quoted} sentences keep "quotes": in a .tsv quotes mean nothing'))
    return text


def _duplicates(rows: pd.DataFrame, columns: list[str], label: str | None) -> str:
    """Rows whose text stood before, how many of them only nearly, and with another label.

    Pairs count in either order; nearly means but for capitals, spaces, widths and signs.
    """
    from stsutils.data.components import letters, sentence_numbers  # scipy takes a moment

    def numbered(fold) -> pd.DataFrame:
        numbers, _ = sentence_numbers(rows, columns, fold)
        return pd.DataFrame((np.sort(numbers, axis=0) if len(columns) == 2 else numbers).T)

    keys = numbered(letters)
    repeats = keys.duplicated().to_numpy()
    near, other = int(repeats.sum() - numbered(str).duplicated().sum()), 0
    if label:
        values = rows[label].to_numpy()
        first = keys.assign(label=values).groupby(list(keys))["label"].transform("first")
        other = int((repeats & (values != first.to_numpy())).sum())
    told = f", {near:,} of them but for capitals, spaces or signs" if near else ""
    told += f", {other:,} of them with another {label}" if other else ""
    return f"{repeats.sum():,}{told}"


def _unfolded(rows: pd.DataFrame, lines: list[int] | None, columns: tuple[str, ...]):
    """A row for each text of a cell that is a list of texts, and the rows' lines."""
    for column in (c for c in columns if c in rows):
        if any(isinstance(cell, list | np.ndarray) for cell in rows[column]):
            rows = rows.explode(column)
            lines = lines and [lines[row] for row in rows.index]
            rows = rows.reset_index(drop=True)
    return rows, lines


def _check_classes(rows: pd.DataFrame, where: str) -> None:
    label = kinds.label_column(rows)
    if label and rows[label].nunique() == 1:
        only = f"all {len(rows):,} rows have" if len(rows) > 1 else "the one row has"
        raise UserError(
            f"{where}, column {label!r}: {only} the value {rows[label].iloc[0]:g}; "
            "nothing can be ranked or learned from one value: add rows with another. How `fit` "
            "learns where all pairs are similar stands in README.md"
        )
