"""The nearest sentences to a question, and the most similar pairs of many sentences.

Every cosine is computed, in blocks: exact, and fast enough to look through some 100,000 sentences.
Vectors may be a memory map of any size (``np.load(file, mmap_mode="r")``) and of any length: a
block is read and scaled when its turn comes. For a search in milliseconds a library of its own
(faiss, hnswlib) reads the vectors that `encode_file` writes.
"""

import numpy as np
from tqdm import tqdm

from stsutils.evaluation.geometry import normalized

BLOCK, WIDE = 1024, 16_384  # vectors that meet each other at once


def nearest(vectors: np.ndarray, query: np.ndarray, k: int) -> list[tuple[int, float]]:
    """The k rows (number, cosine) of ``vectors`` (n×d) nearest to a ``query`` (d)."""
    rows, values = np.empty(0, int), np.empty(0, np.float32)
    asked = _unit(query[None])[0]
    for start in range(0, len(vectors), WIDE):
        cosines = _unit(vectors[start : start + WIDE]) @ asked
        rows = np.append(rows, start + np.arange(len(cosines)))
        values = np.append(values, cosines)
        order = np.lexsort((rows, -values))[:k]  # equal ones in the file's order
        rows, values = rows[order], values[order]
    return [(int(row), float(value)) for row, value in zip(rows, values, strict=True)]


def similar_pairs(
    vectors: np.ndarray,
    most: int,
    above: float = -1.0,
    rows: np.ndarray | None = None,
    progress: bool = False,
) -> list[tuple[int, int, float]]:
    """The ``most`` pairs (i, j, cosine) of ``vectors`` with the highest cosine, i < j.

    Only pairs with a cosine above ``above``, and of the given ``rows`` [all, in rising order]; the
    highest first, equal ones in order.
    """
    rows = np.arange(len(vectors)) if rows is None else np.asarray(rows)
    i, j, values = np.empty(0, int), np.empty(0, int), np.empty(0, np.float32)
    for start in tqdm(range(0, len(rows), BLOCK), unit="block", disable=not progress):
        some = rows[start : start + BLOCK]
        block = _unit(vectors[some])
        for other in range(start, len(rows), WIDE):
            others = rows[other : other + WIDE]
            cosines = block @ _unit(vectors[others]).T
            left, right = np.nonzero((cosines > above) & (some[:, None] < others))
            values = np.append(values, cosines[left, right])
            i, j = np.append(i, some[left]), np.append(j, others[right])
            if len(values) > most:
                keep = np.lexsort((j, i, -values))[:most]
                i, j, values = i[keep], j[keep], values[keep]
                above = max(above, float(np.nextafter(values.min(), np.float32(-2))))
    order = np.lexsort((j, i, -values))
    return [(int(i[n]), int(j[n]), float(values[n])) for n in order]


def _unit(vectors: np.ndarray) -> np.ndarray:
    return normalized(vectors).astype(np.float32)
