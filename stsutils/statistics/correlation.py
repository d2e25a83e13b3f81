"""Spearman's rank correlation, its ceiling under ties, and its bootstrap over the test pairs."""

import hashlib

import numpy as np
from scipy import stats

from stsutils.errors import UserError

DRAWS = 200


def spearman(a, b) -> float:
    """Spearman's rank correlation: Pearson's correlation of the average ranks.

    ``a`` and ``b`` are n numbers each, n >= 2. A constant side orders nothing and gives 0.0, so a
    collapsed model scores zero. A NaN on either side gives NaN: the training diverged.
    """
    a, b = _pair(a, b)
    if np.isnan(a).any() or np.isnan(b).any():
        return float("nan")
    return _pearson(stats.rankdata(a), stats.rankdata(b), np.ones(len(a)))


def tie_ceiling(labels) -> float:
    """Best Spearman that a ranking without ties can reach against these labels.

    Groups of t equal labels share one average rank, which no untied ranking can imitate::

        ceiling = sqrt(1 - sum(t**3 - t) / (n**3 - n))

    With two classes and a share p of positives this tends to sqrt(3 p (1 - p)): .866 when
    balanced, .666 at the 18 % positives of ATEC. All labels equal gives 0.
    """
    labels = np.asarray(labels)
    if labels.ndim != 1 or len(labels) < 2:
        raise UserError(f"tie_ceiling needs a flat list of two labels or more, got {labels.shape}")
    if labels.dtype.kind == "f" and np.isnan(labels).any():
        raise UserError("tie_ceiling: a label is NaN. Drop the rows without a label first")
    return float(np.sqrt(stats.tiecorrect(stats.rankdata(labels))))


def bootstrap_indices(name: str, n: int) -> np.ndarray:
    """Row numbers of `DRAWS` resamples (DRAWS×n) of a test set of ``n`` pairs.

    The seed is the sha256 of the set's name, so every model tested on this set sees the same
    resamples and the draws of two models pair by themselves. ``RandomState`` is used because
    numpy promises that its stream never changes: draws recorded years apart still pair.
    """
    if n < 2:
        raise UserError(f"bootstrap of {name!r}: two pairs or more are needed, got {n}")
    words = np.frombuffer(hashlib.sha256(name.encode()).digest(), dtype="<u4")
    seeded = np.random.RandomState(words.astype(np.uint32))
    return seeded.randint(0, n, size=(DRAWS, n), dtype=np.int64)


def bootstrap_copies(name: str, n: int, groups=None) -> np.ndarray:
    """How often each of ``n`` pairs stands in each resample of the set ``name`` (DRAWS×n).

    ``groups`` are n whole numbers from 0. Pairs with the same one depend on each other and are
    drawn together, or not at all (the cluster bootstrap). Without, each pair is drawn by itself.
    """
    groups = np.arange(n) if groups is None else np.asarray(groups)
    if groups.shape != (n,) or groups.dtype.kind not in "iu" or groups.min() < 0:
        raise UserError(f"groups are {n} whole numbers from 0, got {groups!r:.60}")
    number = int(groups.max()) + 1
    drawn = bootstrap_indices(name, number)
    return np.stack([np.bincount(rows, minlength=number)[groups] for rows in drawn])


def bootstrap_spearman(predictions, labels, name: str, groups=None) -> np.ndarray:
    """Spearman on each bootstrap resample of the test set called ``name`` (DRAWS numbers).

    ``groups`` as in `bootstrap_copies`. Exact, ties included, without a sort per draw: a resample
    only changes how often each value occurs. With c(v) copies of value v, its average rank is
    sum(c(w), w <= v) - (c(v) - 1) / 2.
    """
    predictions, labels = _pair(predictions, labels)
    if np.isnan(predictions).any() or np.isnan(labels).any():
        return np.full(DRAWS, np.nan)
    ties_a = np.unique(predictions, return_inverse=True)[1]
    ties_b = np.unique(labels, return_inverse=True)[1]
    drawn = bootstrap_copies(name, len(labels), groups).astype(float)
    return np.array([_pearson(_ranks(ties_a, own), _ranks(ties_b, own), own) for own in drawn])


def _pair(a, b) -> tuple[np.ndarray, np.ndarray]:
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    if a.ndim != 1 or a.shape != b.shape or len(a) < 2:
        raise UserError(f"need two flat lists of equal length (2 or more): {a.shape}, {b.shape}")
    return a, b


def _ranks(ties: np.ndarray, copies: np.ndarray) -> np.ndarray:
    size = np.bincount(ties, weights=copies)
    return (np.cumsum(size) - (size - 1) / 2)[ties]


def _pearson(x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> float:
    total = weights.sum()
    x, y = x - (weights @ x) / total, y - (weights @ y) / total
    spread = np.sqrt((weights @ (x * x)) * (weights @ (y * y)))
    return float(np.clip((weights @ (x * y)) / spread, -1.0, 1.0)) if spread > 0 else 0.0
