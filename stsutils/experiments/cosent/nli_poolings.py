"""CoSENT trained on NLI, by pooling, on four sets: Table IX, read off the runs of Table III."""

from stsutils.claims import Claim, Contrast
from stsutils.experiments.common.declare import Derived, Experiment, Published
from stsutils.experiments.common.sets import COSENT, POOLINGS, ROBERTA, encoders
from stsutils.experiments.cosent.nli_to_sts import AVERAGE, TOKENS, cell, tests

COLUMNS = ("STS-B", "SICK-R", "PAWS", "MRPC")
OTHERS = {"RoBERTa-base": ROBERTA}


def cells(tier: str) -> dict:
    """Five poolings on four sets and their average."""
    found, names = {}, tests(tier, COSENT)
    for prefix, encoder in encoders(tier, OTHERS).items():
        for pooling in (*POOLINGS, TOKENS):
            own = {
                column: cell(COSENT, pooling, tier, names[column], **encoder)
                for column in COLUMNS
                if column in names
            }
            found |= {(prefix + pooling, column): one for column, one in own.items()}
            if len(own) == len(COLUMNS):
                found[prefix + pooling, AVERAGE] = Derived("mean", tuple(own.values()))
    return found


TABLE = "CoSENT, Table IX and V-G2"
CLAIMS = (
    Claim(
        "First-last is better than all other poolings on STS-B and SICK-R (BERT).",
        TABLE,
        tuple(
            Contrast(("first-last", column), (p, column))
            for column in ("STS-B", "SICK-R")
            for p in ("mean", "CLS", "max")
        ),
    ),
    Claim(
        "Max pooling has the best average of the four.",
        f"{TABLE} (by .02 to 2.03)",
        tuple(Contrast(("max", AVERAGE), (p, AVERAGE)) for p in POOLINGS if p != "max"),
    ),
    Claim(
        "The pooling has a significant impact on PAWS: max is over five points above first-last.",
        f"{TABLE} (35.42 against 19.43)",
        (Contrast(("max", "PAWS"), ("first-last", "PAWS"), 0.05),),
    ),
)

EXPERIMENT = Experiment(
    name="nli-poolings",
    title="CoSENT from NLI by pooling",
    cells=cells,
    claims=CLAIMS,
    published=Published(
        "cosent",
        "IX",
        {
            (prefix + p, column): (f"{prefix or 'BERT-base | '}NLI | CoSENT | {p}", column)
            for prefix in encoders("paper", OTHERS)
            for p in POOLINGS
            for column in (*COLUMNS, AVERAGE)
        },
    ),
    seeds=5,
)
