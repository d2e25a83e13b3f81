"""CoSENT trained on NLI, by pooling, on four sets: Table IX, read off the runs of Table III.

No training has the records of Table VIII, `supervised-poolings`.
"""

from stsutils.experiments.common.declare import Cell, Derived, Experiment, printed
from stsutils.experiments.common.encoders import BERT, OTHERS_EN, encoders
from stsutils.experiments.common.sets import AVERAGE, COSENT, POOLINGS, UNTRAINED, metric
from stsutils.experiments.common.trainings import grid, start, untrained
from stsutils.experiments.cosent.nli_to_sts import RAW, TOKENS, cell, gain, tests

COLUMNS = ("STS-B", "SICK-R", "PAWS", "MRPC")


def cells(tier: str) -> dict:
    """Five poolings on four sets and their average, the start of each, and what training adds."""
    cells, names = {}, tests(tier, COSENT)
    for prefix, encoder in encoders(tier, OTHERS_EN).items():
        rows, gains = {}, {}
        for pooling in (*POOLINGS, TOKENS):
            own = {c: cell(COSENT, pooling, tier, names[c], **encoder) for c in COLUMNS}
            raw = {c: _start(c, pooling, tier, **encoder) for c in COLUMNS}
            rows |= {pooling: own, f"{UNTRAINED} | {pooling}": raw}
            gains[gain(pooling)] = {c: Derived("gain", (own[c], raw[c])) for c in COLUMNS}
        cells |= grid(rows, prefix, COLUMNS) | grid(gains, prefix)
    return cells


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
