"""Trainings of a static encoder: the mean of word vectors, which cannot see the order of words.

It is the other end of the axis of sizes. Its word vectors are mini-3's input vectors, and all of
them are trained, as densely as a transformer's weights.
"""

from collections.abc import Callable

from stsutils.experiments.common.declare import Cell, Experiment, Tuned, lab_only
from stsutils.experiments.common.sets import CONTRASTIVE, UNTRAINED, metric
from stsutils.experiments.common.trainings import choose, settings, untrained

#: A word is seen a few times only, so the rates are higher than a transformer has.
RATES = (3e-4, 1e-3, 3e-3, 1e-2)
#: Batches of 64, so that a comparison can be 16 ranks apart.
STATIC = {"pooling": "words", "epochs": 8, "batch_size": 64, "precision": "float32"}
STATIC |= {"distributions": False}


def training(
    column: str, loss: dict, labels: str = "raw", /, rates: tuple = RATES, **changes
) -> Tuned:
    """One training and test of the static encoder on a set, its rate chosen by validation."""
    own = STATIC | {"loss": loss, "labels": labels} | changes
    run = settings(CONTRASTIVE, column, "lab", **own)
    return choose(run, metric(column, "lab"), rates, heads=())


def start(column: str) -> Cell:
    """The static encoder before any training."""
    return untrained(column, "lab", pooling="words", distributions=False)


def table(name: str, title: str, columns: tuple[str, ...], rows: Callable) -> Experiment:
    """A table of the lab: no training, and what ``rows(column)`` gives, by row, on each set."""

    def cells() -> dict:
        found = {(UNTRAINED, column): start(column) for column in columns}
        for column in columns:
            found |= {(row, column): cell for row, cell in rows(column).items()}
        return found

    return Experiment(name, title, lab_only(cells))
