"""From cosines to yes or no: a threshold, what it gets right, and the pairs most wrong."""

import numpy as np
import pandas as pd
from scipy.stats import rankdata

from stsutils.statistics import bootstrap_copies

LEVEL = 0.95


def best_threshold(cosines: np.ndarray, positive: np.ndarray) -> float | None:
    """The threshold with the best F1 on these pairs (n cosines, n booleans).

    A pair counts as positive when its cosine is above the threshold, which lies half-way between
    two neighbouring cosines (or just below the smallest). Among equal F1 the highest threshold
    wins: fewer pairs are called positive. None where all pairs are positive or none is.
    """
    positive = np.asarray(positive, bool)
    if positive.all() or not positive.any():
        return None
    thresholds, hits, called = _cuts(cosines, positive)
    return float(thresholds[np.argmax(2 * hits / (called + positive.sum()))])


def trade_off(cosines: np.ndarray, positive: np.ndarray) -> list[float]:
    """Thresholds from low to high, each more precise on these pairs than every lower one.

    Those between would lose positives and gain nothing. Of equal precision in whole percent the
    lowest stays. Empty where no pair is positive.
    """
    positive = np.asarray(positive, bool)
    if not positive.any():
        return []
    thresholds, hits, called = (values[::-1] for values in _cuts(cosines, positive))
    precise = 100 * hits // called
    best = np.maximum.accumulate(precise)
    return thresholds[np.append(True, best[1:] > best[:-1])].tolist()


def _cuts(cosines: np.ndarray, positive: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Each threshold, highest first, the positive pairs above it, and all pairs above it."""
    order = np.argsort(-np.asarray(cosines, float), kind="stable")
    values, hits = np.asarray(cosines, float)[order], np.cumsum(positive[order])
    thresholds = (values + np.append(values[1:], values[-1] - 1e-6)) / 2
    last = np.append(values[:-1] != values[1:], True)  # equal cosines are called together
    return thresholds[last], hits[last], np.arange(1, len(values) + 1)[last]


def decisions(cosines: np.ndarray, positive: np.ndarray, threshold: float) -> dict[str, float]:
    """Counts, precision, recall and F1 of "cosine above the threshold" (0 where undefined)."""
    positive = np.asarray(positive, bool)
    called = np.asarray(cosines) > threshold
    hit = int((called & positive).sum())
    false, missed = int((called & ~positive).sum()), int((~called & positive).sum())
    return {
        "true_positives": hit,
        "false_positives": false,
        "false_negatives": missed,
        "true_negatives": len(positive) - hit - false - missed,
        "precision": hit / max(1, hit + false),
        "recall": hit / max(1, hit + missed),
        "f1": 2 * hit / max(1, 2 * hit + false + missed),
    }


def f1_interval(
    cosines: np.ndarray, positive: np.ndarray, threshold: float, name: str, groups=None
) -> tuple[float, float]:
    """Bootstrap interval of F1 at 95 %, over the test pairs called ``name``; the threshold stays.

    ``groups`` are numbers of pairs that are drawn together, as in `bootstrap_copies`.
    """
    positive = np.asarray(positive, bool)
    called = np.asarray(cosines) > threshold
    copies = bootstrap_copies(name, len(positive), groups=groups)
    hit, wrong = copies @ (called & positive), copies @ (called ^ positive)
    f1 = 2 * hit / np.maximum(1, 2 * hit + wrong)
    low, high = np.quantile(f1, [0.5 - LEVEL / 2, 0.5 + LEVEL / 2])
    return float(low), float(high)


def disagreements(rows: pd.DataFrame, label: str) -> pd.DataFrame:
    """Rows with a label and a ``cosine``, those first where the two disagree most.

    ``rank_by_cosine`` and ``rank_by_label`` are shares from 0 to 1, ties averaged. ``disagreement``
    is the first minus the second: near 1 the texts look alike and the label says no.
    """
    by_cosine, by_label = ((rankdata(rows[c]) - 0.5) / len(rows) for c in ("cosine", label))
    gap = by_cosine - by_label
    found = rows.assign(rank_by_cosine=by_cosine, rank_by_label=by_label, disagreement=gap)
    return found.iloc[np.argsort(-np.abs(gap), kind="stable")]
