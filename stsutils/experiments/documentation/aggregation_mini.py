"""What in CoSENT does it, with a transformer: two rows of `what-in-cosent`.

The encoder, batches and rates are those of `supervised`, so CoSENT on the cosine is its run.
"""

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import COSENT, UNTRAINED, metric
from stsutils.experiments.common.trainings import choose, in_domain, rates_at, settings, untrained
from stsutils.experiments.documentation.aggregation import AGGREGATIONS, SCORES, row

COLUMNS = ("STS-B", "PAWS")
#: Beside CoSENT on the cosine: another way to put comparisons together, and another score.
ROWS = (("RankNet", "cosine"), ("CoSENT", "angle"))


def cells(tier: str) -> dict:
    """Three losses and no training; only the lab has them."""
    if tier != "lab":
        return {}
    cells = {}
    for column in COLUMNS:
        cells[UNTRAINED, column] = untrained(column, tier)
        cells[row("CoSENT", "cosine"), column] = in_domain(COSENT, column, tier)
        for aggregation, score in ROWS:
            run = settings(COSENT, column, tier, loss=AGGREGATIONS[aggregation] | SCORES[score])
            cell = choose(run, metric(column, tier), rates_at(column, tier))
            cells[row(aggregation, score), column] = cell
    return cells


EXPERIMENT = Experiment(
    name="what-in-cosent-mini",
    title="What in CoSENT does it, with a transformer",
    cells=cells,
)
