"""Trained and tested on the same set: CoSENT's Table IV.

The paper calls the softmax loss not available on sets with scores; the authors' code cuts scores
to whole numbers and trains on those classes, and so do the cells that have no number in the paper.
The lab's NLI is SNLI.
"""

from stsutils.claims import Claim, Contrast
from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import (
    COSENT,
    LOSSES,
    MSE,
    OTHERS,
    SOFTMAX,
    better,
    in_domain_table,
    printed_in_domain,
)

COLUMNS = ("NLI", "STS-B", "SICK-R", "PAWS", "MRPC")
CLASSED = ("NLI", "PAWS", "MRPC")  # where the paper has the softmax loss


def cells(tier: str) -> dict:
    """Three losses and no training on five sets; at the paper tier with four encoders."""
    return in_domain_table(tier, COLUMNS)


TABLE = "CoSENT, Table IV and V-B"
CLAIMS = (
    Claim(
        "CoSENT is better than the cosine-MSE loss on every set.",
        TABLE,
        better("", COSENT, MSE, COLUMNS),
    ),
    Claim(
        "CoSENT is better than the softmax loss on every set that has classes.",
        TABLE,
        better("", COSENT, SOFTMAX, CLASSED),
    ),
    Claim(
        "The softmax loss is subpar in comparison to the other losses in supervised STS.",
        "CoSENT, V-B",
        better("", MSE, SOFTMAX, CLASSED),
    ),
    Claim(
        "On MRPC the gap to the softmax loss is wide: more than ten points.",
        "CoSENT, Table IV (62.16 against 41.06)",
        (Contrast((COSENT, "MRPC"), (SOFTMAX, "MRPC"), 0.10),),
    ),
    *(
        Claim(
            f"{name}: CoSENT is better than both other losses.",
            TABLE,
            (
                *better(f"{name} | ", COSENT, MSE, COLUMNS),
                *better(f"{name} | ", COSENT, SOFTMAX, CLASSED),
            ),
        )
        for name in OTHERS
    ),
)

EXPERIMENT = Experiment(
    name="supervised",
    title="Trained and tested on the same set",
    cells=cells,
    claims=CLAIMS,
    published=printed_in_domain("cosent", "IV", LOSSES, COLUMNS),
    seeds=5,
)
