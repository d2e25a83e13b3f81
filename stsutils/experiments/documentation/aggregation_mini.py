"""What in CoSENT does it, with a transformer: the rows of `what-in-cosent` that tell most.

The encoder, batches and rates are those of `supervised`, so CoSENT on the cosine is its run.
"""

from stsutils.experiments.common.declare import Experiment, Tuned
from stsutils.experiments.common.sets import COSENT, UNTRAINED, metric
from stsutils.experiments.common.trainings import choose, in_domain, rates_at, settings, untrained
from stsutils.experiments.documentation.aggregation import AGGREGATIONS, SCORES, row

COLUMNS = ("STS-B", "PAWS")
#: Beside CoSENT on the cosine.
ROWS = (
    ("RankNet", "cosine"),
    ("hinge", "cosine"),
    ("soft Spearman", "cosine"),
    ("CoSENT", "angle"),
    ("RankNet", "angle"),
)


def training(column: str, loss: dict) -> Tuned:
    """As CoSENT's training on a set, with another loss, which chooses its rate."""
    run = settings(COSENT, column, "lab", loss=loss)
    run.pop("distributions", None)
    return choose(run, metric(column, "lab"), rates_at(column, "lab"))


def cells(tier: str) -> dict:
    """Six losses and no training; only the lab has them."""
    if tier != "lab":
        return {}
    cells = {}
    for column in COLUMNS:
        cells[UNTRAINED, column] = untrained(column, tier)
        cells[row("CoSENT", "cosine"), column] = in_domain(COSENT, column, tier)
        for aggregation, score in ROWS:
            loss = AGGREGATIONS[aggregation] | SCORES[score]
            cells[row(aggregation, score), column] = training(column, loss)
    return cells


EXPERIMENT = Experiment(
    name="what-in-cosent-mini",
    title="What in CoSENT does it, with a transformer",
    cells=cells,
)
