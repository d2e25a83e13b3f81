"""Triplets: is the positive nearer to the anchor than the negative is?"""

import numpy as np
import pandas as pd

from stsutils.evaluation.geometry import normalized


def right_triplets(encoder, rows: pd.DataFrame) -> np.ndarray:
    """For each row (anchor, positive, negative): cos(a, p) > cos(a, n), n booleans.

    An equal pair of cosines counts as wrong. Source: Ein Dor et al. 2018, section 4; Sun et al.
    2022, section 4.5.
    """
    columns = ("anchor", "positive", "negative")
    vectors = normalized(encoder.encode([s for c in columns for s in rows[c]]))
    anchor, positive, negative = np.split(vectors, 3)
    return ((positive - negative) * anchor).sum(1) > 0
