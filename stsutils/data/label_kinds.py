"""What kind of labels somebody's own pairs have: two values, three classes of NLI, or grades."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from stsutils.data.classes import NLI
from stsutils.data.kinds import kind_of, label_column
from stsutils.data.rows import place
from stsutils.errors import UserError

__all__ = ["NLI", "Labels", "label_kind"]


@dataclass(frozen=True)
class Labels:
    """The labels of a file: their ``kind``, their ``column``, and the ends of their scale.

    ``kind`` is ``binary`` (two different values), ``classes`` (0, 1, 2: contradiction, neutral,
    entailment) or ``graded`` (anything else that can be ordered). ``low`` and ``high`` are the
    smallest and the largest label found, not those that the annotators could have given.
    """

    kind: str
    column: str
    low: float
    high: float

    @property
    def middle(self) -> float:
        """Half-way between the ends. A label above it counts as positive."""
        return (self.low + self.high) / 2

    @property
    def positive(self) -> str:
        """What counts as positive, in words."""
        if self.kind == "classes":
            return f"label {self.high:g} ({NLI[2]})"
        if self.kind == "binary":
            return f"{self.column} {self.high:g}"
        return f"{self.column} above {self.middle:g}, the middle of the scale"


def label_kind(rows: pd.DataFrame, where: str = "rows") -> Labels:
    """Tell the kind of labels of checked pairs.

    Raises UserError for rows that are not pairs, and for the label −1, which NLI files give to
    pairs without an agreed class.
    """
    kind = kind_of(rows)
    if kind != "pairs":
        raise UserError(
            f"{where}: these rows are {kind}; this needs pairs: columns sentence1, sentence2 and "
            "score or label. How `fit` learns from rows without labels stands in README.md"
        )
    column = label_column(rows)
    values = np.unique(rows[column].to_numpy(dtype="float64"))
    if column == "label" and values[0] == -1 and len(values) > 2:
        row = int((rows[column] == -1).to_numpy().argmax())
        raise UserError(
            f"{place(where, row, rows.attrs.get('lines'), column)}: the label -1 means that no "
            "class was agreed on; drop the rows with -1"
        )
    if len(values) == 2:
        found = "binary"
    elif column == "label" and values.tolist() == [0, 1, 2]:
        found = "classes"
    else:
        found = "graded"
    return Labels(found, column, float(values[0]), float(values[-1]))
