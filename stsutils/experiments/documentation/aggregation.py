"""What in CoSENT does it? How comparisons are put together, against what is compared.

Five ways to put the comparisons of a batch together: one logarithm around all of them (CoSENT), a
logarithm for each and the mean (RankNet), a hinge for each and the mean, CoSENT of comparisons at
least sixteen ranks of 64 apart (RAOE's idea), and Spearman's correlation made smooth. Three
scores of a pair: the cosine, π − arccos of it, whose slope does not fade towards ±1, and AnglE's.
Each of the fifteen chooses its rate. The encoder is the static one, whose trainings take seconds.
"""

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import UNTRAINED
from stsutils.experiments.documentation.static import start, training

COLUMNS = ("STS-B", "SICK-R")
AGGREGATIONS = {
    "CoSENT": {"name": "cosent"},
    "RankNet": {"name": "rank_net"},
    "hinge": {"name": "pairwise_hinge"},
    "far ranks": {"name": "rank_gap", "gap": 16},
    "soft Spearman": {"name": "soft_spearman"},
}
SCORES = {"cosine": {}, "angle": {"score": "angle"}, "AnglE's score": {"score": "complex"}}


def row(aggregation: str, score: str) -> str:
    """The name of a row: ``row("CoSENT", "angle")``."""
    return f"{aggregation} | {score}"


def cells(tier: str) -> dict:
    """Fifteen losses and no training; only the lab has them."""
    if tier != "lab":
        return {}
    cells = {(UNTRAINED, column): start(column) for column in COLUMNS}
    for aggregation, loss in AGGREGATIONS.items():
        for score, how in SCORES.items():
            for column in COLUMNS:
                cells[row(aggregation, score), column] = training(column, loss | how)
    return cells


EXPERIMENT = Experiment(
    name="what-in-cosent", title="What in CoSENT does it: aggregation and score", cells=cells
)
