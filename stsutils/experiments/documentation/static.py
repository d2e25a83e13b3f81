"""Trainings of a static encoder: the mean of word vectors, which cannot see the order of words.

It is the other end of the axis of sizes. Its word vectors are mini-3's input vectors, and all of
them are trained, as densely as a transformer's weights.
"""

from stsutils.experiments.common.declare import Cell, Tuned
from stsutils.experiments.common.sets import CONTRASTIVE, metric
from stsutils.experiments.common.trainings import choose, settings, untrained

#: A word is seen a few times only, so the rates are higher than a transformer has.
RATES = (3e-4, 1e-3, 3e-3, 1e-2)
#: Batches of 64, so that a comparison can be 16 ranks apart.
STATIC = {"pooling": "words", "epochs": 8, "batch_size": 64, "precision": "float32"}


def training(
    column: str, loss: dict, labels: str = "raw", /, rates: tuple = RATES, **changes
) -> Tuned:
    """One training and test of the static encoder on a set, its rate chosen by validation."""
    run = settings(CONTRASTIVE, column, "lab", **STATIC | {"loss": loss, "labels": labels})
    run.pop("distributions", None)
    return choose(run | changes, metric(column, "lab"), rates, heads=())


def start(column: str) -> Cell:
    """The static encoder before any training."""
    cell = untrained(column, "lab", pooling="words")
    return Cell(
        {k: v for k, v in cell.settings.items() if k != "distributions"}, cell.metric, "raw-1"
    )
