"""CoSENT against cosine-MSE, in domain on STS-B: CoSENT's Table IV, column STSb.

Both losses train the same encoder on the same rows with the same number of learning rates to
choose from, chosen by validation score on the first seed. At the lab these are the runs of
`supervised`.
"""

from stsutils.experiments.common.beside import printed
from stsutils.experiments.common.declare import Cell, Experiment, Tuned
from stsutils.experiments.common.encoders import BERT, MINI
from stsutils.experiments.common.sets import (
    COSENT,
    MORE,
    MSE,
    UNTRAINED,
    in_domain,
    untrained,
)

LOSSES = {
    MSE: {"labels": "unit", "loss": {"name": "cosine_mse"}},
    COSENT: {"labels": "raw", "loss": {"name": "cosent", "scale": 20.0}},
}
COLUMN = "STS-B"


def cells(tier: str) -> dict:
    """One column, two losses and no training, at each tier."""
    if tier == "lab":
        found = {loss: in_domain(loss, COLUMN + MORE, tier) for loss in LOSSES}
        found[UNTRAINED] = untrained(COLUMN + MORE, tier)
        return {(row, COLUMN): cell for row, cell in found.items()}
    data = "demo" if tier == "demo" else "stsb"
    common = {
        "encoder": MINI,
        "pooling": "mean",
        "batch_size": 16,
        "epochs": 2,
        "train": f"{data}:train",
        "validation": f"{data}:validation",
        "test": [f"{data}:test"],
    }
    if tier == "demo":
        common |= {"rows": 1000}
    if tier == "paper":
        common |= {"encoder": BERT, "epochs": 4, "max_length": 512}
    rates = {"demo": (3e-4,), "paper": (1e-5, 2e-5, 5e-5)}[tier]
    raw = {"encoder": common["encoder"], "pooling": "mean", "test": common["test"]}
    raw["max_length"] = common.get("max_length", 128)
    start = {(UNTRAINED, COLUMN): Cell(raw, f"{data}:test", "raw-1")}
    return {
        (row, COLUMN): Tuned(
            tuple({**common, **loss, "lr": rate} for rate in rates),
            metric=f"{data}:test",
            seeds=(0,),
        )
        for row, loss in LOSSES.items()
    } | start


EXPERIMENT = Experiment(
    name="stsb-cosent-mse",
    title="CoSENT against cosine-MSE on STS-B",
    cells=cells,
    published=printed(
        "cosent",
        "IV",
        {"cosine-MSE": "in-domain | SBERT (MSE)", "CoSENT": "in-domain | CoSENT"},
        (COLUMN,),
    ),
)
