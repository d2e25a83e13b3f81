"""CoSENT with other poolings, trained and tested on the same set: Table VIII.

"First-last" is what the authors' code does (first and last layer, mean over tokens); section III-C
writes first and last token, and that has a row on STS-B and SICK-R. Each pooling has its own rate
on each set; the runs with mean pooling are Table IV's.
"""

from stsutils.experiments.common import sets
from stsutils.experiments.common.declare import Experiment, printed
from stsutils.experiments.common.encoders import OTHERS_EN, encoders
from stsutils.experiments.common.sets import AVERAGE, COSENT, POOLINGS, UNTRAINED
from stsutils.experiments.common.trainings import grid, tuned, untrained
from stsutils.experiments.cosent.supervised import COLUMNS

#: Pooling and set whose highest rate was chosen: they have one more.
RATES = {
    ("max", "MRPC"): (*sets.RATES, 1.2e-3),
    ("first-last", "STS-B"): (*sets.LOWER_RATES, 1.2e-3),
}


def cells(tier: str) -> dict:
    """Four poolings on five sets, without and with training, and the one as written on two."""
    cells, rates = {}, RATES if tier == "lab" else {}
    for prefix, encoder in encoders(tier, OTHERS_EN).items():
        for name, pooling in POOLINGS.items():
            how = encoder | {"pooling": pooling}
            rows = {
                f"{UNTRAINED} | {name}": {c: untrained(c, tier, **how) for c in COLUMNS},
                name: {c: tuned(COSENT, c, tier, rates.get((name, c), ()), **how) for c in COLUMNS},
            }
            cells |= grid(rows, prefix, COLUMNS)
        how = encoder | {"pooling": "first_last_tokens"}
        two = {c: tuned(COSENT, c, tier, **how) for c in ("STS-B", "SICK-R")}
        cells |= grid({"first-last tokens": two}, prefix)
    return cells


PRINTED = {how: f"in-domain | CoSENT | {how}" for how in POOLINGS}
EXPERIMENT = Experiment(
    name="supervised-poolings",
    title="CoSENT by pooling, trained and tested on the same set",
    cells=cells,
    published=printed("cosent", "VIII", PRINTED, (*COLUMNS, AVERAGE), OTHERS_EN),
)
