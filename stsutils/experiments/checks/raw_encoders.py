"""Two raw encoders of this book's own, tuned alike: which one should the laboratory stand on?

mini-2 restored masked pieces of 5 million tokens; mini-3 rebuilt sentences besides
(`raw_search`). Each is tuned with CoSENT on all local training rows of STS-B and of PAWS, mean
pooling, with the same three rates to choose from by validation pairs. PAWS' training rows share no
sentence with those that choose. Whole test sets; declared before mini-3 was there to be tested.
"""

from stsutils.experiments.common.declare import Cell, Experiment, Tuned
from stsutils.experiments.common.sets import UNTRAINED

ENCODERS = {"mini-2": "mini-2", "mini-3": "mini-3"}
RATES = (1.5e-4, 3e-4, 6e-4)
COSENT = {"pooling": "mean", "loss": {"name": "cosent", "scale": 20.0}, "batch_size": 16}
COLUMNS = {
    "STS-B": {
        "train": "stsb:train",
        "validation": "stsb:validation",
        "test": ["stsb:test"],
        "labels": "raw",
        "epochs": 2,
    },
    "PAWS": {
        "train": "paws:validation@train-apart",
        "validation": "paws:validation@choose-apart",
        "test": ["paws:test"],
        "epochs": 3,
        "precision": "bfloat16",
    },
}


def cells(tier: str) -> dict:
    """Each encoder before and after tuning; the lab only."""
    if tier != "lab":
        return {}
    found = {}
    for column, rows in COLUMNS.items():
        [test] = rows["test"]
        for name, encoder in ENCODERS.items():
            common = {"encoder": encoder, **COSENT, **rows}
            tuned = Tuned(tuple({**common, "lr": lr} for lr in RATES), test, seeds=(0,))
            raw = {"encoder": encoder, "pooling": "mean", "max_length": 128, "test": [test]}
            found[f"{name}, {UNTRAINED}", column] = Cell(raw, test, "raw-1")
            found[name, column] = tuned
    return found


EXPERIMENT = Experiment(
    name="raw-encoders",
    title="Two raw encoders, tuned with CoSENT on all local rows",
    cells=cells,
    metric="Spearman's ρ × 100 on whole test sets",
    seeds=3,
    floor=None,
)
