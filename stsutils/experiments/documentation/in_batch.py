"""Softmax over NLI's classes against InfoNCE, in-batch negatives, on the same number of pairs.

No run of its own: softmax stands in the regression document's Table 1, InfoNCE in its question of
batch sizes. InfoNCE takes the entailed third of the pairs three times.
"""

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import AVERAGE, SOFTMAX
from stsutils.experiments.regression import nli
from stsutils.experiments.regression.batches import SIZES, contrastive, info_nce


def cells(tier: str) -> dict:
    """Softmax, InfoNCE by three batch sizes, no training; only the lab has them."""
    if tier != "lab":
        return {}
    rows = {SOFTMAX: nli.row(nli.CE, tier)} | {info_nce(n): contrastive(n, tier) for n in SIZES}
    return nli.table(tier, rows, ("STS-B", AVERAGE))


EXPERIMENT = Experiment(
    name="in-batch", title="Softmax against in-batch negatives on NLI", cells=cells, seeds=3
)
