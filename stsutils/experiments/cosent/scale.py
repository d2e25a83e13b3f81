"""CoSENT's one knob: λ from 1 to 80 (Fig. 4), and what gradient clipping makes of it.

λ multiplies the cosines, so it changes the gradient's size as well as the loss; with clipping at
norm 1 and Adam, which forgets sizes, the size matters little. The rows without clipping show that.
One learning rate for all, that of λ = 20, which is Table IV's run.
"""

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.encoders import OTHERS_EN, encoders
from stsutils.experiments.common.sets import COSENT, UNTRAINED
from stsutils.experiments.common.trainings import in_domain, untrained

SCALES = (1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 80.0)
UNCLIPPED = (1.0, 5.0, 20.0, 80.0)
COLUMNS = ("STS-B", "PAWS", "SICK-R")
NO_CLIP = 1e9


def cells(tier: str) -> dict:
    """Seven λ and no training on three sets; four of them without clipping on STS-B."""
    cells = {}
    for prefix, encoder in encoders(tier, OTHERS_EN).items():
        for column in COLUMNS:
            unclipped = UNCLIPPED if column == "STS-B" else ()
            for scale, clip in [*((s, 1.0) for s in SCALES), *((s, NO_CLIP) for s in unclipped)]:
                how = encoder | {"loss": {"name": "cosent", "scale": scale}, "clip": clip}
                name = f"{prefix}λ = {scale:g}" + ("" if clip == 1.0 else " | no clipping")
                cells[name, column] = in_domain(COSENT, column, tier, **how)
            cells[prefix + UNTRAINED, column] = untrained(column, tier, **encoder)
    return cells


EXPERIMENT = Experiment("scale", "CoSENT by λ", cells)
