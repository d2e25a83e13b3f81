"""Table IV's PAWS with all-MiniLM-L6-v2, for a lab where the mini encoder stays at the floor.

This encoder has seen similar pairs in its own training, so it is no raw encoder: it can tell
losses apart where the mini encoder learns nothing, and stands in a table of its own.
"""

from stsutils.claims import Claim, Contrast
from stsutils.experiments.declare import Experiment, Published
from stsutils.experiments.sets import (
    COSENT,
    LOSSES,
    MSE,
    PAWS_MINILM,
    SOFTMAX,
    SYSTEMS,
    UNTRAINED,
    paws_again,
    untrained_again,
)

COLUMN = "PAWS"


def cells(tier: str) -> dict:
    """Three losses on PAWS and no training; the lab only."""
    if tier != "lab":
        return {}
    found = {(loss, COLUMN): paws_again(loss, PAWS_MINILM) for loss in LOSSES}
    return found | {(UNTRAINED, COLUMN): untrained_again(PAWS_MINILM)}


EXPERIMENT = Experiment(
    name="supervised-minilm",
    title="PAWS with all-MiniLM-L6-v2",
    cells=cells,
    claims=(
        Claim(
            "CoSENT is better than cosine-MSE and softmax on PAWS (all-MiniLM-L6-v2).",
            "CoSENT, Table IV",
            tuple(Contrast((COSENT, COLUMN), (loss, COLUMN)) for loss in (MSE, SOFTMAX)),
        ),
    ),
    published=Published(
        "cosent",
        "IV",
        {(loss, COLUMN): (f"BERT-base | in-domain | {SYSTEMS[loss]}", COLUMN) for loss in LOSSES},
    ),
    seeds=5,
)
