"""The check that every set passes on entry, and the hash of what rows say.

Text is never changed: no trimming, no case folding, no tokenising.
"""

import hashlib
import json
import math
import re
from collections.abc import Sequence

import pandas as pd

from stsutils.data import kinds
from stsutils.errors import UserError

#: The largest label: sums and squares of some more would no longer be numbers.
LARGEST = 1e100
#: Values that are hashed at once.
_AT_ONCE = 100_000

# A number that may be one with decimals, or of thousands.
THOUSANDS = r"\s*[+-]?[1-9]\d{0,2},\d{3}\s*"
# Spaces, and characters that leave no ink: of no width, or marks of a direction.
_NO_INK = re.compile(r"[\s\xad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*")


def content_sha(rows: pd.DataFrame) -> str:
    """Hash of what the rows say: text columns and label column, in row order.

    Independent of the pandas version, of the file format and of other columns. Numbers count to
    six decimals, so ``0.76 * 5`` and ``3.8`` are the same score. Returns 64 hexadecimal digits.
    """
    sha = hashlib.sha256()
    label = kinds.label_column(rows)
    for column in [*kinds.text_columns(rows), *([label] if label else [])]:
        sha.update(f"[{json.dumps(column)},[".encode("ascii"))
        for start in range(0, len(rows), _AT_ONCE):  # a list of all would fill the memory
            values = rows[column].iloc[start : start + _AT_ONCE].tolist()
            if column == label:
                values = [_canonical_number(value) for value in values]
            text = json.dumps(values, ensure_ascii=True, separators=(",", ":"))[1:-1]
            sha.update(f"{',' if start else ''}{text}".encode("ascii"))
        sha.update(b"]]")
    return sha.hexdigest()


def _canonical_number(value) -> str:
    number = round(float(value), 6)
    return str(int(number)) if number == int(number) else repr(number)


def check_rows(
    rows: pd.DataFrame,
    kind: str | None = None,
    where: str = "rows",
    *,
    lines: Sequence[int] | None = None,
    labelled: bool = True,
    labels: bool = True,
    renamed: str | None = None,
) -> pd.DataFrame:
    """Check rows on entry and return them tidy: known columns first, index 0…n−1, plain dtypes.

    ``kind`` is one of pairs, triplets, texts, sentences; without it the columns decide.
    ``where`` names the file or set in messages. ``lines`` gives each row's line in the file.
    With ``labelled`` False, pairs need no score or label; with ``labels`` False those that are
    there stay as they are. ``renamed`` is what the reader said of
    columns already, for the hint on what to say of the others.
    Raises UserError naming file or set, row (1 is the first data row), line, column and mend.
    """
    if not isinstance(rows, pd.DataFrame):
        kinds.kind_of(rows)  # which says so
    columns = list(rows.columns)
    if kind is not None and kind not in kinds.TEXT_COLUMNS:
        every = ", ".join(kinds.TEXT_COLUMNS)
        raise UserError(f"{where}: no kind of rows is called {kind!r}; the kinds: {every}")
    kinds.check_names(columns, where)
    kind = kind or kinds.kind_of_columns(columns, where, renamed, labelled)
    kinds.check_columns(columns, kind, where, renamed, labelled)
    if rows.empty:
        need = "its header and one row at least (with --drop-missing one that lacks nothing)"
        raise UserError(f"{where}: no rows; a file needs {need}")
    tidy = rows.reset_index(drop=True)
    wrong = {}
    for column in kinds.TEXT_COLUMNS[kind]:
        for row, value in enumerate(tidy[column].tolist()):
            if (problem := text_problem(value)) and row not in wrong:
                wrong[row] = (column, problem)
    label = next((c for c in kinds.LABEL_COLUMNS[kind] if c in columns), None)
    if label and labels:
        tidy[label], odd = _numbers(tidy[label], label)
        wrong = {row: (label, problem) for row, problem in odd.items()} | wrong
    if wrong:
        raise UserError(_first_of(wrong, tidy, where, lines))
    first = [*kinds.TEXT_COLUMNS[kind], *([label] if label else [])]
    return tidy[[*first, *(c for c in columns if c not in first)]]


def place(where: str, row: int, lines: Sequence[int] | None = None, column: str = "") -> str:
    """Say where something is wrong: ``file.csv, row 3 (line 5), column 'score'``. Row from 0."""
    line = f" (line {lines[row]})" if lines is not None else ""
    names = (where, f"row {row + 1}{line}", f"column {column!r}" if column else "")
    return ", ".join(filter(None, names))


