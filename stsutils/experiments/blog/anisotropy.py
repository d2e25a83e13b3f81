"""Why SBERT's head sees u and v beside |u − v|: to spread the vectors, the blog believes.

The softmax loss with and without u, v in its features, CLS pooling as in the blog. Anisotropy is
the mean cosine of random pairs of test sentences: 1 if all vectors point the same way. Rows, epochs
and the learning rate are those of Tables IV and VI.
"""

from dataclasses import replace

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import SETS, SOFTMAX, UNTRAINED
from stsutils.experiments.common.trainings import in_domain, untrained

COLUMNS = ("STS-B", "ATEC", "LCQMC")
#: Row → what the head sees.
FEATURES = {"softmax on u, v, |u − v|": "u,v,|u-v|", "softmax on |u − v|": "|u-v|"}


def cells(tier: str) -> dict:
    """Two heads and no training: cosine of random pairs, and Spearman, on each set."""
    cells = {}
    for column in COLUMNS:
        rows = {UNTRAINED: untrained(column, tier, pooling="cls")}
        for row, features in FEATURES.items():
            loss = {"name": "softmax", "classes": SETS[column].classes[1], "features": features}
            rows[row] = in_domain(SOFTMAX, column, tier, loss=loss, pooling="cls", anisotropy=True)
        for row, cell in rows.items():
            cells[row, f"{column}: random pairs"] = replace(cell, metric="random_pair_cosine")
            cells[row, column] = cell
    return cells


EXPERIMENT = Experiment(
    name="blog-anisotropy",
    title="The softmax head with and without u and v",
    cells=cells,
    metric="mean cosine of random pairs × 100, or Spearman's ρ × 100",
)
