"""CoSENT trained on NLI, by pooling, on four sets: Table IX, in part the runs of Table III.

Each pooling has its own learning rate here, where Table III has that of mean pooling for all. No
training has the records of Table VIII, `supervised-poolings`.
"""

from stsutils.experiments.common.declare import Cell, Derived, Experiment, Tuned, printed
from stsutils.experiments.common.encoders import BERT, OTHERS_EN, encoders
from stsutils.experiments.common.nli import RATES
from stsutils.experiments.common.sets import AVERAGE, COSENT, POOLINGS, UNTRAINED, metric
from stsutils.experiments.common.trainings import choose, grid, start, untrained
from stsutils.experiments.cosent.nli_to_sts import RAW, TOKENS, cell, gain, tests, training

COLUMNS = ("STS-B", "SICK-R", "PAWS", "MRPC")
#: The rates that a pooling chooses among, of which two had been run before; mean has six (`cell`).
OWN_RATES = {"CLS": RATES[:4], "max": RATES[1:5], "first-last": RATES[1:5]}


def cells(tier: str) -> dict:
    """Five poolings on four sets and their average, the start of each, and what training adds."""
    cells, names = {}, tests(tier, COSENT)
    for prefix, encoder in encoders(tier, OTHERS_EN).items():
        rows, gains = {}, {}
        for pooling in (*POOLINGS, TOKENS):
            own = {c: _trained(pooling, tier, names[c], **encoder) for c in COLUMNS}
            raw = {c: _start(c, pooling, tier, **encoder) for c in COLUMNS}
            rows |= {pooling: own, f"{UNTRAINED} | {pooling}": raw}
            gains[gain(pooling)] = {c: Derived("gain", (own[c], raw[c])) for c in COLUMNS}
        cells |= grid(rows, prefix, COLUMNS) | grid(gains, prefix)
    return cells


def _trained(pooling: str, tier: str, name: str, **encoder) -> Tuned:
    """The test score `name` of CoSENT at the pooling's own rate; by tokens, at that of the mean."""
    if tier != "lab" or pooling not in OWN_RATES:
        return cell(COSENT, pooling, tier, name, **encoder)
    return choose(training(COSENT, pooling, tier, **encoder), name, OWN_RATES[pooling])


def _start(column: str, pooling: str, tier: str, encoder: str = BERT) -> Cell:
    """The encoder as it is, on one set."""
    if tier == "lab":
        return untrained(column, tier, pooling=RAW[pooling])
    return start(encoder, {column: metric(column, tier)}, RAW[pooling])[column]


PRINTED = {how: f"NLI | CoSENT | {how}" for how in POOLINGS}
EXPERIMENT = Experiment(
    name="nli-poolings",
    title="CoSENT from NLI by pooling",
    cells=cells,
    published=printed("cosent", "IX", PRINTED, (*COLUMNS, AVERAGE), OTHERS_EN),
    seeds=8,
)
