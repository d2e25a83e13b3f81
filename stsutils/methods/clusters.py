"""The blog's explanation of |u − v|, put to a test on an encoder before any training.

Su Jianlin's post argues: the differences u − v of positive pairs lie near a small sphere, those of
negative pairs near a larger one. A linear layer cannot tell two spheres with one centre apart; the
absolute value folds them into one corner, where it can. So SBERT's head feeds on |u − v|.
"""

import numpy as np

from stsutils.evaluation.geometry import normalized
from stsutils.evaluation.probe import fit_probe

#: What a linear probe is given, one function of (u, v) each.
HEADS = {
    "probe u-v": lambda u, v: u - v,
    "probe |u-v|": lambda u, v: np.abs(u - v),
    "probe u,v": lambda u, v: np.hstack([u, v]),
    "probe u,v,|u-v|": lambda u, v: np.hstack([u, v, np.abs(u - v)]),
}


def clusters(train: tuple, test: tuple) -> dict[str, np.ndarray]:
    """Scores of the test pairs: one number each, higher where they are more similar.

    `train` is (u n×d, v n×d, labels n of 0 and 1), `test` (u m×d, v m×d). ``distance`` is −‖u − v‖;
    beside it stand ``cosine`` and each of `HEADS`: the logit of a linear probe fitted on the
    training pairs.
    """
    u, v = (np.asarray(part, np.float64) for part in test)
    distance = np.linalg.norm(u - v, axis=1)
    scores = {"distance": -distance, "cosine": (normalized(u) * normalized(v)).sum(axis=1)}
    a, b, known = (np.asarray(part, np.float64) for part in train)
    for name, head in HEADS.items():
        scores[name] = fit_probe(head(a, b), known).decision_function(head(u, v))
    return scores
