"""Table 6: what the head sees of a pair, and who can use it.

The head itself needs |u − v|, or it cannot compare. Whether the cosine, which is what the paper's
numbers are, suffers from a head that lacks u and v, is Table 6. So each row is read twice: by the
cosine, and by the head that was trained.

The lab trains the three heads on the six categories of STS-B (`categories`): on NLI, where they
were declared first, no loss with a head had left its start there then. The move was declared before
either of the two smaller heads had been trained.

Three seeds of each came first. The head on |u − v| alone ended 35 to 70 points apart by the cosine,
so a difference of 45 points had an error of 13 and two degrees of freedom. Eight were declared
then, as the other losses on six categories have.

A head at the encoder's rate was seen on half the pairs of NLI before a rate of its own was
declared, and the claim about it with that; it has a table of its own.
"""

from stsutils.experiments.common.declare import Experiment, Published
from stsutils.experiments.common.encoders import OTHERS_EN, encoders
from stsutils.experiments.regression import categories
from stsutils.experiments.regression.nli import (
    AVERAGE,
    HEAD_RATE,
    JUDGED,
    K2,
    UNTRAINED,
    loss,
    row,
    table,
    tuned,
    untrained,
)

ALL = "u, v, |u − v|"
OWN, SLOW = "a rate of its own", "the encoder's rate"
FEATURES = {"u, v": "u,v", "|u − v|": "|u-v|", ALL: "u,v,|u-v|"}
HEAD, ACCURACY = "STS-B by head", "NLI accuracy"
SIX, SIX_ACCURACY = "six categories", "six categories, accuracy"


def cells(tier: str) -> dict:
    """Smooth K2 with three heads, and no training; RoBERTa at the paper tier."""
    if tier == "lab":
        return _six(tier)
    found = {}
    for prefix in encoders(tier, OTHERS_EN):
        rows = {UNTRAINED: untrained(tier, prefix)}
        for name in FEATURES:
            rows[name] = row(K2, tier, prefix, loss=_seeing(name, loss(K2, prefix)))
        found |= table(rows, prefix, ("STS-B", AVERAGE, HEAD, ACCURACY))
    return found


def _six(tier: str) -> dict:
    """The three heads on six categories, at the rate that the whole one chose."""
    plain = categories.settings(K2, 0.0, tier)
    found = {(UNTRAINED, SIX): untrained(tier)["STS-B"]}
    for name in FEATURES:
        own = plain | {"loss": _seeing(name, plain["loss"])}
        found[name, SIX] = tuned(own, tier, own["test"][0], plain)
        found[name, SIX_ACCURACY] = tuned(own, tier, f"{own['classes'][0]} accuracy", plain)
    return found


def rates(tier: str) -> dict:
    """Smooth K2 on NLI with one rate for head and encoder, as the code has it, and with two."""
    own, slow = {"loss_lr": HEAD_RATE}, {"loss_lr": None}
    if tier == "lab":
        own, slow = own | {"rows": JUDGED}, slow | {"rows": JUDGED}
    rows = {
        UNTRAINED: untrained(tier),
        OWN: row(K2, tier, judge=own, **own),
        SLOW: row(K2, tier, judge=slow, **slow),
    }
    return table(rows, "", ("STS-B", AVERAGE, ACCURACY))


def _seeing(name: str, own: dict) -> dict:
    """The loss with the inputs of this head; all of them are what it has unasked."""
    return own if name == ALL else own | {"features": FEATURES[name]}


OTHER = tuple(name for name in FEATURES if name != ALL)
TABLE = "Zhang & Li, Table 6 and 4.5"

HEADS = Experiment(
    name="regression-features",
    title="Smooth K2 by what its head sees",
    cells=cells,
    published=Published(
        "sts_regression",
        "6",
        {
            (prefix + name, AVERAGE): (f"{theirs} | NLI | Smooth K2 | {printed}", "Spearman")
            for prefix, theirs in (("", "BERT-base"), ("RoBERTa-base | ", "RoBERTa-base"))
            for name, printed in (
                ("u, v", "u, v"),
                ("|u − v|", "abs(u-v)"),
                (ALL, "u, v, abs(u-v)"),
            )
        },
    ),
    metric="Spearman's ρ × 100; accuracy in %",
    seeds=8,
)
RATE = Experiment(
    name="regression-head-rate",
    title="Smooth K2 by the rate of its head",
    cells=rates,
    metric="Spearman's ρ × 100; accuracy in %",
    seeds=3,
)
