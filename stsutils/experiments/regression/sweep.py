"""Tables 2 and 5: is k a setting at all, and x0?

k multiplies the loss, hence every gradient. AdamW divides a gradient's mean by the root of its mean
square: with k times the gradients both are k times as large, and the step stays the same but for
the ε of 10⁻⁸ in the divisor. Weight decay is apart from it. So without clipping k has nothing to
act on; with clipping at norm 1 it decides how many gradients are cut. The rows "no clipping" show
the first, the others the second. x0 changes which pairs have a gradient at all.

All rows have the rate that was chosen for the paper's own k and x0. The lab trains on the six
categories of STS-B (`categories`) and keeps its predictions: how far two trainings of one seed lie
apart is to be seen pair by pair. The paper tier has the rows of Table 5.
"""

from stsutils.experiments.common.declare import FIRST, Experiment, printed
from stsutils.experiments.common.sets import AVERAGE
from stsutils.experiments.regression import categories, nli
from stsutils.experiments.regression.nli import K2, RELU, ROBERTA_PREFIX

SLOPES = (1.0, 2.0, 8.0)
TOLERANCES = (0.0, 0.4)
NO_CLIP = 1e9
#: Table 5 by encoder: loss, k, x0.
TABLE_5 = {
    "": [*((RELU, k, 0.25) for k in (1.5, 2.0, 2.5)), *((K2, k, 0.25) for k in (3.0, 2.5, 2.0))],
    ROBERTA_PREFIX: [
        *((RELU, k, 0.25) for k in (2.0, 1.5, 1.0)),
        *((K2, k, x0) for k, x0 in ((2.5, 0.25), (3.0, 0.2), (3.0, 0.25))),
    ],
}


def title(name: str, slope: float, tolerance: float, clipped: bool = True) -> str:
    """The name of a row: ``title("Smooth K2", 2, 0.25)``."""
    return f"{name} | k {slope:g} | x0 {tolerance:g}" + ("" if clipped else " | no clipping")


def at_the_lab() -> dict:
    """k with and without clipping, and x0 with it, on six categories."""
    runs, rows = {}, [(k, 0.25, clipped) for clipped in (True, False) for k in SLOPES]
    for slope, tolerance, clipped in [*rows, *((2.0, x0, True) for x0 in TOLERANCES)]:
        run = categories.settings(K2, "lab", slope=slope, tolerance=tolerance)
        runs[title(K2, slope, tolerance, clipped)] = run | ({} if clipped else {"clip": NO_CLIP})
    return categories.table(runs, "STS-B", categories.settings(K2, "lab"))


def table_5() -> dict:
    """The paper's own rows, and no training."""
    cells = {}
    for prefix, losses in TABLE_5.items():
        rows = {}
        for name, slope, tolerance in losses:
            loss = nli.loss(name) | {"slope": slope, "tolerance": tolerance}
            rows[title(name, slope, tolerance)] = nli.row(name, "paper", prefix, loss=loss)
        cells |= nli.table("paper", rows, (AVERAGE,), prefix)
    return cells


PRINTED = {
    prefix + title(name, k, x0): f"{prefix or FIRST}NLI | {name} | k {k:g} | x0 {x0:g}"
    for prefix, losses in TABLE_5.items()
    for name, k, x0 in losses
}
EXPERIMENT = Experiment(
    name="regression-sweep",
    title="Smooth K2 by slope and tolerance",
    cells=lambda tier: at_the_lab() if tier == "lab" else table_5(),
    published=printed("sts_regression", "5", {}, {AVERAGE: "Performance"}, alone=PRINTED),
)
