"""Table I's PAWS with CLS pooling, for a lab where mean pooling stays at the floor.

Rows, epochs and validation are those of Table IV; one rate for all thresholds, the one that
validation on STS-B chose for ε = 0 with mean pooling. Margins are those of the claims with mean
pooling, which were set before any run.
"""

from dataclasses import replace

from stsutils.experiments import threshold
from stsutils.experiments.declare import Experiment
from stsutils.experiments.sets import CONTRASTIVE, COSENT, MSE, UNTRAINED, in_domain, untrained

COLUMN = "PAWS"


def cells(tier: str) -> dict:
    """Five thresholds in two readings, CoSENT, cosine-MSE and no training; the lab only."""
    if tier != "lab":
        return {}
    found = {}
    for name, own in threshold.losses().items():
        if own["name"] == "contrastive":
            found[name, COLUMN] = in_domain(CONTRASTIVE, COLUMN, tier, pooling="cls", loss=own)
    for loss in (MSE, COSENT):
        found[loss, COLUMN] = in_domain(loss, COLUMN, tier, pooling="cls")
    return found | {(UNTRAINED, COLUMN): untrained(COLUMN, tier, pooling="cls")}


EXPERIMENT = Experiment(
    name="threshold-cls",
    title="The contrastive loss by threshold, PAWS with CLS pooling",
    cells=cells,
    claims=tuple(
        replace(claim, text=claim.text.replace("On PAWS,", "On PAWS, with CLS pooling,"))
        for claim in threshold.CLAIMS
        if claim.text.startswith("On PAWS,")
    ),
    published=threshold.EXPERIMENT.published,
    seeds=5,
)
