"""CoSENT trained on NLI, by pooling, on four sets: Table IX, read off the runs of Table III."""

from stsutils.claims import Claim
from stsutils.experiments.common.beside import over, printed
from stsutils.experiments.common.declare import Derived, Experiment
from stsutils.experiments.common.encoders import OTHERS_EN, encoders
from stsutils.experiments.common.sets import AVERAGE, COSENT, POOLINGS
from stsutils.experiments.cosent.nli_to_sts import TOKENS, cell, tests

COLUMNS = ("STS-B", "SICK-R", "PAWS", "MRPC")


def cells(tier: str) -> dict:
    """Five poolings on four sets and their average."""
    found, names = {}, tests(tier, COSENT)
    for prefix, encoder in encoders(tier, OTHERS_EN).items():
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
        over("first-last", ("mean", "CLS", "max"), ("STS-B", "SICK-R")),
    ),
    Claim(
        "Max pooling has the best average of the four.",
        f"{TABLE} (by .02 to 2.03)",
        over("max", tuple(p for p in POOLINGS if p != "max"), (AVERAGE,)),
    ),
    Claim(
        "The pooling has a significant impact on PAWS: max is over five points above first-last.",
        f"{TABLE} (35.42 against 19.43)",
        over("max", "first-last", ("PAWS",), 0.05),
    ),
)

EXPERIMENT = Experiment(
    name="nli-poolings",
    title="CoSENT from NLI by pooling",
    cells=cells,
    claims=CLAIMS,
    published=printed(
        "cosent",
        "IX",
        {p: f"NLI | CoSENT | {p}" for p in POOLINGS},
        (*COLUMNS, AVERAGE),
        OTHERS_EN,
    ),
)
