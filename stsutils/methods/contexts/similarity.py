"""Eq. 4: the cosine of two sentences' scores over their contexts, read in three ways."""

import numpy as np

from stsutils.errors import UserError

READINGS = ("raw", "centred", "standardised")


def cosines(scores: np.ndarray, reading: str, reference: np.ndarray | None = None) -> np.ndarray:
    """The similarity of n pairs from their scores n×2×c: sim(s₁, s₂) = cos(v₁, v₂).

    =============== ===========================================================================
    reading         v_s
    =============== ===========================================================================
    "raw"           S(s, c) for c in C: Eq. 4 as printed
    "centred"       less its own mean over C: the cosine is then Pearson's correlation
    "standardised"  less the mean of S(s', c) over reference sentences s', over their standard
                    deviation: what c gives to any sentence is taken off
    =============== ===========================================================================

    ``reference`` is n×2×c: mean and standard deviation of each pair's contexts, needed for
    "standardised" alone. A vector of zeros has cosine 0. Which reading the paper takes is not
    said. All scores are negative, so raw cosines lie near 1; Table 10 prints negative ones.
    Raises UserError for another reading, or without a reference where one is needed.
    """
    scores = np.asarray(scores, np.float64)
    if reading == "centred":
        scores = scores - scores.mean(axis=2, keepdims=True)
    elif reading == "standardised":
        if reference is None:
            raise UserError("standardised scores need a reference")
        mean, spread = np.split(np.asarray(reference, np.float64), 2, axis=1)
        scores = (scores - mean) / np.maximum(spread, 1e-6)
    elif reading != "raw":
        raise UserError(f"scores are read {', '.join(READINGS)}, not {reading!r}")
    u, v = scores[:, 0], scores[:, 1]
    sizes = np.linalg.norm(u, axis=1) * np.linalg.norm(v, axis=1)
    dots = np.einsum("nc,nc->n", u, v)
    return np.divide(dots, sizes, out=np.zeros_like(dots), where=sizes > 1e-12)
