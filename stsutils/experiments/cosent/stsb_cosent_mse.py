"""CoSENT against cosine-MSE, in domain on STS-B: CoSENT's Table IV, column STSb.

Both losses train the same encoder on the same rows with the same number of learning rates to
choose from, chosen by validation score on the first seed. At the lab these are the runs of
`supervised`; the paper tier has three rates.
"""

from stsutils.experiments.common.beside import by_system, printed
from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import COSENT, MSE, UNTRAINED, metric
from stsutils.experiments.common.trainings import choose, in_domain, settings, untrained

COLUMN = "STS-B"
LOSSES = (MSE, COSENT)


def cells(tier: str) -> dict:
    """One column, two losses and no training."""
    cells = {(UNTRAINED, COLUMN): untrained(COLUMN, tier)}
    for loss in LOSSES:
        run = settings(loss, COLUMN, "paper", evaluations=1)
        own = choose(run, metric(COLUMN, "paper"), (1e-5, 2e-5, 5e-5))
        cells[loss, COLUMN] = in_domain(loss, COLUMN, tier) if tier == "lab" else own
    return cells


EXPERIMENT = Experiment(
    name="stsb-cosent-mse",
    title="CoSENT against cosine-MSE on STS-B",
    cells=cells,
    published=printed("cosent", "IV", by_system("in-domain", LOSSES), (COLUMN,)),
)
