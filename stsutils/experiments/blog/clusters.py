"""Why SBERT's head feeds on |u − v|: the blog's argument, on an encoder before any training.

A probe is a linear layer fitted to tell positive from negative pairs. The seed chooses its 1,000
training rows; the encoder stays as it is. Three seeds came first; five were run later for all
cells, because a run takes less than a minute, whatever the outcomes.
"""

from stsutils.claims import Claim
from stsutils.experiments.common.beside import over
from stsutils.experiments.common.declare import Cell, Experiment
from stsutils.experiments.common.encoders import BERT, BERT_ZH, MINI
from stsutils.experiments.common.sets import CHINESE, SETS, known, places

POOLINGS = ("mean", "cls")
COLUMNS = ("STS-B", "PAWS", "SICK-R", "ATEC", "BQ")  # those of CoSENT's Table I
DISTANCE, DIFFERENCE, ABSOLUTE = "−‖u − v‖", "probe on u − v", "probe on |u − v|"
SCORES = {
    DISTANCE: "distance",
    "cosine": "cosine",
    DIFFERENCE: "probe u-v",
    ABSOLUTE: "probe |u-v|",
    "probe on u, v": "probe u,v",
    "probe on u, v, |u − v|": "probe u,v,|u-v|",
}


def row(pooling: str, score: str) -> str:
    """The name of a row: ``row("mean", "cosine")``."""
    return f"{pooling} | {score}"


def cells(tier: str) -> dict:
    """Spearman of each score with the two classes, by pooling and set."""
    found = {}
    for column in known(tier, COLUMNS):
        parts = places(column, tier)
        model = BERT_ZH if column in CHINESE else BERT
        for pooling in POOLINGS:
            settings = {
                "encoder": model if tier == "paper" else MINI,
                "pooling": pooling,
                "max_length": 128,
                "train": parts["train"],
                "test": parts["test"],
                "labels": SETS[column].two,
                "rows": 1000,
            }
            for score, metric in SCORES.items():
                found[row(pooling, score), column] = Cell(settings, metric, "clusters-1")
    return found


def _claim(text: str, a: tuple, b: tuple, margin: float, strength: str, quote: str) -> Claim:
    contrasts = over(row(*a), row(*b), COLUMNS, margin)
    return Claim(text, "CoSENT blog post", contrasts, strength, quote)


EXPERIMENT = Experiment(
    name="blog-clusters",
    title="What an untrained encoder's differences tell",
    cells=cells,
    claims=(
        _claim(
            "Before training, ‖u − v‖ is smaller for positive pairs: it ranks them better than a "
            "linear layer on u − v does, which cannot see a length.",
            *(("mean", DISTANCE), ("mean", DIFFERENCE), 0.05, "most"),
            "Even for an initial model, the distance ‖u − v‖ for positive pairs is generally "
            "smaller, while for negative pairs it is larger.",
        ),
        _claim(
            "A linear layer cannot use u − v, and can use |u − v|.",
            *(("mean", ABSOLUTE), ("mean", DIFFERENCE), 0.05, "all"),
            "Conventional classifiers are based on inner products; they cannot distinguish between "
            "two categories distributed on different spheres. Thus, we apply the absolute value.",
        ),
        _claim(
            "Mean pooling has more initial discrimination than CLS.",
            *(("mean", DISTANCE), ("cls", DISTANCE), 0.0, "most"),
            "“BERT + mean pooling” results are generally better than “BERT + [CLS]” because the "
            "former has better initial discriminative power.",
        ),
    ),
    metric="Spearman's ρ × 100 with the two classes",
)
