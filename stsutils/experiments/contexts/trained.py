"""Are the four models trained? Said before any similarity: one that knows less than the
frequencies of word pieces cannot say what fits where.
"""

from stsutils.claims import Claim, Contrast
from stsutils.experiments.common.declare import Cell, Experiment
from stsutils.experiments.contexts.common import SEEDS, TRIPLES, models

UNIGRAM = "unigram model"
TARGETS = ("sentence", "left", "right")
ACCURACY = ("accuracy", "accuracy, same document", "accuracy, other document")
ALL, LESS, LEAST = SIZES = ("whole text", "less text", "least text")
PRINTED = "whole text | Eq. 1 as printed"
BILINEAR = ALL


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


CLAIMS = (
    Claim(
        "Each generator is trained: it spends fewer nats on a piece than a unigram model.",
        "our own question: without it no score of Contexts, Eq. 3, means anything",
        tuple(Contrast((UNIGRAM, column), (ALL, column)) for column in TARGETS),
        ours=True,
    ),
    Claim(
        "More text makes better generators, at equal steps.",
        "our own question: what Contexts, Table 6, is built upon",
        tuple(Contrast((LEAST, column), (ALL, column)) for column in TARGETS),
        ours=True,
    ),
    Claim(
        "Eq. 1 as printed cannot tell which sentence fits a context; a term in which sentence and "
        "context meet can: its accuracy is more than .05 higher.",
        "our own question: Contexts, Eq. 1, is a sum of one term for each sentence",
        (Contrast((BILINEAR, "accuracy"), (PRINTED, "accuracy"), 0.05),),
        ours=True,
    ),
)

EXPERIMENT = Experiment(
    name="contexts-trained",
    title="Discriminator and generators on held-out documents",
    cells=cells,
    claims=CLAIMS,
    metric="nats a word piece (lower is better), accuracy (0.5 is chance)",
    seeds=SEEDS,
    times=1.0,
    floor=None,
)
