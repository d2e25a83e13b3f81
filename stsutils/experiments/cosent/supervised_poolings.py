"""CoSENT with other poolings, trained and tested on the same set: Table VIII.

"First-last" is what the authors' code does (first and last layer, mean over tokens); section III-C
writes first and last token, and that has a row on STS-B and SICK-R. Each pooling has its own rate
on each set; the runs with mean pooling are Table IV's.
"""

from stsutils.experiments.common.beside import printed
from stsutils.experiments.common.declare import Experiment, Tuned
from stsutils.experiments.common.encoders import OTHERS_EN, encoders
from stsutils.experiments.common.sets import AVERAGE, COSENT, POOLINGS, UNTRAINED, metric
from stsutils.experiments.common.trainings import choose, grid, rates_at, settings, untrained
from stsutils.experiments.cosent.supervised import COLUMNS

WRITTEN = "first-last tokens"
ROWS = POOLINGS | {WRITTEN: "first_last_tokens"}


def trained(column: str, tier: str, **how) -> Tuned:
    """CoSENT on a set, its rate chosen with the pooling that it is trained with."""
    return choose(
        settings(COSENT, column, tier, **how), metric(column, tier), rates_at(column, tier)
    )


def cells(tier: str) -> dict:
    """Four poolings on five sets, without and with training, and the one as written on two."""
    cells = {}
    for prefix, encoder in encoders(tier, OTHERS_EN).items():
        for name, pooling in POOLINGS.items():
            how = encoder | {"pooling": pooling}
            rows = {
                f"{UNTRAINED} | {name}": {c: untrained(c, tier, **how) for c in COLUMNS},
                name: {c: trained(c, tier, **how) for c in COLUMNS},
            }
            cells |= grid(rows, prefix, COLUMNS)
        how = encoder | {"pooling": ROWS[WRITTEN]}
        two = {c: trained(c, tier, **how) for c in ("STS-B", "SICK-R")}
        cells |= grid({WRITTEN: two}, prefix)
    return cells


PRINTED = {how: f"in-domain | CoSENT | {how}" for how in POOLINGS}
EXPERIMENT = Experiment(
    name="supervised-poolings",
    title="CoSENT by pooling, trained and tested on the same set",
    cells=cells,
    published=printed("cosent", "VIII", PRINTED, (*COLUMNS, AVERAGE), OTHERS_EN),
)
