"""Labels with mistakes, to see which loss bears them."""

import numpy as np
import pandas as pd

from stsutils.data.kinds import label_column
from stsutils.errors import UserError


def with_label_noise(rows: pd.DataFrame, share: float, seed: int) -> pd.DataFrame:
    """Rows in which a share of the labels has been dealt out anew among themselves.

    ``round(share · rows)`` rows are chosen at random; their labels are shuffled. So the labels'
    distribution stays as it is, and with it the loss of a model that predicts one number: what
    changes is which pair a label stands at. Some of the chosen rows get a label equal to their own.

    ``attrs`` gets ``noise``. The same seed gives the same rows, and those of a smaller share are
    among those of a larger one. Raises UserError for rows without labels or a share outside 0 to 1.
    """
    column = label_column(rows)
    if column is None:
        raise UserError("label noise: these rows have no labels (no column 'score' or 'label')")
    if not 0 <= share <= 1:
        raise UserError(f"label noise: the share is from 0 to 1, not {share}")
    random = np.random.default_rng([seed, 1])  # not the draw that chooses rows
    chosen = random.permutation(len(rows))[: round(share * len(rows))]
    labels = rows[column].to_numpy().copy()
    labels[chosen] = labels[random.permutation(chosen)]
    result = rows.assign(**{column: labels})
    result.attrs = {**rows.attrs, "noise": f"{share:g} of the labels, seed {seed}"}
    return result
