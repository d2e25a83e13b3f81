"""Table IV's PAWS with all-MiniLM-L6-v2, for a lab where the mini encoder stays at the floor.

This encoder has seen similar pairs in its own training, so it is no raw encoder: it can tell
losses apart where the mini encoder learns nothing, and stands in a table of its own.
"""

from stsutils.claims import Claim, Contrast
from stsutils.experiments.declare import Experiment, Published
from stsutils.experiments.sets import COSENT, LOSSES, MSE, SOFTMAX, SYSTEMS, metric, settings, tuned

COLUMN = "PAWS"
RATES = (5e-5, 1e-4)


def cells(tier: str) -> dict:
    """Three losses on PAWS; the lab only."""
    if tier != "lab":
        return {}
    return {
        (loss, COLUMN): tuned(
            settings(loss, COLUMN, tier, encoder="minilm"),
            tier,
            metric(COLUMN, tier),
            rates=RATES,
        )
        for loss in LOSSES
    }


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
    seeds=3,
)
