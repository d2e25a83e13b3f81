"""CoSENT's one knob: λ from 1 to 80 (Fig. 4), and what gradient clipping makes of it.

λ multiplies the cosines, so it changes the gradient's size as well as the loss; with clipping at
norm 1 and Adam, which forgets sizes, the size matters little. The rows without clipping show that.
One learning rate for all, that of λ = 20, which is Table IV's run.
"""

from stsutils.claims import Claim
from stsutils.experiments.common.beside import over
from stsutils.experiments.common.declare import Experiment, Tuned
from stsutils.experiments.common.encoders import OTHERS_EN, encoders
from stsutils.experiments.common.sets import COSENT, in_domain, known

SCALES = (1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 80.0)
UNCLIPPED = (1.0, 5.0, 20.0, 80.0)
COLUMNS = ("STS-B", "PAWS", "SICK-R")
NO_CLIP = 1e9


def row(scale: float, clipped: bool = True) -> str:
    """The name of a row: ``row(20.0)``."""
    return f"λ = {scale:g}" + ("" if clipped else " | no clipping")


def cells(tier: str) -> dict:
    """Seven λ on three sets; four of them without clipping on STS-B."""
    found = {}
    for prefix, encoder in encoders(tier, OTHERS_EN).items():
        for column in known(tier, COLUMNS):
            for scale in SCALES:
                found[prefix + row(scale), column] = _cell(scale, column, tier, encoder)
        for scale in UNCLIPPED:
            changes = encoder | {"clip": NO_CLIP}
            found[prefix + row(scale, False), "STS-B"] = _cell(scale, "STS-B", tier, changes)
    return found


def loss(scale: float) -> dict:
    """The loss setting of a row."""
    return {"name": "cosent", "scale": scale}


def claims(columns: tuple, remark: str = "", prefix: str = "") -> tuple[Claim, Claim]:
    """The two claims of Fig. 4 on these columns.

    ``remark`` goes before the full stop, ``prefix`` before the rows' names.
    """
    return (
        Claim(
            f"λ has little effect from 5 to 40: within two points of λ = 20{remark}.",
            "CoSENT, Fig. 4 and V-G1",
            tuple(
                contrast
                for column in columns
                for scale in (5.0, 10.0, 40.0)
                for contrast in over(row(scale), row(20.0), (column,), 0.02, "equivalent", prefix)
            ),
        ),
        Claim(
            f"Below that range λ matters: λ = 1 is worse than λ = 20{remark}.",
            "CoSENT, Fig. 4, which has 1 outside of the range it calls flat",
            over(row(20.0), row(1.0), columns, prefix=prefix),
        ),
    )


def _cell(scale: float, column: str, tier: str, changes: dict) -> Tuned:
    return in_domain(COSENT, column, tier, loss=loss(scale), **changes)


EXPERIMENT = Experiment(
    name="scale",
    title="CoSENT by λ",
    cells=cells,
    claims=(
        *claims(COLUMNS),
        *claims(COLUMNS, " (RoBERTa-base)", "RoBERTa-base | "),
    ),
)
