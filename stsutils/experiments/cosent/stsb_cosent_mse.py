"""CoSENT against cosine-MSE, in domain on STS-B: CoSENT's Table IV, column STSb.

Both losses train the same encoder on the same rows with the same number of learning rates to
choose from, chosen by validation score on the first seed. At the lab these are the runs of
`supervised`; the paper tier has three rates.
"""

from stsutils.experiments.common.declare import Experiment, by_system, printed
from stsutils.experiments.common.sets import COSENT, MSE, UNTRAINED
from stsutils.experiments.common.trainings import tuned, untrained

COLUMN = "STS-B"
LOSSES = (MSE, COSENT)
RATES = {"lab": (), "paper": (1e-5, 2e-5, 5e-5)}


def cells(tier: str) -> dict:
    """One column, two losses and no training."""
    cells = {(UNTRAINED, COLUMN): untrained(COLUMN, tier)}
    once = {"evaluations": 1} if tier == "paper" else {}
    for loss in LOSSES:
        cells[loss, COLUMN] = tuned(loss, COLUMN, tier, RATES[tier], **once)
    return cells


EXPERIMENT = Experiment(
    name="stsb-cosent-mse",
    title="CoSENT against cosine-MSE on STS-B",
    cells=cells,
    published=printed("cosent", "IV", by_system(LOSSES), (COLUMN,)),
)
