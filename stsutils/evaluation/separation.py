"""Two classes of pairs on the line of cosines: how far apart they lie, how wide they spread."""

import numpy as np
from sklearn.metrics import average_precision_score, roc_auc_score


def separation(cosines: np.ndarray, positive: np.ndarray, bins: int = 50) -> dict[str, float]:
    """AUC, overlap, spread and more of n cosines with n booleans, both classes present.

    ``auc``: the chance that a positive pair's cosine is above a negative pair's (ties count half).
    For cosines without ties it is ½ + ½ ρ / ceiling, with Spearman's ρ and its tie ceiling.
    ``overlap``: the area that the two classes' histograms share, 1 when they are equal.
    ``spread``: standard deviation of all cosines. ``near zero``: the share with |cosine| < 0.1.
    ``negative mean``: the mean cosine of the negative pairs.
    """
    cosines, positive = np.asarray(cosines, np.float64), np.asarray(positive, bool)
    edges = np.linspace(-1.0, 1.0, bins + 1)
    within = cosines.clip(-1, 1)
    shares = [np.histogram(within[own], edges)[0] / own.sum() for own in (positive, ~positive)]
    return {
        "auc": float(roc_auc_score(positive, cosines)),
        "overlap": float(np.minimum(*shares).sum()),
        "spread": float(cosines.std()),
        "near zero": float((np.abs(cosines) < 0.1).mean()),
        "negative mean": float(cosines[~positive].mean()),
    }


def found_first(cosines: np.ndarray, positive: np.ndarray) -> dict[str, float]:
    """AUC, and average precision: the mean of the precision down to each positive pair."""
    ap = average_precision_score(positive, cosines)
    return {"auc": float(roc_auc_score(positive, cosines)), "average_precision": float(ap)}


def quantiles(values: np.ndarray) -> np.ndarray:
    """The 0th, 1st, … 100th percentile: a distribution small enough to record."""
    return np.quantile(np.asarray(values, np.float64), np.linspace(0.0, 1.0, 101))
