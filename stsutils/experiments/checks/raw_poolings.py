"""The encoders before any fine-tuning: Spearman on STS-B by pooling, and how narrow the cone is."""

from stsutils.experiments.common.declare import Cell, Experiment
from stsutils.experiments.common.encoders import BERT, MINI_3

POOLINGS = ("mean", "first_last", "cls", "max", "first_last_tokens")
LAB = {"mini-3": MINI_3, "all-MiniLM-L6-v2": "minilm"}


def cells(tier: str) -> dict:
    """Each encoder and pooling; Spearman, and the mean cosine of random pairs × 100."""
    cells, test = {}, "stsb:test"
    for title, encoder in (LAB if tier == "lab" else {"BERT-base": BERT}).items():
        for pooling in POOLINGS:
            settings = {"encoder": encoder, "pooling": pooling, "max_length": 128, "test": [test]}
            row = f"{title} | {pooling}"
            cells[row, "STS-B"] = Cell(settings, test, "raw-1")
            cells[row, "random pairs"] = Cell(settings, "random_pair_cosine", "raw-1")
    return cells


EXPERIMENT = Experiment(
    name="raw-poolings",
    title="Raw encoders on STS-B by pooling",
    cells=cells,
    metric="Spearman's ρ × 100, and the mean cosine of random pairs × 100",
    seeds=1,
    best=False,
)
