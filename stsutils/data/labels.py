"""Labels changed: to another scale, or with mistakes to see which loss bears them."""

import math
import re

import numpy as np
import pandas as pd

from stsutils.data.kinds import label_column
from stsutils.errors import UserError


def relabel(
    rows: pd.DataFrame, how: str, *, range: tuple[float, float] | None = None
) -> pd.DataFrame:
    """Rows with other labels; the text stays.

    ==============  =====================================  =========================================
    how             new label                              used by
    ==============  =====================================  =========================================
    ``raw``         as it is                               CoSENT (only the order counts)
    ``unit``        s / max                                cosine-MSE as coded: STS-B ÷5, NLI ÷2,
                                                           SICK-R ÷5 although SICK starts at 1
    ``unit_range``  (s − min) / (max − min)                cosine-MSE with SICK on the whole [0, 1]
    ``binary>2.5``  1 if s > 2.5 else 0 (any number)       contrastive: STS-B > 2.5, SICK-R > 3
    ``floor``       ⌊s⌋                                    softmax; the regression paper's stage 2
    ``order=1,0,2`` class 0 becomes 1, 1 becomes 0, …      NLI with another order of its classes
    ==============  =====================================  =========================================

    Grades come back in ``score`` (float), classes in ``label`` (int); ``attrs`` gets the new
    ``range``. The range of the scores is ``rows.attrs["range"]``, set by the
    catalogue, or the argument. Raises UserError when a range is needed and unknown, or a score
    lies outside it. Source: CoSENT's reference code (utils.py), regression code (int of the label).
    """
    column = label_column(rows)
    if column is None:
        raise UserError("relabel: these rows have no labels (no column 'score' or 'label')")
    low, high = _range(rows, range)
    values = rows[column].to_numpy(dtype="float64")
    if how == "raw":
        new, target, span = rows[column], column, (low, high)
    elif how in ("unit", "unit_range"):
        _check_range(values, low, high, column, how)
        lowest = 0.0 if how == "unit" else low
        new, target = (values - lowest) / (high - lowest), "score"
        span = (float((low - lowest) / (high - lowest)), 1.0)
    elif threshold := re.fullmatch(r"binary>\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)", how):
        new, target = (values > float(threshold[1])).astype("int64"), "label"
        span = (0.0, 1.0)
    elif how == "floor":
        new, target = np.floor(values).astype("int64"), "label"
        span = (math.floor(low), math.floor(high)) if low is not None else (None, None)
    elif re.fullmatch(r"order=\d+(,\d+)+", how):
        new, target = _reordered(values, [int(x) for x in how[6:].split(",")]), "label"
        span = (low, high)
    else:
        raise UserError(
            f"relabel: no way called {how!r}; the ways: raw, unit, unit_range, binary>NUMBER, "
            "floor, order=1,0,2"
        )
    result = rows.drop(columns=[target] if target != column and target in rows else [])
    result[column] = new
    result = result.rename(columns={column: target})
    if span[0] is not None:
        result.attrs["range"] = span
    return result


def _reordered(values: np.ndarray, order: list[int]) -> np.ndarray:
    """Class k becomes order[k]."""
    if sorted(order) != list(range(len(order))):
        raise UserError(f"relabel: an order names each class from 0 once, got {order}")
    if not np.isin(values, range(len(order))).all():
        raise UserError(f"relabel: an order of {len(order)} classes, and labels beyond them")
    return np.array(order)[values.astype("int64")]


def _range(rows: pd.DataFrame, given) -> tuple[float | None, float | None]:
    span = given if given is not None else rows.attrs.get("range")
    if span is None:
        return None, None
    low, high = (float(value) for value in span)
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise UserError(f"relabel: a range runs from a lower to a higher number, got {span}")
    return low, high


def _check_range(values: np.ndarray, low, high, column: str, how: str) -> None:
    if low is None:
        raise UserError(f"relabel {how!r}: the range of {column!r} is unknown; give range=(0, 5)")
    if how == "unit" and high <= 0:
        raise UserError(
            f"relabel 'unit' divides by the highest score, which is {high:g} here; use 'unit_range'"
        )
    outside = np.flatnonzero((values < low - 1e-9) | (values > high + 1e-9))
    if outside.size:
        row = int(outside[0])
        raise UserError(
            f"relabel {how!r}: row {row + 1} has {column} {values[row]:g}, outside the range "
            f"{low:g} to {high:g}; mend the row or give the right range"
        )


def with_label_noise(rows: pd.DataFrame, share: float, seed: int) -> pd.DataFrame:
    """Rows in which a share of the labels has been dealt out anew among themselves.

    ``round(share · rows)`` rows are chosen at random; their labels are shuffled. So the labels'
    distribution stays as it is, and with it the loss of a model that predicts one number: what
    changes is which pair a label stands at. Some of the chosen rows get a label equal to their own.

    The same seed gives the same rows, and those of a smaller share are among those of a larger
    one. Raises UserError for rows without labels or a share outside 0 to 1.
    """
    column = label_column(rows)
    if column is None:
        raise UserError("label noise: these rows have no labels (no column 'score' or 'label')")
    if not 0 <= share <= 1:
        raise UserError(f"label noise: the share is from 0 to 1, not {share}")
    random = np.random.default_rng([seed, 1])  # not the draw that chooses rows
    chosen = random.permutation(len(rows))[: round(share * len(rows))]
    labels = rows[column].to_numpy().copy()
    labels[chosen] = labels[random.permutation(chosen)]
    return rows.assign(**{column: labels})
