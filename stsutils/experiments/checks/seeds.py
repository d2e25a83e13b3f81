"""How many seeds does it take to tell two losses apart on STS-B? Ten, to find out.

The runs of Table IV, with more seeds. The intervals of any first few of them show when a difference
becomes visible.
"""

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import LOSSES, UNTRAINED
from stsutils.experiments.common.trainings import in_domain, untrained

COLUMN = "STS-B"


def cells(tier: str) -> dict:
    """Three losses and no training on one set; nothing for the paper tier, whose runs are hours."""
    if tier == "paper":
        return {}
    cells = {(loss, COLUMN): in_domain(loss, COLUMN, tier) for loss in LOSSES}
    return cells | {(UNTRAINED, COLUMN): untrained(COLUMN, tier)}


EXPERIMENT = Experiment(name="seeds", title="Ten seeds on STS-B", cells=cells, seeds=10)
