"""InfoNCE by batch size: does contrastive learning need large batches?

The introduction says that it does, and that a Siamese network does with 16. Each row sees as many
pairs of the same NLI: InfoNCE 6,634 entailed ones three times, other sentences of the batch as
negatives; Smooth K2 19,902 of all classes once, in batches of 16 and of 64. Each batch size has its
rate by validation. The paper tier has SimCSE's rate, and one epoch of all.
"""

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import AVERAGE
from stsutils.experiments.regression import nli
from stsutils.experiments.regression.nli import K2

SIZES = (16, 64, 256)
SIMCSE_RATE = 5e-5  # of its supervised training


def contrastive(size: int, tier: str) -> dict:
    """Column → cell of InfoNCE on the entailed pairs."""
    run = nli.settings(K2, tier, at_least=2.0, batch_size=size, epochs=3)
    run = {key: run[key] for key in run if key not in ("by_head", "classes", "loss_lr")}
    run |= {"loss": {"name": "info_nce", "temperature": 0.05}}
    run |= {"rows": nli.PAIRS // 3} if tier == "lab" else {"epochs": 1}
    rates = (*nli.RATES, 8e-4) if tier == "lab" else (SIMCSE_RATE,)
    return {column: nli.choose(run, name, rates) for column, name in nli.tests(tier).items()}


def cells(tier: str) -> dict:
    """InfoNCE by three batch sizes, Smooth K2 by two, no training."""
    rows = {f"InfoNCE, batch of {size}": contrastive(size, tier) for size in SIZES}
    for size, beyond in ((16, ()), (64, (8e-4,))):
        rows[f"{K2}, batch of {size}"] = nli.row(K2, tier, beyond=beyond, batch_size=size)
    return nli.table(tier, rows, ("STS-B", AVERAGE))


EXPERIMENT = Experiment("regression-batches", "InfoNCE on NLI by batch size", cells, seeds=3)
