"""CoSENT trained on NLI, by pooling, on four sets: Table IX, read off the runs of Table III.

At the lab those of `nli-to-sts`: mini-3, 19,902 pairs, whole sets, eight seeds. No training has the
records of Table VIII, `supervised-poolings`. When that was declared, the short cut that stood here
had been seen, and a second look at its averages; the second look went with it, because all claims
are judged anew, with seeds that no result chose.
"""

from stsutils.experiments.common.beside import printed
from stsutils.experiments.common.declare import Cell, Derived, Experiment
from stsutils.experiments.common.encoders import BERT, MINI, OTHERS_EN, encoders
from stsutils.experiments.common.sets import AVERAGE, COSENT, MORE, POOLINGS, UNTRAINED, untrained
from stsutils.experiments.cosent.nli_to_sts import RAW, TOKENS, cell, gain, tests

COLUMNS = ("STS-B", "SICK-R", "PAWS", "MRPC")


def cells(tier: str) -> dict:
    """Five poolings on four sets and their average, the start of each, and what training adds."""
    found, names = {}, tests(tier, COSENT)
    columns = {column: names[column] for column in COLUMNS if column in names}
    for prefix, encoder in encoders(tier, OTHERS_EN).items():
        for pooling in (*POOLINGS, TOKENS):
            own = {c: cell(COSENT, pooling, tier, n, **encoder) for c, n in columns.items()}
            raw = {c: _untrained(c, pooling, tier, n, **encoder) for c, n in columns.items()}
            found |= {(prefix + pooling, column): one for column, one in own.items()}
            found |= {(f"{prefix}{UNTRAINED} | {pooling}", c): one for c, one in raw.items()}
            for column, one in own.items():
                parts = (one, raw[column])
                found[prefix + gain(pooling), column] = Derived("gain", parts)
            if len(own) == len(COLUMNS):
                for name, made in ((pooling, own), (f"{UNTRAINED} | {pooling}", raw)):
                    found[prefix + name, AVERAGE] = Derived("mean", tuple(made.values()))
    return found


def _untrained(column: str, pooling: str, tier: str, name: str, **changes) -> Cell:
    """The encoder as it is, on one set: PAWS and MRPC are not among those of Table III."""
    if tier == "lab":
        return untrained(column + MORE, tier, pooling=RAW[pooling])
    found = {
        "encoder": BERT if tier == "paper" else MINI,
        "pooling": RAW[pooling],
        "max_length": 128,
        "test": [name],
        **changes,
    }
    return Cell(found, name, "raw-1")


TABLE = "CoSENT, Table IX and Section V-G2"

EXPERIMENT = Experiment(
    name="nli-poolings",
    title="CoSENT from NLI by pooling",
    cells=cells,
    published=printed(
        "cosent",
        "IX",
        {p: f"NLI | CoSENT | {p}" for p in POOLINGS},
        (*COLUMNS, AVERAGE),
        OTHERS_EN,
    ),
    seeds=8,
)
