"""Table IV's PAWS with CLS pooling, for a lab where mean pooling stays at the floor.

In Table VIII the mini encoder learns from PAWS with CLS and not with mean pooling, so here the
losses can be told apart. That table has CoSENT alone: the choice of this pooling may favour it.
"""

from stsutils.claims import Claim
from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import (
    COSENT,
    LOSSES,
    MSE,
    PAWS_CLS,
    SOFTMAX,
    UNTRAINED,
    better,
    paws_again,
    untrained_again,
)

COLUMN = "PAWS"


def table(place: str) -> dict:
    """Three losses and no training, on PAWS."""
    found = {(loss, COLUMN): paws_again(loss, place) for loss in LOSSES}
    return found | {(UNTRAINED, COLUMN): untrained_again(place)}


def claim(words: str, source: str) -> Claim:
    """Table IV's claim, said of this way of learning PAWS."""
    return Claim(
        f"CoSENT is better than cosine-MSE and softmax on PAWS ({words}).",
        source,
        better("", COSENT, MSE, (COLUMN,)) + better("", COSENT, SOFTMAX, (COLUMN,)),
    )


EXPERIMENT = Experiment(
    name="supervised-cls",
    title="PAWS with CLS pooling",
    cells=lambda tier: table(PAWS_CLS) if tier == "lab" else {},
    claims=(claim("CLS pooling", "CoSENT, Table IV (with mean pooling)"),),
    seeds=5,
)
