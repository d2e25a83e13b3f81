"""Table I's PAWS with CLS pooling, for a lab where mean pooling stays at the floor.

Rows, epochs and validation are those of Table IV; one rate for all thresholds, the one that
validation on STS-B chose for ε = 0 with mean pooling. Margins are those of the claims with mean
pooling, which were set before any run.
"""

from dataclasses import replace

from stsutils.claims import Claim
from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import (
    CONTRASTIVE,
    COSENT,
    MSE,
    PAWS_CLS,
    UNTRAINED,
    paws_again,
    untrained_again,
)
from stsutils.experiments.cosent import threshold

COLUMN = "PAWS"


def table(place: str) -> dict:
    """Five thresholds in two readings, CoSENT, cosine-MSE and no training, on PAWS."""
    found = {}
    for name, own in threshold.losses().items():
        if own["name"] == "contrastive":
            found[name, COLUMN] = paws_again(CONTRASTIVE, place, loss=own)
    for loss in (MSE, COSENT):
        found[loss, COLUMN] = paws_again(loss, place)
    return found | {(UNTRAINED, COLUMN): untrained_again(place)}


def claims(words: str) -> tuple[Claim, ...]:
    """Table I's claims on PAWS, margins and all, said of this way of learning it."""
    return tuple(
        replace(claim, text=claim.text.replace("On PAWS,", f"On PAWS, {words},"))
        for claim in threshold.CLAIMS
        if claim.text.startswith("On PAWS,")
    )


EXPERIMENT = Experiment(
    name="threshold-cls",
    title="The contrastive loss by threshold, PAWS with CLS pooling",
    cells=lambda tier: table(PAWS_CLS) if tier == "lab" else {},
    claims=claims("with CLS pooling"),
    published=threshold.EXPERIMENT.published,
    seeds=5,
)
