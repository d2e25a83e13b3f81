"""The shape of an embedding space."""

import numpy as np


def normalized(vectors: np.ndarray) -> np.ndarray:
    """Rows scaled to length 1, in float64; zero rows stay zero."""
    vectors = np.asarray(vectors, np.float64)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths == 0, 1.0, lengths)


def random_pair_cosine(vectors: np.ndarray) -> float:
    """Mean cosine over all pairs of different rows (n×d), a measure of anisotropy.

    0 for directions spread evenly, near 1 for a narrow cone. Exact in O(n·d): the sum over all
    pairs is ‖Σ u‖² − n for unit rows (zero rows would count as orthogonal). Source: Ethayarajh
    2019.
    """
    unit = normalized(vectors)
    among_all, with_itself = np.square(unit.sum(axis=0)).sum(), np.square(unit).sum()
    return float((among_all - with_itself) / (len(unit) * (len(unit) - 1)))


def alignment(u: np.ndarray, v: np.ndarray) -> float:
    """Mean squared distance of the unit vectors of positive pairs (both n×d).

    Wang and Isola 2020, with exponent 2; lower is better.
    """
    return float(np.square(normalized(u) - normalized(v)).sum(axis=1).mean())


def uniformity(vectors: np.ndarray) -> float:
    """Log of the mean of exp(−2‖x − y‖²) over pairs of different unit rows (n×d).

    Wang and Isola 2020, with t = 2; lower is better. n rows reach −4 n / (n − 1) at best, where the
    dimensions allow it: −4 for many rows.
    """
    unit = normalized(vectors)
    rows, columns = np.triu_indices(len(unit), k=1)
    squared = 2.0 - 2.0 * (unit @ unit.T)[rows, columns]
    return float(np.log(np.mean(np.exp(-2.0 * squared))))
