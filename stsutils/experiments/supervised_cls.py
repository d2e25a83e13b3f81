"""Table IV's PAWS with CLS pooling, for a lab where mean pooling stays at the floor.

In Table VIII the mini encoder learns from PAWS with CLS and not with mean pooling, so here the
losses can be told apart. That table has CoSENT alone: the choice of this pooling may favour it.
"""

from stsutils.claims import Claim
from stsutils.experiments.declare import Experiment
from stsutils.experiments.sets import (
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


def cells(tier: str) -> dict:
    """Three losses and no training; the lab only."""
    if tier != "lab":
        return {}
    found = {(loss, COLUMN): paws_again(loss, PAWS_CLS) for loss in LOSSES}
    return found | {(UNTRAINED, COLUMN): untrained_again(PAWS_CLS)}


EXPERIMENT = Experiment(
    name="supervised-cls",
    title="PAWS with CLS pooling",
    cells=cells,
    claims=(
        Claim(
            "CoSENT is better than cosine-MSE and softmax on PAWS (CLS pooling).",
            "CoSENT, Table IV (with mean pooling)",
            better("", COSENT, MSE, (COLUMN,)) + better("", COSENT, SOFTMAX, (COLUMN,)),
        ),
    ),
    seeds=5,
)
