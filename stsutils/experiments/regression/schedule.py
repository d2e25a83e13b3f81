"""The schedule that is described, and the one that was run.

The paper says batches of 16; its code gives each of four processes 16 rows, so a step sees 64. The
code also counts four times the steps that there are: its 20 % warm-up takes 80 % of the training,
which ends at 94 % of the top rate. A third row, batches of 64 with an honest 20 %, tells the two
changes apart. Each row has its rate chosen by its own trainings, because a quarter of the steps
wants another one. The lab trains on the six categories of STS-B (`categories`).
"""

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import AVERAGE
from stsutils.experiments.regression import categories, nli
from stsutils.experiments.regression.nli import K2

DESCRIBED, RUN, SIXTY_FOUR = "as described", "as run", "batch of 64, warm-up over 20 %"
WAYS = {DESCRIBED: {}, RUN: {"batch_size": 64, "planned": 4.0}, SIXTY_FOUR: {"batch_size": 64}}
SIX = "six categories"


def cells(tier: str) -> dict:
    """Smooth K2 by three schedules, and no training."""
    if tier == "paper":
        rows = {name: nli.row(K2, tier, **changes) for name, changes in WAYS.items()}
        return nli.table(tier, rows, ("STS-B", AVERAGE))
    described = categories.settings(K2, tier) | {"warmup": 0.2}
    runs = {name: described | changes for name, changes in WAYS.items()}
    cells, rates = categories.table(runs, SIX), (*categories.RATES, 1.6e-3)
    return cells | {(SIXTY_FOUR, SIX): nli.choose(runs[SIXTY_FOUR], categories.TEST, rates)}


EXPERIMENT = Experiment("regression-schedule", "Smooth K2 by schedule", cells)
