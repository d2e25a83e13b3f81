"""Table I's PAWS with CLS pooling, for a lab where mean pooling stays at the floor.

Rows, epochs and validation are those of Table IV; one rate for all thresholds, the one that
validation on STS-B chose for ε = 0 with mean pooling. Margins are those of the claims with mean
pooling, which were set before any run.
"""

from stsutils.claims import Claim, Contrast
from stsutils.experiments.declare import Experiment, Published
from stsutils.experiments.sets import (
    CONTRASTIVE,
    COSENT,
    MSE,
    UNTRAINED,
    in_domain,
    untrained,
)
from stsutils.experiments.threshold import FORMS, THRESHOLDS, losses, row

COLUMN = "PAWS"
ROWS = [row(threshold, form) for form in FORMS for threshold in THRESHOLDS]
#: (claim, the better threshold, the worse one, margin)
SAID = (
    ("a high threshold is better than a low one: ε = 0.9 beats ε = −1 by far", 0.9, -1.0, 0.05),
    ("training collapses at ε = −1: ε = 0 is better by more than 20 points", 0.0, -1.0, 0.20),
    ("ε = −1 and ε = −0.5 are far apart", -0.5, -1.0, 0.10),
)


def cells(tier: str) -> dict:
    """Five thresholds in two readings, CoSENT, cosine-MSE and no training; the lab only."""
    if tier != "lab":
        return {}
    own, found = losses(), {}
    for name in ROWS:
        found[name, COLUMN] = in_domain(CONTRASTIVE, COLUMN, tier, pooling="cls", loss=own[name])
    for loss in (MSE, COSENT):
        found[loss, COLUMN] = in_domain(loss, COLUMN, tier, pooling="cls")
    return found | {(UNTRAINED, COLUMN): untrained(COLUMN, tier, pooling="cls")}


EXPERIMENT = Experiment(
    name="threshold-cls",
    title="The contrastive loss by threshold, PAWS with CLS pooling",
    cells=cells,
    claims=tuple(
        Claim(
            f"On PAWS, with CLS pooling, {text}. (Eq. 2 {form})",
            "CoSENT, Table I (with mean pooling)",
            (Contrast((row(high, form), COLUMN), (row(low, form), COLUMN), margin),),
        )
        for text, high, low, margin in SAID
        for form in FORMS
    ),
    published=Published(
        "cosent",
        "I",
        {
            (row(threshold, form), COLUMN): (f"contrastive (threshold {threshold:g})", COLUMN)
            for threshold in THRESHOLDS
            for form in FORMS
        },
    ),
    seeds=5,
)
