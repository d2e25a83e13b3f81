"""What in CoSENT does it, with a transformer: two rows of `what-in-cosent`.

The encoder, batches and rates are those of `supervised`, so CoSENT on the cosine is its run.
"""

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import COSENT, UNTRAINED, metric
from stsutils.experiments.common.trainings import choose, in_domain, rates_at, settings, untrained
from stsutils.experiments.documentation.aggregation import AGGREGATIONS, SCORES, row

COLUMN = "STS-B"
#: Beside CoSENT on the cosine: another way to put comparisons together, and another score.
ROWS = (("RankNet", "cosine"), ("CoSENT", "angle"))


def cells(tier: str) -> dict:
    """Three losses and no training; only the lab has them."""
    if tier != "lab":
        return {}
    cells = {(UNTRAINED, COLUMN): untrained(COLUMN, tier)}
    cells[row("CoSENT", "cosine"), COLUMN] = in_domain(COSENT, COLUMN, tier)
    for aggregation, score in ROWS:
        run = settings(COSENT, COLUMN, tier, loss=AGGREGATIONS[aggregation] | SCORES[score])
        cell = choose(run, metric(COLUMN, tier), rates_at(COLUMN, tier))
        cells[row(aggregation, score), COLUMN] = cell
    return cells


EXPERIMENT = Experiment(
    name="what-in-cosent-mini",
    title="What in CoSENT does it, with a transformer",
    cells=cells,
)
