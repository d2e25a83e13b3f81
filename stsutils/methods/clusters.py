"""The blog's explanation of |u − v|, put to a test on an encoder before any training.

Su Jianlin's post argues: the differences u − v of positive pairs lie near a small sphere, those of
negative pairs near a larger one. A linear layer cannot tell two spheres with one centre apart; the
absolute value folds them into one corner, where it can. So SBERT's head feeds on |u − v|.
"""

import numpy as np
import pandas as pd

from stsutils.evaluation.geometry import normalized
from stsutils.evaluation.probe import fit_probe

#: What a linear probe is given, one function of (u, v) each.
HEADS = {
    "probe u-v": lambda u, v: u - v,
    "probe |u-v|": lambda u, v: np.abs(u - v),
    "probe u,v": lambda u, v: np.hstack([u, v]),
    "probe u,v,|u-v|": lambda u, v: np.hstack([u, v, np.abs(u - v)]),
}


def clusters(train: tuple, test: tuple, bins: int = 40) -> tuple[dict, dict, list[dict]]:
    """Scores, metrics and a histogram of the distances ‖u − v‖ of the test pairs.

    `train` and `test` are (u n×d, v n×d, labels n of 0 and 1).

    Scores (one number a test pair, higher: more similar): ``distance`` is −‖u − v‖, ``cosine``,
    and each of `HEADS`: the logit of a linear probe fitted on the training pairs.
    Metrics: ``distance_positive`` and ``distance_negative``, the mean ‖u − v‖ of a class over the
    mean of all pairs; ``thickness_positive`` and ``thickness_negative``, deviation over mean of a
    class, near 0 on a sphere; ``overlap``, the area that the two histograms share, 1 when equal.
    Histogram: one line a bin, ``distance`` (its middle) and the densities ``positive``,
    ``negative``.
    """
    u, v, labels = (np.asarray(part, np.float64) for part in test)
    distance = np.linalg.norm(u - v, axis=1)
    scores = {"distance": -distance, "cosine": (normalized(u) * normalized(v)).sum(axis=1)}
    a, b, known = (np.asarray(part, np.float64) for part in train)
    for name, head in HEADS.items():
        scores[name] = fit_probe(head(a, b), known).decision_function(head(u, v))
    edges = np.linspace(0, distance.max() * (1 + 1e-9), bins + 1)
    metrics, densities = {}, {}
    for kind, label in (("positive", 1), ("negative", 0)):
        own = distance[labels == label]
        metrics[f"distance_{kind}"] = float(own.mean() / distance.mean())
        metrics[f"thickness_{kind}"] = float(own.std() / own.mean())
        densities[kind] = np.histogram(own, edges, density=True)[0]
    shared = np.minimum(densities["positive"], densities["negative"])
    metrics["overlap"] = float((shared * np.diff(edges)).sum())
    lines = pd.DataFrame({"distance": (edges[1:] + edges[:-1]) / 2, **densities}).round(5)
    return scores, metrics, lines.to_dict("records")
