"""The labels of somebody's own pairs: two values, grades, or classes of NLI by name or number."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from stsutils.data.kinds import kind_of, label_column
from stsutils.data.rows import is_blank, place
from stsutils.errors import UserError

#: Our order, from unlike to like: contradiction 0, neutral 1, entailment 2.
NLI = ("contradiction", "neutral", "entailment")
SURE = 4.0  # standard errors of the difference of two mean overlaps
LOOKED_AT = 5000  # rows
FAR = 5  # times as far from the others as these reach: a label of its own kind


@dataclass(frozen=True)
class Labels:
    """The labels of a file: their ``kind``, their ``column``, and the ends of their scale.

    ``kind`` is ``binary`` (two different values), ``classes`` (0, 1, 2) or ``graded`` (anything
    else that can be ordered). ``low`` and ``high`` are the smallest and the largest label found,
    not those that the annotators could have given. ``named``: the file or its reader said that 0,
    1, 2 are contradiction, neutral, entailment; else they may be grades of relevance.
    """

    kind: str
    column: str
    low: float
    high: float
    named: bool = False

    @property
    def middle(self) -> float:
        """Half-way between the ends. A label above it counts as positive."""
        return float(f"{self.low / 2 + self.high / 2:.12g}")  # 2.6, of 0.1 and 5.1

    @property
    def positive(self) -> str:
        """What counts as positive, in words."""
        if self.named:
            return f"label {self.high:g} ({NLI[2]})"
        if self.kind != "graded":
            return f"{self.column} {self.high:g}"
        return f"{self.column} above {self.middle:g}, the middle of the scale"


def label_kind(rows: pd.DataFrame, where: str = "rows") -> Labels:
    """Tell the kind of labels of checked pairs.

    Raises UserError for rows that are not pairs, and asks what a third label −1 means: NLI files
    give it to pairs without an agreed class, others to pairs that are unlike.
    """
    kind = kind_of(rows)
    if kind != "pairs":
        raise UserError(
            f"{where}: these rows are {kind}; this needs pairs: columns sentence1, sentence2 and "
            "score or label. How `fit` learns from rows without labels stands in README.md"
        )
    column = label_column(rows)
    values = np.unique(rows[column].to_numpy(dtype="float64"))
    check_minus_one(rows, where)
    kind = "binary" if len(values) == 2 else "graded"
    if column == "label" and values.tolist() == [0, 1, 2]:
        kind = "classes"
    named = kind == "classes" and bool(rows.attrs.get("nli"))
    return Labels(kind, str(column), float(values[0]), float(values[-1]), named)


def check_minus_one(rows: pd.DataFrame, where: str) -> None:
    """Raise UserError, with both mends, for a label that may stand for none: −1, −100, 99.

    It is the lowest or the highest of three or more: −1, or far off the others.
    """
    values = sorted(rows["label"].unique()) if "label" in rows else []
    for end, others in ((values[0], values[1:]), (values[-1], values[:-1])) if values[2:] else ():
        away = min(abs(end - others[0]), abs(end - others[-1]))
        found = (rows["label"] == end).to_numpy()
        slip = found.sum() == 1 and len(values) > 3  # one row among grades
        if end == -1 == values[0] or (away > FAR * (others[-1] - others[0]) and not slip):
            at = place(where, int(found.argmax()), rows.attrs.get("lines"), "label")
            own = ",".join(f"{v:g}=" if v == end else f"{v:g}={v:g}" for v in values)
            raise UserError(
                f"{at}: what does {end:g} mean in these {found.sum():,} rows? If it is the lowest "
                "or highest grade: --columns label=score keeps its order. If no class was agreed "
                f'on, drop the rows: --labels "{own}" --drop-missing'
            )


def lonely(labels: Labels, rows: pd.DataFrame) -> list[str]:
    """A line for a label that lies further off than all others reach: a slip, or no label at all?

    One 50 among grades from 0 to 5 moves the middle of the scale, above which pairs count as
    positive, beyond every other label.
    """
    values = rows[labels.column]
    grades = sorted(values.unique())
    if labels.kind != "graded" or len(grades) < 4:
        return []
    for end, (low, *_, high) in ((grades[0], grades[1:]), (grades[-1], grades[:-1])):
        found = (values == end).to_numpy()
        more, away = int(found.sum()) - 1, min(abs(end - low), abs(end - high))
        steps = np.diff([one for one in grades if one != end])
        wide = max((high - low) / 2, 1.99 * steps.max()) if more else high - low
        if away > wide or (end == -1 and low >= 0):
            where = "one row"
            if "source" in rows.attrs:  # rows of several files have no place of their own
                where = place("", int(found.argmax()), rows.attrs.get("lines"))
            where += f" and {more:,} more" * bool(more)
            ask = "Does it mean no label? Empty these cells and add --drop-missing." * bool(more)
            return [
                f"{where}: the {labels.column} {end:g} is far from all others, {low:g} to {high:g}."
                f" {ask or 'Is it a slip?'} It moves the middle of the scale to {labels.middle:g}"
            ]
    return []


def with_numbers(rows: pd.DataFrame, where: str, order: str | None = None) -> pd.DataFrame:
    """Pairs whose classes, named or numbered in another ``order``, are numbers in ours.

    ``order`` names the classes 0, 1, 2 of the file, as in "entailment,neutral,contradiction".
    Other rows come back as they are. Blank labels, and SNLI's "-", become empty cells. Raises
    UserError where ``order`` is none, or says something about labels that are no classes.
    """
    ours = _places(order) if order is not None else None
    if "label" not in rows or not {"sentence1", "sentence2"} <= set(rows):
        if ours:
            raise UserError(f"{where}: --label-order is for pairs with a column label")
        return rows
    names = [_name(value) for value in rows["label"]]
    classes = {name: number for number, name in enumerate(NLI)}
    if ours and not set(NLI) & {name for name in names if isinstance(name, str)}:
        classes = {number: one for at, one in enumerate(ours) for number in (at, str(at))}
    filled = [name for name in names if name is not None]
    strange = [n for n in filled if not isinstance(n, str | int | float) or n not in classes]
    if filled and not strange:
        numbers = [classes.get(name) for name in names]
        rows = rows.assign(label=pd.Series(numbers, rows.index, object))
        rows.attrs["nli"] = True
    elif ours and strange:
        raise UserError(
            f"{where}: --label-order is for the labels 0, 1 and 2, found {str(strange[0])[:40]!r}"
        )
    return rows


def _name(label):
    """A label as a class may be named; None for a blank one, and for SNLI's "-"."""
    name = label.strip().lower() if isinstance(label, str) else label
    return None if is_blank(name) or (isinstance(name, str) and name == "-") else name


