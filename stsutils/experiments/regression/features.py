"""What the head sees of a pair (Table 6), and the rate at which it learns.

The head itself needs |u − v|, or it cannot compare. Whether the cosine, which is what the paper's
numbers are, suffers from a head that lacks u and v, is Table 6. So each row is read twice: by the
cosine, and by the head that was trained. The lab trains the three heads on the six categories of
STS-B (`categories`), the paper tier on NLI, as in the paper.

The code has one rate for head and encoder. The second table has that, and a rate of the head's own,
on half the pairs of NLI.
"""

from stsutils.experiments.common.declare import Experiment, printed
from stsutils.experiments.common.encoders import OTHERS_EN, encoders
from stsutils.experiments.common.sets import AVERAGE
from stsutils.experiments.regression import categories, nli
from stsutils.experiments.regression.nli import ACCURACY, BY_HEAD, K2

ALL = "u, v, |u − v|"
#: What the head sees → the setting of the loss; it sees all unasked.
FEATURES = {"u, v": {"features": "u,v"}, "|u − v|": {"features": "|u-v|"}, ALL: {}}
PRINTED = {"u, v": "NLI | Smooth K2 | u, v", "|u − v|": "NLI | Smooth K2 | abs(u-v)"}
PRINTED[ALL] = "NLI | Smooth K2 | u, v, abs(u-v)"
METRIC = "Spearman's ρ × 100; accuracy in %"


def cells(tier: str) -> dict:
    """Smooth K2 with three heads, and no training; RoBERTa at the paper tier."""
    if tier == "lab":
        return on_categories()
    cells = {}
    for prefix in encoders(tier, OTHERS_EN):
        losses = {name: nli.loss(K2, prefix) | inputs for name, inputs in FEATURES.items()}
        rows = {name: nli.row(K2, tier, prefix, loss=loss) for name, loss in losses.items()}
        cells |= nli.table(tier, rows, ("STS-B", AVERAGE, BY_HEAD, ACCURACY), prefix)
    return cells


def on_categories() -> dict:
    """The three heads at the lab, with the rate that the whole one chooses."""
    judge = categories.settings(K2, "lab")
    runs = {name: categories.settings(K2, "lab", **inputs) for name, inputs in FEATURES.items()}
    cells = categories.table(runs, "six categories", judge)
    for name, run in runs.items():
        accuracy = categories.cell(run, "lab", judge, categories.NAMED)
        cells[name, "six categories, accuracy"] = accuracy
    return cells


def by_rate(tier: str) -> dict:
    """Smooth K2 on NLI with one rate for head and encoder, as the code has it, and with two."""
    pairs = {"rows": nli.JUDGED} if tier == "lab" else {}
    rows = {"a rate of its own": nli.row(K2, tier, loss_lr=nli.HEAD_RATE, **pairs)}
    rows["the encoder's rate"] = nli.row(K2, tier, loss_lr=None, beyond=(5e-5,), **pairs)
    return nli.table(tier, rows, ("STS-B", AVERAGE, ACCURACY))


HEADS = Experiment(
    name="regression-features",
    title="Smooth K2 by what its head sees",
    cells=cells,
    published=printed("sts_regression", "6", PRINTED, {AVERAGE: "Spearman"}, OTHERS_EN),
    metric=METRIC,
    seeds=8,
)
RATE = Experiment(
    "regression-head-rate", "Smooth K2 by the rate of its head", by_rate, metric=METRIC, seeds=3
)
