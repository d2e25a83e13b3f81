"""Tables 2 and 5: is k a setting at all, and x0?

k multiplies the loss, hence every gradient. AdamW divides a gradient's mean by the root of its mean
square: with k times the gradients both are k times as large, and the step stays the same but for
the ε of 10⁻⁸ in the divisor. Weight decay is apart from it. So without clipping k has nothing to
act on; with clipping at norm 1 it decides how many gradients are cut. The rows "no clipping" show
the first, the others the second. x0 changes which pairs have a gradient at all.

All rows have the rate that was chosen for the paper's own k and x0. The lab trains on the six
categories of STS-B (`categories`) and keeps its predictions: how far two trainings of one seed lie
apart is to be seen pair by pair. On NLI, where this table was declared first, no loss with a head
had left its start then, and where nothing is learned every setting is inert. The move was declared
before any row but the plain one had run. At the paper tier the rows are those of Table 5.
"""

from stsutils.experiments.common.beside import FIRST
from stsutils.experiments.common.declare import Experiment, Published
from stsutils.experiments.regression import categories
from stsutils.experiments.regression.nli import (
    AVERAGE,
    K2,
    PAPER_ENCODERS,
    RELU,
    UNTRAINED,
    loss,
    row,
    table,
    tuned,
    untrained,
)

SLOPES = (1.0, 2.0, 8.0)
TOLERANCES = (0.0, 0.4)
NO_CLIP = 1e9
COLUMN = "STS-B"
PLAIN = f"{K2} | k 2 | x0 0.25"
#: Table 5 by encoder: loss, k, x0.
TABLE_5 = {
    "": [*((RELU, k, 0.25) for k in (1.5, 2.0, 2.5)), *((K2, k, 0.25) for k in (3.0, 2.5, 2.0))],
    "RoBERTa-base | ": [
        *((RELU, k, 0.25) for k in (2.0, 1.5, 1.0)),
        *((K2, k, x0) for k, x0 in ((2.5, 0.25), (3.0, 0.2), (3.0, 0.25))),
    ],
}


def title(name: str, slope: float, tolerance: float, clipped: bool = True) -> str:
    """The name of a row: ``title("Smooth K2", 2, 0.25)``."""
    return f"{name} | k {slope:g} | x0 {tolerance:g}" + ("" if clipped else " | no clipping")


def cells(tier: str) -> dict:
    """k by clipping and x0 at the lab, Table 5 at the paper tier."""
    if tier == "paper":
        found = {}
        for prefix in PAPER_ENCODERS:
            rows = {UNTRAINED: untrained(tier, prefix)}
            for name, slope, tolerance in TABLE_5[prefix]:
                own = loss(name) | {"slope": slope, "tolerance": tolerance}
                rows[title(name, slope, tolerance)] = row(name, tier, prefix, loss=own)
            found |= table(rows, prefix, (AVERAGE,))
        return found
    found = {(UNTRAINED, COLUMN): untrained(tier)[COLUMN]}
    plain = categories.settings(K2, 0.0, tier)
    ways = [(k, 0.25, clipped) for clipped in (True, False) for k in SLOPES]
    for slope, tolerance, clipped in [*ways, *((2.0, x0, True) for x0 in TOLERANCES)]:
        own = plain | {"loss": plain["loss"] | {"slope": slope, "tolerance": tolerance}}
        own |= {} if clipped else {"clip": NO_CLIP}
        cell = tuned(own, tier, plain["test"][0], plain)
        found[title(K2, slope, tolerance, clipped), COLUMN] = cell
    return found


TABLE = "Zhang & Li, Table 5 and 4.4"


EXPERIMENT = Experiment(
    name="regression-sweep",
    title="Smooth K2 by slope and tolerance",
    cells=cells,
    published=Published(
        "sts_regression",
        "5",
        {
            (prefix + title(name, k, x0), AVERAGE): (
                f"{prefix or FIRST}NLI | {name} | k {k:g} | x0 {x0:g}",
                "Performance",
            )
            for prefix, rows in TABLE_5.items()
            for name, k, x0 in rows
        },
    ),
    seeds=5,
)
