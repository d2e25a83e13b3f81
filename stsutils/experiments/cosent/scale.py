"""CoSENT's one knob: λ from 1 to 80 (Fig. 4), and what gradient clipping makes of it.

λ multiplies the cosines, so it changes the gradient's size as well as the loss; with clipping at
norm 1 and Adam, which forgets sizes, the size matters little. The rows without clipping show that.
One learning rate for all, that of λ = 20, which is Table IV's run. The lab's sets with more rows
took the place of 1,000 pairs with mini-2; they were declared when those had been seen and, with
λ = 20, all rows of PAWS. Claims and margins stayed.
"""

from stsutils.experiments.common.declare import Experiment, Tuned
from stsutils.experiments.common.encoders import OTHERS_EN, encoders
from stsutils.experiments.common.sets import (
    COSENT,
    UNTRAINED,
    grown,
    in_domain,
    title,
    untrained,
)

SCALES = (1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 80.0)
UNCLIPPED = (1.0, 5.0, 20.0, 80.0)
COLUMNS = ("STS-B", "PAWS", "SICK-R")
NO_CLIP = 1e9
#: PAWS as the lab can learn it, in a table of its own (`learned_paws`).
WAY = ("PAWS", "scale-minilm")


def row(scale: float, clipped: bool = True) -> str:
    """The name of a row: ``row(20.0)``."""
    return f"λ = {scale:g}" + ("" if clipped else " | no clipping")


def cells(tier: str) -> dict:
    """Seven λ and no training on three sets; four of them without clipping on STS-B."""
    found = {}
    for prefix, encoder in encoders(tier, OTHERS_EN).items():
        for column in grown(tier, COLUMNS):
            own = {prefix + row(s): _cell(s, column, tier, encoder) for s in SCALES}
            if title(column) == "STS-B":
                free = encoder | {"clip": NO_CLIP}
                own |= {prefix + row(s, False): _cell(s, column, tier, free) for s in UNCLIPPED}
            own[prefix + UNTRAINED] = untrained(column, tier, **encoder)
            found |= {(name, title(column)): cell for name, cell in own.items()}
    return found


def loss(scale: float) -> dict:
    """The loss setting of a row."""
    return {"name": "cosent", "scale": scale}


def _cell(scale: float, column: str, tier: str, changes: dict) -> Tuned:
    return in_domain(COSENT, column, tier, loss=loss(scale), **changes)


EXPERIMENT = Experiment(
    name="scale",
    title="CoSENT by λ",
    cells=cells,
)
