"""What in CoSENT does it, with a transformer: two rows of `what-in-cosent`.

The encoder, batches and rates are those of `supervised`, so CoSENT on the cosine is its run.
"""

from stsutils.experiments.common.declare import Experiment, lab_only
from stsutils.experiments.common.sets import COSENT, UNTRAINED
from stsutils.experiments.common.trainings import in_domain, tuned, untrained
from stsutils.experiments.documentation.aggregation import AGGREGATIONS, SCORES, row

COLUMNS = ("STS-B", "PAWS")
#: Beside CoSENT on the cosine: another way to put comparisons together, and another score.
ROWS = (("RankNet", "cosine"), ("CoSENT", "angle"))


def cells() -> dict:
    """Three losses and no training."""
    cells = {}
    for column in COLUMNS:
        cells[UNTRAINED, column] = untrained(column, "lab")
        cells[row("CoSENT", "cosine"), column] = in_domain(COSENT, column, "lab")
        for aggregation, score in ROWS:
            loss = AGGREGATIONS[aggregation] | SCORES[score]
            cells[row(aggregation, score), column] = tuned(COSENT, column, "lab", loss=loss)
    return cells


EXPERIMENT = Experiment(
    "what-in-cosent-mini", "What in CoSENT does it, with a transformer", lab_only(cells)
)
