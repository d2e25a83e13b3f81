"""What a test set looks like before any model sees it: its size, ties, repeats and leaks.

Counting only. The seed of a run changes nothing here, and no model is loaded.
"""

from statistics import fmean

import pandas as pd

from stsutils.data import label_column, text_columns
from stsutils.data.components import folded, sentence_groups
from stsutils.data.leaks import pair_keys, remove_leaks
from stsutils.methods.rank_study import thirds
from stsutils.statistics import spearman, tie_ceiling


def describe(rows: pd.DataFrame, words: bool = True) -> dict[str, float]:
    """Counts of one split.

    Any rows: ``rows``, ``sentences`` (different ones), ``mean_characters`` and, with ``words``,
    ``mean_words`` a sentence (parts between blanks, which says nothing about Chinese).

    Rows with labels: ``labels`` (different ones), ``mean_label`` (with the classes 0 and 1 the
    share of positives), ``tie_ceiling`` (see :func:`stsutils.statistics.tie_ceiling`).

    Pairs: ``identical`` (rows whose two sentences are the same string), ``repeated`` (rows whose
    pair stood in an earlier row, in either order) and ``conflicting`` (different pairs that stand
    in the split with more than one label).
    """
    texts = pd.concat([rows[column] for column in text_columns(rows)])
    found = {
        "rows": len(rows),
        "sentences": int(texts.nunique()),
        "mean_characters": float(texts.str.len().mean()),
    }
    if words:
        found["mean_words"] = float(texts.str.split().str.len().mean())
    column = label_column(rows)
    if column is not None:
        found |= {
            "labels": int(rows[column].nunique()),
            "mean_label": float(rows[column].mean()),
            "tie_ceiling": tie_ceiling(rows[column].to_numpy()),
        }
    if {"sentence1", "sentence2"} <= set(rows.columns):
        keys = pair_keys(rows)
        found["identical"] = sum(a == b for a, b in keys)
        found["repeated"] = len(keys) - len(set(keys))
        if column is not None:
            found["conflicting"] = sum(len(given) > 1 for given in _labels(rows).values())
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


def leaks(rows: pd.DataFrame, others: list[pd.DataFrame]) -> dict[str, float]:
    """What ``rows`` share with other sets, by the leak filter of :mod:`stsutils.data.leaks`.

    ``rows`` and ``other_rows``: the sizes. ``shared``: different pairs that stand on both sides.
    ``removed`` and ``kept``: rows that the filter takes out and leaves. ``seen``: rows of the
    other sets whose pair stands in ``rows``. ``seen_sentences`` of ``other_sentences``: different
    sentences of the others that stand in ``rows``, which the filter does not look at.
    Against one set on the same scale: ``relabelled``, shared pairs whose labels differ, and
    ``mean_gap``, the mean distance of a shared pair's two (mean) labels, where any is shared.
    """
    mine = set(pair_keys(rows))
    theirs = [key for other in others for key in pair_keys(other)]
    known = {text for key in mine for text in key}
    sentences = {text for key in theirs for text in key}
    kept = len(remove_leaks(rows, others))
    found = {
        "rows": len(rows),
        "other_rows": len(theirs),
        "shared": len(mine & set(theirs)),
        "removed": len(rows) - kept,
        "kept": kept,
        "seen": sum(key in mine for key in theirs),
        "seen_sentences": len(sentences & known),
        "other_sentences": len(sentences),
    }
    if len(others) == 1 and rows.attrs.get("range") == others[0].attrs.get("range"):
        a, b = _labels(rows), _labels(others[0])
        found["relabelled"] = sum(a[key] != b[key] for key in a.keys() & b.keys())
        if found["shared"]:
            gaps = [abs(fmean(a[key]) - fmean(b[key])) for key in sorted(a.keys() & b.keys())]
            found["mean_gap"] = fmean(gaps)
    return found


def _labels(rows: pd.DataFrame) -> dict[tuple[str, str], set[float]]:
    """The labels that each pair has, whatever the order of its sentences."""
    found: dict[tuple[str, str], set[float]] = {}
    for key, label in zip(pair_keys(rows), rows[label_column(rows)].tolist(), strict=True):
        found.setdefault(key, set()).add(round(float(label), 6))
    return found
