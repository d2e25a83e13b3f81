"""One map of all losses: same encoder, rows, seeds and number of learning rates for each.

Two columns, by the data that a reader has: graded pairs (STS-B), and NLI classes, both tested on
STS-B. Softmax, cosine-MSE and CoSENT share their runs on STS-B with `supervised` and
`contrastive-threshold`; on NLI with the table `nli-to-sts`, and the losses of the regression
document with its table `regression-losses`. Each loss chooses its rate in each column.

How each loss reads its labels: softmax takes scores cut to whole numbers, contrastive two classes
(above 2.5; entailment or not), cosine-MSE numbers from 0 to 1, and all others the labels as they
are. Pearson's correlation is one of a batch, so it has a row in batches as all others have (16, on
NLI 64) and one in batches of 256, whose rates are four times as high. The two losses with a
tolerance have the settings of their paper: BERT's slope, a tolerance of .25 on classes and .2 on
scores. AnglE is its angle objective alone, CoSENT's loss on another score.

Left out: triplet and InfoNCE, because no NLI triplets are in the local layout (`all_nli_triplets`
is on the hub only), and other triplets would be other data. The losses on a teacher's rows
(ListNet, ListMLE, …), because what they learn depends on the teacher: another question. The blog's
direct losses stand in the table `contrastive-threshold`.
"""

from dataclasses import replace

from stsutils.experiments.common import sets
from stsutils.experiments.common.declare import Experiment, Published, Tuned
from stsutils.experiments.common.trainings import (
    choose,
    in_domain,
    rates_at,
    settings,
    untrained,
)
from stsutils.experiments.cosent import nli_to_sts
from stsutils.experiments.regression import losses

GRADED, CLASSES = "STS-B", "SNLI → STS-B"
COLUMNS = (GRADED, CLASSES)
L1, RELU, K2, ANGLE = "L1", "Translated ReLU", "Smooth K2", "AnglE"
PEARSON, LARGE = "Pearson", "Pearson, batches of 256"
NOTHING = sets.UNTRAINED
LOSSES = (sets.SOFTMAX, sets.CONTRASTIVE, sets.MSE, L1, RELU, K2, sets.COSENT, ANGLE, PEARSON)
#: At the lab only: batches, and what they multiply the rates by.
LARGE_BATCH, LARGE_RATES = 256, 4
#: Rows of this table alone, which read labels as they are: the loss on scores, and on classes.
OWN = {
    L1: ({"name": "l1"}, {"name": "l1"}),
    RELU: tuple({"name": "translated_relu", "slope": 2.5, "tolerance": t} for t in (0.2, 0.25)),
    K2: tuple({"name": "smooth_k2", "slope": 2.0, "tolerance": t} for t in (0.2, 0.25)),
    ANGLE: ({"name": "angle", "scale": 20.0}, {"name": "angle", "scale": 20.0}),
    PEARSON: ({"name": "pearson"}, {"name": "pearson"}),
    LARGE: ({"name": "pearson"}, {"name": "pearson"}),
}
ENTAILED = "binary>1.5"  # neutral and contradiction are the other class


def graded(loss: str, tier: str) -> Tuned:
    """One training on STS-B, its rate chosen by itself."""
    if loss not in OWN:
        return in_domain(loss, GRADED, tier)
    run, rates = settings(sets.COSENT, GRADED, tier, loss=OWN[loss][0]), rates_at(GRADED, tier)
    if loss == LARGE:
        run["batch_size"], rates = LARGE_BATCH, [LARGE_RATES * rate for rate in rates]
    return choose(run, sets.metric(GRADED, tier), rates, run)


def classes(loss: str, tier: str) -> Tuned:
    """One training on NLI classes, tested on STS-B; Table III and the regression table share it."""
    test = nli_to_sts.tests(tier, NOTHING)[GRADED]
    if loss in sets.LOSSES:
        return nli_to_sts.cell(loss, "mean", tier, test)
    if tier == "lab" and loss in (L1, RELU, K2):
        return losses.at_the_lab(loss)[GRADED]
    changes = {"labels": "raw", "loss": OWN[loss][1]} if loss in OWN else sets.reading(loss, GRADED)
    if loss == sets.CONTRASTIVE:
        changes["labels"] = ENTAILED
    base = nli_to_sts.cell(sets.COSENT, "mean", tier, test)
    if loss == LARGE:
        changes["batch_size"] = LARGE_BATCH
        runs = tuple(run | {"lr": LARGE_RATES * run["lr"]} for run in base.candidates)
        base = replace(base, candidates=runs, judges=tuple(run | {"test": []} for run in runs))
    return replace(
        base,
        candidates=tuple({**run, **changes, "test": [test]} for run in base.candidates),
        judges=tuple({**run, **changes} for run in base.judges),
    )


def cells(tier: str) -> dict:
    """The encoder as it is, and nine losses, by two kinds of data; one also in large batches."""
    rows = (*LOSSES, LARGE) if tier == "lab" else LOSSES
    raw = nli_to_sts.untrained("mean", tier)[GRADED]
    cells = {(NOTHING, GRADED): untrained(GRADED, tier) if tier == "lab" else raw}
    cells |= {(loss, GRADED): graded(loss, tier) for loss in rows}
    cells[NOTHING, CLASSES] = raw
    return cells | {(loss, CLASSES): classes(loss, tier) for loss in rows}


EXPERIMENT = Experiment(
    name="loss-map",
    title="One map of all losses",
    cells=cells,
    published=Published(
        "sts_regression",
        "1",
        {
            (row, CLASSES): (f"BERT-base | NLI | {theirs}", "STS-B")
            for row, theirs in ((sets.SOFTMAX, "cross-entropy"), *((r, r) for r in (L1, RELU, K2)))
        },
    ),
)
