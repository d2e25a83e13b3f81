"""The nearest sentences to a question, and the most similar pairs of many sentences.

Every cosine is computed, in blocks: exact, and fast enough to look through some 100,000 sentences.
For millions a library of its own (faiss, hnswlib) reads the vectors that `encode_file` writes.
"""

import numpy as np
from tqdm import tqdm

BLOCK = 1024


def nearest(vectors: np.ndarray, query: np.ndarray, k: int) -> list[tuple[int, float]]:
    """The k rows (number, cosine) of unit ``vectors`` (n×d) nearest to a unit ``query`` (d)."""
    cosines = vectors @ query
    k = min(k, len(cosines))
    some = np.argpartition(-cosines, k - 1)[:k]
    order = some[np.lexsort((some, -cosines[some]))]  # equal ones in the file's order
    return [(int(row), float(cosines[row])) for row in order]


def similar_pairs(
    vectors: np.ndarray, most: int, above: float = -1.0, progress: bool = False
) -> list[tuple[int, int, float]]:
    """The ``most`` pairs (i, j, cosine) of unit ``vectors`` with the highest cosine, i < j.

    Only pairs with a cosine above ``above``; the highest first, equal ones in order.
    """
    rows, columns, values = np.empty(0, int), np.empty(0, int), np.empty(0, np.float32)
    starts = range(0, len(vectors), BLOCK)
    for start in tqdm(starts, unit="block", disable=not progress):
        cosines = vectors[start : start + BLOCK] @ vectors[start:].T
        first, second = np.nonzero(np.triu(cosines > above, 1))
        found = cosines[first, second]
        rows = np.append(rows, first + start)
        columns, values = np.append(columns, second + start), np.append(values, found)
        if len(values) > most:
            keep = np.lexsort((columns, rows, -values))[:most]
            rows, columns, values = rows[keep], columns[keep], values[keep]
            above = max(above, float(np.nextafter(values.min(), np.float32(-2))))
    order = np.lexsort((columns, rows, -values))[:most]
    return [(int(rows[i]), int(columns[i]), float(values[i])) for i in order]
