"""The encoders before any fine-tuning: Spearman on STS-B by pooling, and how narrow the cone is."""

from stsutils.experiments.common.declare import Cell, Experiment
from stsutils.experiments.common.encoders import BERT, MINI, MINI_3

POOLINGS = ("mean", "first_last", "cls", "max", "first_last_tokens")
ENCODERS = {
    "demo": {"mini-3": MINI_3},
    "lab": {"mini-3": MINI_3, "mini-2": MINI, "all-MiniLM-L6-v2": "minilm"},
    "paper": {"BERT-base": BERT},
}


def cells(tier: str) -> dict:
    """Each encoder and pooling; Spearman, and the mean cosine of random pairs × 100."""
    data = "demo:test" if tier == "demo" else "stsb:test"
    found = {}
    for title, encoder in ENCODERS[tier].items():
        for pooling in POOLINGS:
            settings = {"encoder": encoder, "pooling": pooling, "max_length": 128, "test": [data]}
            row = f"{title} | {pooling}"
            found[row, "STS-B"] = Cell(settings, metric=data, recipe="raw-1")
            found[row, "random pairs"] = Cell(settings, "random_pair_cosine", "raw-1")
    return found


EXPERIMENT = Experiment(
    name="raw-poolings",
    title="Raw encoders on STS-B by pooling",
    cells=cells,
    metric="Spearman's ρ × 100, and the mean cosine of random pairs × 100",
    seeds=1,
    floor=None,
)
