"""Fig. 4's PAWS with all-MiniLM-L6-v2, because the mini encoder with mean pooling learns no PAWS.

Declared before its runs, when only λ = 20 had been run: that is Table IV's cell with this encoder.
One learning rate for all λ, which PAWS' own validation pairs chose for λ = 20. A run takes more
than a minute, so three seeds.
"""

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import COSENT, PAWS_MINILM, paws_again
from stsutils.experiments.cosent import scale

COLUMN = "PAWS"


def cells(tier: str) -> dict:
    """Seven λ on PAWS; the lab only."""
    names = {scale.row(s): scale.loss(s) for s in scale.SCALES if tier == "lab"}
    return {(row, COLUMN): paws_again(COSENT, PAWS_MINILM, loss=own) for row, own in names.items()}


EXPERIMENT = Experiment(
    name="scale-minilm",
    title="CoSENT by λ, PAWS with all-MiniLM-L6-v2",
    cells=cells,
    claims=scale.claims((COLUMN,), " (all-MiniLM-L6-v2)"),
    seeds=3,
)
