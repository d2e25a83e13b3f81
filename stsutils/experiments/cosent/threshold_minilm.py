"""Table I's PAWS with all-MiniLM-L6-v2, an encoder that learns PAWS with mean pooling.

Declared before its runs, after those of `supervised-minilm`. One rate for all thresholds: the one
that PAWS' own validation pairs chose for ε = 0. Margins are those of Table I's claims. Three seeds
were planned; five were decided on when one was recorded, for all rows, whatever comes.
"""

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import PAWS_MINILM
from stsutils.experiments.cosent import threshold
from stsutils.experiments.cosent.threshold_cls import claims, table

EXPERIMENT = Experiment(
    name="threshold-minilm",
    title="The contrastive loss by threshold, PAWS with all-MiniLM-L6-v2",
    cells=lambda tier: table(PAWS_MINILM) if tier == "lab" else {},
    claims=claims("with all-MiniLM-L6-v2"),
    published=threshold.EXPERIMENT.published,
    seeds=5,
)
