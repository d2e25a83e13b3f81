"""Why SBERT's head feeds on |u − v|: the blog's argument, on an encoder before any training.

A probe is a linear layer fitted to tell positive from negative pairs. The seed chooses its 1,000
training rows; the encoder stays as it is.
"""

from stsutils.experiments.common.declare import Cell, Experiment
from stsutils.experiments.common.encoders import BERT, BERT_ZH, encoder_of
from stsutils.experiments.common.sets import CHINESE, SETS, places

POOLINGS = ("mean", "cls")
COLUMNS = ("STS-B", "PAWS", "SICK-R", "ATEC", "BQ")  # those of CoSENT's Table I
SCORES = {
    "−‖u − v‖": "distance",
    "cosine": "cosine",
    "probe on u − v": "probe u-v",
    "probe on |u − v|": "probe |u-v|",
    "probe on u, v": "probe u,v",
    "probe on u, v, |u − v|": "probe u,v,|u-v|",
}


def cells(tier: str) -> dict:
    """Spearman of each score with the two classes, by pooling and set."""
    cells = {}
    for column in COLUMNS:
        named = places(column, tier)
        encoder = encoder_of(tier, BERT_ZH if column in CHINESE else BERT)
        for pooling in POOLINGS:
            settings = {"encoder": encoder, "pooling": pooling, "max_length": 128}
            settings |= {"train": named["train"], "test": named["test"]}
            settings |= {"labels": SETS[column].two, "rows": 1000}
            for score, metric in SCORES.items():
                cells[f"{pooling} | {score}", column] = Cell(settings, metric, "clusters-1")
    return cells


EXPERIMENT = Experiment(
    name="blog-clusters",
    title="What an untrained encoder's differences tell",
    cells=cells,
    metric="Spearman's ρ × 100 with the two classes",
)
