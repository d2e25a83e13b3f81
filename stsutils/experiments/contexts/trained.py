"""Are the four models trained? Said before any similarity: one that knows less than the
frequencies of word pieces cannot say what fits where.
"""

from stsutils.experiments.common.declare import Cell, Experiment
from stsutils.experiments.contexts.common import SEEDS, TRIPLES, models

UNIGRAM = "unigram model"
TARGETS = ("sentence", "left", "right")
ACCURACY = ("accuracy", "accuracy, same document", "accuracy, other document")
ALL, LESS, LEAST = SIZES = ("whole text", "less text", "least text")
PRINTED = "whole text | Eq. 1 as printed"


def cells(tier: str) -> dict:
    """Nats a piece of the generators and the unigram model; the discriminator's accuracy."""
    found = {}
    for row, triples in zip(SIZES, TRIPLES[tier], strict=True):
        own = models(tier, triples)
        for column in (*TARGETS, *ACCURACY):
            found[row, column] = Cell(own, column, "context-models-1")
    for column in TARGETS:
        found[UNIGRAM, column] = Cell(models(tier), f"{column} unigram", "context-models-1")
    printed = models(tier, form="printed")
    for column in ACCURACY:
        found[PRINTED, column] = Cell(printed, column, "context-models-1")
    return found


EXPERIMENT = Experiment(
    name="contexts-trained",
    title="Discriminator and generators on held-out documents",
    cells=cells,
    metric="nats a word piece (lower is better), accuracy (0.5 is chance)",
    seeds=SEEDS,
    times=1.0,
    floor=None,
)
