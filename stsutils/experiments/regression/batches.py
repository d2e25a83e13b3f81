"""InfoNCE by batch size: does contrastive learning need large batches?

The introduction says that it does, and that a Siamese network does with 16. Each row sees as many
pairs of the same NLI: InfoNCE 6,634 entailed ones three times, other sentences of the batch as
negatives; Smooth K2 19,902 of all classes once, in batches of 16 and of 64. Each batch size has its
rate by validation, of three, on the first seed. SimCSE's rate and one epoch of all at the paper
tier.
"""

from stsutils.experiments.common.declare import Derived, Experiment
from stsutils.experiments.regression.nli import (
    AVERAGE,
    K2,
    SEVEN,
    UNTRAINED,
    row,
    settings,
    table,
    tests,
    tuned,
    untrained,
)

SIZES = (16, 64, 256)
PAPER_RATE = 5e-5  # SimCSE's, for its supervised training


def info_nce(size: int) -> str:
    """The name of a row: ``info_nce(64)``."""
    return f"InfoNCE, batch of {size}"


def cells(tier: str) -> dict:
    """InfoNCE by three batch sizes, Smooth K2 by two, no training."""
    rows = {UNTRAINED: untrained(tier)}
    for size in SIZES:
        found = settings(K2, tier, at_least=2.0, batch_size=size, epochs=3)
        found["loss"] = {"name": "info_nce", "temperature": 0.05}
        for key in ("by_head", "classes", "loss_lr"):  # it has no head
            found.pop(key, None)
        if tier == "paper":
            found |= {"lr": PAPER_RATE, "epochs": 1}
        else:
            found["rows"] //= 3
        own = {column: tuned(found, tier, metric) for column, metric in tests(tier).items()}
        if True:
            own[AVERAGE] = Derived("mean", tuple(own[column] for column in SEVEN))
        rows[info_nce(size)] = own
    for size in (16, 64):
        own = {"batch_size": size}
        rows[f"{K2}, batch of {size}"] = row(K2, tier, judge=own, **own)
    return table(rows, columns=("STS-B", AVERAGE))


EXPERIMENT = Experiment(
    name="regression-batches",
    title="InfoNCE on NLI by batch size",
    cells=cells,
    seeds=3,
)
