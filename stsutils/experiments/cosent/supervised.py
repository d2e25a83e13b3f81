"""Trained and tested on the same set: CoSENT's Table IV.

The paper calls the softmax loss not available on sets with scores; the authors' code cuts scores
to whole numbers and trains on those classes, and so do the cells that have no number in the paper.
The lab's NLI is SNLI.
"""

from stsutils.claims import Claim
from stsutils.experiments.common.beside import over, printed
from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.encoders import OTHERS
from stsutils.experiments.common.sets import COSENT, LOSSES, MSE, SOFTMAX, SYSTEMS, in_domain_table

COLUMNS = ("NLI", "STS-B", "SICK-R", "PAWS", "MRPC")
CLASSED = ("NLI", "PAWS", "MRPC")  # where the paper has the softmax loss


def cells(tier: str) -> dict:
    """Three losses and no training on five sets; at the paper tier with four encoders."""
    return in_domain_table(tier, COLUMNS)


def _best(prefix: str) -> tuple:
    return over(COSENT, MSE, COLUMNS, prefix=prefix) + over(COSENT, SOFTMAX, CLASSED, prefix=prefix)


TABLE = "CoSENT, Table IV and V-B"
CLAIMS = (
    Claim(
        "CoSENT is better than the cosine-MSE loss on every set.",
        TABLE,
        over(COSENT, MSE, COLUMNS),
    ),
    Claim(
        "CoSENT is better than the softmax loss on every set that has classes.",
        TABLE,
        over(COSENT, SOFTMAX, CLASSED),
    ),
    Claim(
        "The softmax loss is subpar in comparison to the other losses in supervised STS.",
        "CoSENT, V-B",
        over(MSE, SOFTMAX, CLASSED),
    ),
    Claim(
        "On MRPC the gap to the softmax loss is wide: more than ten points.",
        "CoSENT, Table IV (62.16 against 41.06)",
        over(COSENT, SOFTMAX, ("MRPC",), 0.10),
    ),
    *(
        Claim(f"{name}: CoSENT is better than both other losses.", TABLE, _best(f"{name} | "))
        for name in OTHERS
    ),
)

EXPERIMENT = Experiment(
    name="supervised",
    title="Trained and tested on the same set",
    cells=cells,
    claims=CLAIMS,
    published=printed(
        "cosent",
        "IV",
        {loss: f"in-domain | {SYSTEMS[loss]}" for loss in LOSSES},
        COLUMNS,
        OTHERS,
    ),
)
