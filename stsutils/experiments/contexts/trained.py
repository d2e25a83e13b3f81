"""Are the four models trained? A model that knows less than the frequencies of word pieces cannot
say what fits where, so this stands before any similarity.
"""

from stsutils.experiments.common.declare import Cell, Experiment
from stsutils.experiments.contexts.common import SEEDS, TEXTS, TRIPLES, models

TARGETS = ("sentence", "left", "right")
ACCURACY = ("accuracy", "accuracy, same document", "accuracy, other document")
PRINTED = "whole text | Eq. 1 as printed"


def cells(tier: str) -> dict:
    """Nats a piece of the generators and the unigram model; the discriminator's accuracy."""
    rows = {
        text: (models(tier, triples), {column: column for column in (*TARGETS, *ACCURACY)})
        for text, triples in zip(TEXTS, TRIPLES[tier], strict=True)
    }
    rows["unigram model"] = models(tier), {column: f"{column} unigram" for column in TARGETS}
    rows[PRINTED] = models(tier, form="printed"), {column: column for column in ACCURACY}
    return {
        (row, column): Cell(settings, metric, "context-models-1")
        for row, (settings, metrics) in rows.items()
        for column, metric in metrics.items()
    }


EXPERIMENT = Experiment(
    name="contexts-trained",
    title="Discriminator and generators on held-out documents",
    cells=cells,
    metric="nats a word piece (lower is better), accuracy (0.5 is chance)",
    seeds=SEEDS,
    times=1.0,
)
