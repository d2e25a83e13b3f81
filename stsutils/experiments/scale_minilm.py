"""Fig. 4's PAWS with all-MiniLM-L6-v2, because the mini encoder with mean pooling learns no PAWS.

Declared before its runs, when only λ = 20 had been run: that is Table IV's cell with this encoder.
One learning rate for all λ, which PAWS' own validation pairs chose for λ = 20. A run takes more
than a minute, so three seeds.
"""

from stsutils.experiments import scale
from stsutils.experiments.declare import Experiment
from stsutils.experiments.sets import COSENT, PAWS_MINILM, paws_again

COLUMN = "PAWS"


def table(place: str) -> dict:
    """Seven λ on PAWS."""
    return {
        (scale.row(s), COLUMN): paws_again(COSENT, place, loss=scale.loss(s)) for s in scale.SCALES
    }


EXPERIMENT = Experiment(
    name="scale-minilm",
    title="CoSENT by λ, PAWS with all-MiniLM-L6-v2",
    cells=lambda tier: table(PAWS_MINILM) if tier == "lab" else {},
    claims=scale.claims((COLUMN,), " (all-MiniLM-L6-v2)"),
    seeds=3,
)
