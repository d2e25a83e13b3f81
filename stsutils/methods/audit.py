"""What a test set looks like before any model sees it: its size, ties, links and leaks.

Counting only. The seed of a run changes nothing here, and no model is loaded.
"""

import pandas as pd

from stsutils.data import label_column
from stsutils.data.components import folded, sentence_groups
from stsutils.data.leaks import pair_keys, remove_leaks
from stsutils.methods.rank_study import thirds
from stsutils.statistics import spearman, tie_ceiling


def describe(rows: pd.DataFrame) -> dict[str, float]:
    """Counts of one split: ``rows``.

    Where they have labels, also ``labels`` (different ones), ``mean_label`` (with the classes 0 and
    1 the share of positives), ``tie_ceiling`` (see :func:`stsutils.statistics.tie_ceiling`).
    """
    found, column = {"rows": len(rows)}, label_column(rows)
    if column is not None:
        found |= {
            "labels": int(rows[column].nunique()),
            "mean_label": float(rows[column].mean()),
            "tie_ceiling": tie_ceiling(rows[column].to_numpy()),
        }
    return found


def skew(rows: pd.DataFrame) -> dict[str, float]:
    """Where on their scale the scores of pairs lie, the scale taken as 0 to 1.

    ``low third``, ``middle third``, ``high third``: shares of the pairs; ``mean``; ``skewness``,
    the third standardised moment, below 0 where most scores are high. All scores alike: 0.
    """
    low, high = rows.attrs["range"]
    place = (rows[label_column(rows)].to_numpy(float) - low) / (high - low)
    found = {name: float(own.mean()) for name, own in thirds(place, 0.0, 1.0).items()}
    spread = place.std()
    moment = float((((place - place.mean()) / spread) ** 3).mean()) if spread > 0 else 0.0
    return found | {"mean": float(place.mean()), "skewness": moment}


def linked(rows: pd.DataFrame) -> dict[str, float]:
    """How far test rows hang together by sentences they share, at any number of steps.

    ``pairs``; ``linked``: pairs in a group with others; ``largest``: pairs of the largest group.
    ``widening``: √(Σ size² / pairs) over the groups. An interval from pairs drawn one by one would
    be so many times as wide if the pairs of a group said all the same; it is 1 where none hang
    together.
    """
    sizes = pd.Series(sentence_groups(rows, fold=folded)).value_counts()
    return {
        "pairs": len(rows),
        "linked": int(sizes[sizes > 1].sum()),
        "largest": int(sizes.max()),
        "widening": float((sizes**2).sum() / len(rows)) ** 0.5,
    }


def graded(rows: pd.DataFrame) -> dict[str, float]:
    """What scores say of classes, where pairs have both: columns ``label`` and ``relatedness``.

    ``C``, ``N``, ``E``: mean score of the classes 0, 1 and 2. Spearman's ρ between scores and
    classes in two orders: ``C < N < E``, as they are numbered, and ``N < C < E``.
    """
    means = rows.groupby("label").relatedness.mean()
    numbers, swapped = rows.label, rows.label.map({0: 1, 1: 0, 2: 2})
    return {
        **{name: float(means[number]) for number, name in enumerate("CNE")},
        "C < N < E": spearman(numbers, rows.relatedness),
        "N < C < E": spearman(swapped, rows.relatedness),
    }


def leaks(rows: pd.DataFrame, *others: pd.DataFrame) -> dict[str, float]:
    """What ``rows`` share with other sets, by the leak filter of :mod:`stsutils.data.leaks`.

    ``rows``: how many there are. ``shared``: different pairs that stand on both sides. ``removed``
    and ``kept``: rows that the filter takes out and leaves.
    """
    theirs = {key for other in others for key in pair_keys(other)}
    kept = len(remove_leaks(rows, others))
    shared = len(theirs & set(pair_keys(rows)))
    return {"rows": len(rows), "shared": shared, "removed": len(rows) - kept, "kept": kept}