def is_missing(value) -> bool:
    """Whether a cell holds nothing: None, NaN or pandas' NA. Empty text is text."""
    return value is None or value is pd.NA or (isinstance(value, float) and math.isnan(value))


def is_blank(value) -> bool:
    """Whether a cell is missing or holds nothing that can be seen."""
    return is_missing(value) or (isinstance(value, str) and bool(_NO_INK.fullmatch(value)))


def text_problem(value) -> str:
    """What keeps a value from being a sentence, with the mend; "" for a sentence."""
    if is_missing(value):
        return "the sentence is missing; fill it in or drop the row"
    if not isinstance(value, str):
        return f"expected text, found {kinds.short(value)}; put it in quotes or convert it to str"
    if is_blank(value):
        return "the sentence is empty; fill it in or drop the row"
    if "\0" in value:
        return f"a zero character at position {value.index(chr(0)) + 1}; take it out of the text"
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:  # no tokenizer can read it
        at = f"at position {error.start + 1}"
        return f"half a character (a lone surrogate) {at}; save the text again as UTF-8"
    return ""


def _first_of(wrong: dict[int, tuple[str, str]], rows: pd.DataFrame, where: str, lines) -> str:
    """The first of some problems by row, and where the others are."""
    first, *others = sorted(wrong)
    column, problem = wrong[first]
    told = f"{place(where, first, lines, column)}: {problem}"
    if others:
        at = ", ".join(str(row + 1) for row in others[:8]) + (", …" if len(others) > 8 else "")
        told += f"; {len(wrong):,} of {len(rows):,} rows are wrong, these too: {at}"
    if any(is_blank(rows[of].iloc[row]) for row, (of, _) in wrong.items()):
        told += "; --drop-missing leaves out rows that lack something"
    return told


def _numbers(values: pd.Series, column: str) -> tuple[pd.Series, dict[int, str]]:
    """The numbers of a label column, or, by row, what keeps a value from being one."""
    whole, numbers, wrong = column == "label", [], {}
    for row, value in enumerate(values.tolist()):
        number = number_from(value)
        if number is None:
            wrong[row] = f"expected a number, found {kinds.short(value)}{_label_hint(value)}"
        elif not math.isfinite(number):
            gap = "the label is missing; fill it in or drop the row"
            wrong[row] = gap if math.isnan(number) else f"the value is {number}; drop the row"
        elif abs(number) > LARGEST:
            wrong[row] = f"{kinds.short(value)} is too large for a grade; scale the labels"
        elif whole and (number != int(number) or abs(number) > 2**53):
            wrong[row] = (
                f"a label is a whole number, found {kinds.short(value)}; call the column 'score'"
            )
        else:
            numbers.append(int(number) if whole else number)
    if wrong:
        return values, wrong
    return pd.Series(numbers, dtype="int64" if whole else "float64", index=values.index), wrong


def same_grades(values: pd.Series) -> pd.Series:
    """Numbers to twelve digits and fifteen decimals: .1 + .2 is the grade .3, and 1e-17 is 0."""
    return values.map(lambda value: float(f"{round(value, 15) + 0.0:.12g}"))


def number_from(value) -> float | None:
    """A float from a number or plain decimal text; None when it is neither, NaN for a blank."""
    if is_blank(value):
        return math.nan
    if isinstance(value, str):
        value = value.strip()
        # float() would take "1_000" and "１" too: nobody means a label by those.
        if not value.isascii() or "_" in value:
            return None
    try:
        return float(value)
    except (TypeError, ValueError):
        return None
    except OverflowError:
        return math.inf


def _label_hint(value) -> str:
    text = value.strip() if isinstance(value, str) else ""
    if re.fullmatch(THOUSANDS, text):
        point, whole = text.replace(",", "."), text.replace(",", "")
        return f"; is the comma for decimals or thousands? Write {point} or {whole}"
    if text.lower() in ("contradiction", "neutral", "entailment"):
        return "; write contradiction as 0, neutral as 1, entailment as 2"
    if text.endswith("%"):
        return "; write shares as decimals, 85 % as 0.85, without the sign"
    if re.fullmatch(r"[+-]?\d+,\d+", text):
        return "; write the decimal comma as a point"
    return "; write classes as 0, 1, 2 …, scores as decimals, or say what words mean: --labels"
