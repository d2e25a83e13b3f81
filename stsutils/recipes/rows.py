"""Rows by name: which set, which part of it, and how its labels are read."""

import re

import numpy as np
import pandas as pd

from stsutils.data import RowsName, entry, label_column, load, relabel, split, text_columns
from stsutils.data.components import folded, split_apart
from stsutils.errors import UserError

CUT = (0.8, 0.2)  # what ``@train`` and ``@choose`` take of a split
#: How each transfer task is judged: by folds over all rows, or by the set's own splits.
FOLDED = ("mr", "cr", "subj", "mpqa")
SPLIT = {"sst2": "validation", "trec": None, "mrpc": None}
TASKS = (*FOLDED, *SPLIT)
RELABELLED = re.compile(r"raw|unit|unit_range|floor|binary>[+-]?[\d.]+|order=\d+(,\d+)+")


def rows_of(name: str, labels: str = "raw") -> pd.DataFrame:
    """The rows of a name (`stsutils.data.RowsName`), relabelled.

    Where a train split is not to be had, ``@train`` (80 %) and ``@choose`` (20 %) divide another
    split by a fixed seed; no pair is on both sides. ``@train-apart`` and ``@choose-apart`` share no
    sentence either: pairs linked by their sentences stay on one side. ``@3000`` keeps that many
    rows, chosen by a fixed seed (all, where there are fewer). ``set:split|binary>2.5`` relabels by
    name, in place of `labels`, so that one run can be scored against several readings of the gold
    labels.
    """
    named = RowsName.parse(name)
    if named.gold and labels not in ("raw", named.gold):
        raise UserError(f"{name}: relabelled by name, and {labels!r} asked for beside it")
    rows, how = load(named.set, named.split), named.gold or labels
    for part in named.parts:
        if isinstance(part, int):
            rows = at_most(rows, part, seed=0)
        else:
            if "apart" in part:
                cut, shared = split_apart(rows, CUT, seed=0, fold=folded)
                if shared != "sentences":
                    raise UserError(f"{name}: too few groups of pairs that share no sentence")
            else:
                cut = split(rows, CUT, seed=0)
            rows = cut[part.startswith("choose")]
    if how == "raw" and label_column(rows) is None:
        return rows
    return relabel(rows, how)


def check_name(name: str, scored: bool = False) -> None:
    """Refuse a name that `rows_of` could not read, without reading any rows.

    Only a name that is ``scored`` may have a protocol.
    """
    named = RowsName.parse(name)
    if named.protocol and not scored:
        raise UserError(f"{name}: nothing is scored here, so nothing can come after #")
    splits = entry(named.set).splits
    if named.split not in splits:
        raise UserError(f"{name}: {named.set} has the splits {', '.join(splits)}")
    if named.gold and not RELABELLED.fullmatch(named.gold):
        raise UserError(f"{name}: labels cannot be read as {named.gold!r}")


def parts_of(task: str, rows: int | None) -> dict[str, str]:
    """The names of a task's rows; `rows` cuts those to be trained on, and those to be folded."""
    cut = f"@{rows}" if rows else ""
    if task in FOLDED:
        return {"all": f"{task}:all{cut}"}
    found = {"train": f"{task}:train{cut}", "test": f"{task}:test"}
    if SPLIT[task]:
        found["validation"] = f"{task}:{SPLIT[task]}"
    return found


def at_most(rows: pd.DataFrame, most: int | None, seed: int) -> pd.DataFrame:
    """At most `most` rows, chosen at random and left in their order."""
    if most is None or most >= len(rows):
        return rows
    keep = np.random.default_rng(seed).choice(len(rows), most, replace=False)
    return rows.iloc[np.sort(keep)].reset_index(drop=True)


def gold(rows: pd.DataFrame) -> np.ndarray:
    """The labels or scores of rows."""
    return rows[label_column(rows)].to_numpy()


def sentences_of(rows: pd.DataFrame) -> list[str]:
    """The distinct sentences of rows, in their order."""
    return list(dict.fromkeys(text for column in text_columns(rows) for text in rows[column]))
