"""Rows by name: which set, which part of it, and how its labels are read."""

import re

import numpy as np
import pandas as pd

from stsutils.data import entry, label_column, load, relabel, split
from stsutils.data.components import split_apart
from stsutils.errors import UserError

#: As train and choose, but no sentence is on both sides either.
APART = ("train-apart", "choose-apart")
RELABELLED = re.compile(r"raw|unit|unit_range|floor|binary>[+-]?[\d.]+|order=\d+(,\d+)+")


def rows_of(name: str, labels: str = "raw") -> pd.DataFrame:
    """Rows named ``set:split``, relabelled; ``set:validation@train`` is a fixed 80 % of a split.

    Where a train split is not to be had, ``@train`` (80 %) and ``@choose`` (20 %) divide another
    split by a fixed seed; no pair is on both sides. ``@3000`` keeps that many rows, chosen by a
    fixed seed (all, where there are fewer). ``@train-apart`` and ``@choose-apart`` share no
    sentence either: pairs linked by their sentences stay on one side. Several parts are cut one
    after the other: ``@choose@400``. ``set:split|binary>2.5`` relabels by name, in place of
    `labels`, so that one run can be scored against several readings of the gold labels.
    """
    place, _, how = name.partition("|")
    if how and labels not in ("raw", how):
        raise UserError(f"{name}: relabelled by name, and {labels!r} asked for beside it")
    place, *parts = place.split("@")
    dataset, _, which = place.partition(":")
    rows = load(dataset, which or "test")
    for part in parts:
        if part in ("train", "choose"):
            rows = split(rows, (0.8, 0.2), seed=0)[part == "choose"]
        elif part in APART:
            rows = split_apart(rows, (0.8, 0.2), seed=0)[0][APART.index(part)]
        else:
            rows = some(rows, _number(name, part), seed=0)
    if (how or labels) == "raw" and label_column(rows) is None:
        return rows
    return relabel(rows, how or labels)


def check_name(name: str) -> None:
    """Refuse a name that `rows_of` could not read, without reading any rows."""
    place, _, how = name.partition("|")
    place, *parts = place.split("@")
    dataset, _, which = place.partition(":")
    splits = entry(dataset).splits
    if (which or "test") not in splits:
        raise UserError(f"{name}: {dataset} has the splits {', '.join(splits)}")
    for part in parts:
        if part not in ("train", "choose", *APART):
            _number(name, part)
    if how and not RELABELLED.fullmatch(how):
        raise UserError(f"{name}: labels cannot be read as {how!r}")


def some(rows: pd.DataFrame, most: int | None, seed: int) -> pd.DataFrame:
    """At most `most` rows, chosen at random and left in their order."""
    if most is None or most >= len(rows):
        return rows
    keep = np.random.default_rng(seed).choice(len(rows), most, replace=False)
    return rows.iloc[np.sort(keep)].reset_index(drop=True)


def gold(rows: pd.DataFrame) -> np.ndarray:
    """The labels or scores of rows."""
    return rows[label_column(rows)].to_numpy()


def _number(name: str, part: str) -> int:
    if not part.isdecimal() or int(part) < 2:
        raise UserError(f"{name}: after @ comes train or choose, or a number of rows")
    return int(part)
