"""Where the scores of each STS set lie on their scale (A.3, Fig. 9): counted, nothing is trained.

The paper says that the scores of STS12, STS14 and SICK-R are skewed to high similarity, and that
RankEncoder gains most on such sets.
"""

from stsutils.experiments.common.declare import Cell, Experiment
from stsutils.experiments.common.nli import seven

COLUMNS = ("low third", "middle third", "high third", "mean", "skewness")


def cells(tier: str) -> dict:
    """The shares of pairs in each third of the scale, their mean and skewness."""
    return {
        (row, column): Cell({"skew": name}, column, "audit-1")
        for row, name in seven().items()
        for column in COLUMNS
    }


EXPERIMENT = Experiment(
    name="rankencoder-skew",
    title="Where the scores of the STS sets lie",
    cells=cells,
    metric="shares and means × 100 of the scale; skewness × 100",
    seeds=1,
)