def check_order(rows: pd.DataFrame, where: str) -> None:
    """Raise UserError where the labels 0, 1, 2 look like entailment, neutral, contradiction.

    The hub's SNLI and MNLI are numbered so. Entailed sentences share more of their letters than
    contradicted ones, in any language: it is looked whether those labelled 0 share clearly more
    than those labelled 2.
    """
    if "label" not in rows or "sentence1" not in rows or set(rows["label"]) != {0, 1, 2}:
        return
    some = rows.sample(min(len(rows), LOOKED_AT), random_state=0)
    pairs = zip(some["sentence1"], some["sentence2"], strict=True)
    shared = np.array([_overlap(first, second) for first, second in pairs])
    low, high = (shared[(some["label"] == label).to_numpy()] for label in (0, 2))
    if len(low) < 2 or len(high) < 2:
        return
    error = np.sqrt(low.var(ddof=1) / len(low) + high.var(ddof=1) / len(high))
    if low.mean() - high.mean() > SURE * error:
        raise UserError(
            f"{where}, column 'label': the pairs labelled 0 are more alike than those labelled 2. "
            "Is 0 entailment? Then add --label-order entailment,neutral,contradiction; if the "
            f"labels are right as they are, --label-order {','.join(NLI)}"
        )


def _places(order: str) -> list[int]:
    names = [name.strip().lower() for name in order.split(",")]
    if sorted(names) != sorted(NLI):
        raise UserError(
            f"--label-order {order[:80]!r}: name the classes of 0, 1 and 2, for example "
            "entailment,neutral,contradiction"
        )
    return [NLI.index(name) for name in names]


def _overlap(first: str, second: str) -> float:
    """The share of two sentences' pairs of letters that stand in both."""
    texts = first.lower(), second.lower()
    one, other = ({text[i : i + 2] for i in range(len(text) - 1)} for text in texts)
    return len(one & other) / max(1, len(one | other))
