"""Search: is the right sentence among the nearest ones?"""

from collections.abc import Sequence

import numpy as np

BLOCK = 1024  # queries at once: memory grows with their number times that of the sentences


def recall_at(
    queries: np.ndarray,
    answers: np.ndarray,
    asked: Sequence[str],
    texts: Sequence[str],
    right: np.ndarray,
    ks: Sequence[int] = (1, 10),
) -> dict[int, float]:
    """Of the right pairs, the share whose second sentence is among the k nearest to the first.

    Args:
        queries: n×d, unit vectors of the pairs' first sentences.
        answers: n×d, unit vectors of their second sentences, among which is searched.
        asked: the n first sentences.
        texts: the n second sentences; one that stands in several pairs is searched once.
        right: n booleans, which pairs belong together.
        ks: how many of the nearest sentences are looked at.

    Returns:
        {k: share}; without any right pair, or with one sentence to find, {}. A sentence that is as
        near as the right one counts as nearer; other right answers to the same query do not count.
    """
    # each different second sentence: where it stands first, and which of them is whose
    every = np.array([*texts], object)
    _, first, which = np.unique(every, return_index=True, return_inverse=True)
    pairs, pool, asked = np.flatnonzero(right), answers[first].T, list(asked)
    if len(pairs) == 0 or len(first) < 2:
        return {}
    right_answers: dict[str, set[int]] = {}  # of each query
    for pair in pairs:
        right_answers.setdefault(asked[pair], set()).add(int(which[pair]))
    # for each right pair, how many sentences are nearer than the right one
    nearer = np.empty(len(pairs), int)
    for start in range(0, len(pairs), BLOCK):
        block = pairs[start : start + BLOCK]
        cosines = queries[block] @ pool
        to_right_answer = np.take_along_axis(cosines, which[block, None], axis=1)
        is_nearer = cosines >= to_right_answer
        for row, pair in enumerate(block):
            is_nearer[row, list(right_answers[asked[pair]])] = False
        nearer[start : start + len(block)] = is_nearer.sum(axis=1)
    return {k: float((nearer < k).mean()) for k in ks}
