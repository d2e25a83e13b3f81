"""What in CoSENT does it? How comparisons are put together, against what is compared.

Five ways to put the comparisons of a batch together: one logarithm around all of them (CoSENT), a
logarithm for each and the mean (RankNet), a hinge for each and the mean, CoSENT of comparisons at
least sixteen ranks of 64 apart (RAOE's idea), and Spearman's correlation made smooth. Three
scores of a pair: the cosine, π − arccos of it, whose slope does not fade towards ±1, and AnglE's.
Each of the fifteen chooses its rate. The encoder is the static one, whose trainings take seconds.
"""

from itertools import product

from stsutils.experiments.documentation.static import table, training

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


def rows(column: str) -> dict:
    """Fifteen losses."""
    return {
        row(aggregation, score): training(column, AGGREGATIONS[aggregation] | SCORES[score])
        for aggregation, score in product(AGGREGATIONS, SCORES)
    }


EXPERIMENT = table("what-in-cosent", "What in CoSENT does it: aggregation and score", COLUMNS, rows)
