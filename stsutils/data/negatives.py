"""Negative pairs at random, in place of the ones that were annotated."""

import numpy as np
import pandas as pd

from stsutils.data.kinds import label_column
from stsutils.data.leaks import pair_keys
from stsutils.errors import UserError


def with_random_negatives(rows: pd.DataFrame, seed: int) -> pd.DataFrame:
    """Binary pairs in which each negative's second sentence comes from another row at random.

    Positive rows, the first sentences, the labels and the order of the rows stay, so only how hard
    the negatives are has changed. A pair that stands in ``rows``, in either order, is not made
    again, nor one of a sentence with itself. The same seed gives the same rows.

    Raises UserError for labels other than 0 and 1, or where a first sentence has no partner left.
    Source: the CoSENT blog post, which says that losses which fail on annotated negatives work on
    random ones.
    """
    column = label_column(rows)
    labels = None if column is None else rows[column].to_numpy()
    if labels is None or not np.isin(labels, (0, 1)).all():
        raise UserError(
            "random negatives need pairs labelled 0 or 1; mend graded ones with "
            'relabel(rows, "binary>2.5")'
        )
    given = set(pair_keys(rows))
    first, second = rows["sentence1"].tolist(), rows["sentence2"].tolist()
    random, partners = np.random.default_rng(seed), list(second)
    for row in np.flatnonzero(labels == 0):
        a, tried = first[row], (second[other] for other in _candidates(random, len(rows)))
        fresh = (b for b in tried if b != a and (min(a, b), max(a, b)) not in given)
        partners[row] = next(fresh, None)
        if partners[row] is None:
            raise UserError(f"random negatives: no other sentence is left for row {row + 1}")
    return rows.assign(sentence2=partners)


def _candidates(random: np.random.Generator, count: int):
    """Rows to try: a few at random, which nearly always does, then each once."""
    yield from random.integers(count, size=8)
    yield from random.permutation(count)
