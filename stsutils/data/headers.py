"""Tables without a header: what tells one, and what its columns probably are."""

import math

import pandas as pd

from stsutils.data.kinds import is_ours
from stsutils.data.rows import number_from
from stsutils.errors import UserError

FEW = 10  # as many different whole numbers are classes, more are grades


def check_header(rows: pd.DataFrame, where: str) -> None:
    """Raise UserError where the names of the columns look like a row: one of them is a number.

    Not where one is a name as projects have them, or all are numbers, as pandas writes them.
    """
    names = list(rows.columns)
    numbers = [name for name in names if _is_number(name)]
    if not numbers or len(numbers) == len(names) or any(map(is_ours, names)):
        return
    way = "add --no-header --columns 1=sentence1,2=sentence2,3=label, as they are"
    if meant := guessed(rows):
        columns = ",".join(f"{place}={name}" for place, name in meant.items())
        way = f"add --no-header, which takes {columns}"
    raise UserError(
        f"{where}, line 1: {numbers[0][:40]!r} is a number. Is it a row, and the file without a "
        f"header? Then {way}. Else give that column a name"
    )


def named(rows: pd.DataFrame, where: str) -> pd.DataFrame:
    """Rows of a file without header by our names, where two columns of text tell what they are."""
    meant = guessed(rows)
    # a semicolon of prose has a space behind it
    cells = ("".join(row).replace("; ", "") for row in rows.astype(str).to_numpy())
    if where.lower().removesuffix(".gz").endswith(".csv") and all(";" in row for row in cells):
        raise UserError(
            f"{where}: each row holds a semicolon. If semicolons part the cells, write sep=; in a "
            "line above the first; if not, say what the columns are: --columns "
            "1=sentence1,2=sentence2,3=label"
        )
    if not meant:
        raise UserError(
            f"{where}: its columns are 1 to {rows.shape[1]}; say what they are: "
            "--columns 1=sentence1,2=sentence2,3=label"
        )
    return rows.rename(columns=meant)


def guessed(rows: pd.DataFrame) -> dict[str, str]:
    """Our names by the columns' places from 1: two of text, and the number behind them, if any.

    Empty where two columns of numbers stand behind the texts: which one is the label?
    """
    cells = [rows.iloc[:, at].tolist() for at in range(rows.shape[1])]
    numeric = [all(map(_is_number, column)) for column in cells]
    texts = [at for at, number in enumerate(numeric) if not number]
    if len(texts) != 2 or sum(numeric[texts[-1] :]) > 1:
        return {}
    meant = {str(at + 1): name for at, name in zip(texts, ("sentence1", "sentence2"), strict=True)}
    if numeric[-1]:
        values = {number_from(value) for value in cells[-1]}
        classes = len(values) <= FEW and all(value == int(value) for value in values)
        meant[str(len(cells))] = "label" if classes else "score"
    return meant


def _is_number(value) -> bool:
    number = number_from(value)
    return number is not None and math.isfinite(number)
