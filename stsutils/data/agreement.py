"""How far two passes over the hand-written pairs agree."""

import numpy as np
from scipy.stats import spearmanr
from sklearn.metrics import cohen_kappa_score

from stsutils.data.catalogue import entries
from stsutils.data.embedded import second_pass
from stsutils.data.kinds import label_column
from stsutils.data.load import load

HANDWRITTEN = tuple(name for name in entries() if name.startswith("hand_"))


def agreement() -> dict[str, dict[str, float]]:
    """Agreement of the two passes before adjudication, by set.

    All sets: rows, exact (share of equal labels). Graded ones add spearman, within_1 (share that
    differs by at most one grade), largest (difference); classes add kappa: Cohen's
    (p_o − p_e) / (1 − p_e), the share of equal labels beyond what the classes' shares give.
    Source: Cohen (1960), equation 1.
    """
    both = second_pass().set_index("id")
    result = {}
    for name in HANDWRITTEN:
        rows = load(name)
        first, second = (both.loc[rows["id"], c].to_numpy() for c in ("first", "label"))
        gap = np.abs(first - second)
        result[name] = {"rows": len(rows), "exact": float(np.mean(gap == 0))}
        if label_column(rows) == "score":
            result[name] |= {
                "spearman": float(spearmanr(first, second).statistic),
                "within_1": float(np.mean(gap <= 1)),
                "largest": float(gap.max()),
            }
        else:
            result[name]["kappa"] = float(cohen_kappa_score(first, second))
    return result
