"""One map of all losses: same encoder, rows and seeds, each with learning rates of its own.

Two columns, by the data that a reader has: graded pairs (STS-B), and NLI classes, both tested on
STS-B. Softmax, cosine-MSE and CoSENT share their runs on STS-B with `supervised` and
`contrastive-threshold`; on NLI with the table `nli-to-sts`, and the losses of the regression
document with its table `regression-losses`. Each loss chooses its rate in each column.
Those without a head have five to seven rates; those with one have six or eight pairs of rates on
STS-B, and twelve or sixteen on NLI.

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
from stsutils.experiments.common.declare import Experiment, Tuned, printed
from stsutils.experiments.common.trainings import in_domain, tuned, untrained
from stsutils.experiments.cosent import nli_to_sts
from stsutils.experiments.regression import losses, nli
from stsutils.experiments.regression.nli import K2, L1, RELU

GRADED, CLASSES = "STS-B", "SNLI → STS-B"
COLUMNS = (GRADED, CLASSES)
ANGLE, PEARSON, LARGE = "AnglE", "Pearson", "Pearson, batches of 256"
LOSSES = (sets.SOFTMAX, sets.CONTRASTIVE, sets.MSE, L1, RELU, K2, sets.COSENT, ANGLE, PEARSON)
#: Losses of this table alone, which read labels as they are: on classes, and on scores.
ON_CLASSES = {name: nli.loss(name) for name in (L1, RELU, K2)}
ON_CLASSES |= {ANGLE: {"name": "angle", "scale": 20.0}, PEARSON: {"name": "pearson"}}
ON_SCORES = ON_CLASSES | {name: ON_CLASSES[name] | {"tolerance": 0.2} for name in (RELU, K2)}
ENTAILED = "binary>1.5"  # neutral and contradiction are the other class


def graded(loss: str, tier: str) -> Tuned:
    """One training on STS-B, its rate chosen by itself."""
    if loss in ON_SCORES:
        rates = (sets.LOWER_RATES[0] / 2, *sets.LOWER_RATES) if (loss, tier) == (K2, "lab") else ()
        return tuned(sets.COSENT, GRADED, tier, rates, loss=ON_SCORES[loss])
    return in_domain(loss, GRADED, tier)


def classes(loss: str, tier: str) -> Tuned:
    """One training on NLI classes, tested on STS-B; Table III and the regression table share it."""
    test = nli_to_sts.tests(tier, sets.UNTRAINED)[GRADED]
    if loss in sets.LOSSES:
        return nli_to_sts.cell(loss, "mean", tier, test)
    if tier == "lab" and loss in (L1, RELU, K2):
        return losses.at_the_lab(loss)[GRADED]
    if loss == sets.CONTRASTIVE:
        return nli_to_sts.cell(loss, "mean", tier, test, test=[test], labels=ENTAILED)
    return nli_to_sts.cell(sets.COSENT, "mean", tier, test, test=[test], loss=ON_CLASSES[loss])


def in_large_batches(cell: Tuned) -> Tuned:
    """The same in batches of 256, whose rates are four times as high, with half of the lowest."""
    rates = [4 * run["lr"] for run in cell.candidates]
    each = [{"batch_size": 256, "lr": rate} for rate in (rates[0] / 2, *rates)]

    def larger(runs: tuple[dict, ...]) -> tuple[dict, ...]:
        return tuple(run | one for run in runs[:1] for one in each)

    return replace(cell, candidates=larger(cell.candidates), judges=larger(cell.judges))


def cells(tier: str) -> dict:
    """The encoder as it is, and nine losses, by two kinds of data; one also in large batches."""
    raw = nli_to_sts.untrained("mean", tier)[GRADED]
    cells = {(sets.UNTRAINED, GRADED): untrained(GRADED, tier) if tier == "lab" else raw}
    cells |= {(loss, GRADED): graded(loss, tier) for loss in LOSSES}
    cells[sets.UNTRAINED, CLASSES] = raw
    cells |= {(loss, CLASSES): classes(loss, tier) for loss in LOSSES}
    for column in COLUMNS if tier == "lab" else ():
        cells[LARGE, column] = in_large_batches(cells[PEARSON, column])
    return cells


PRINTED = {sets.SOFTMAX: "NLI | cross-entropy"} | {row: f"NLI | {row}" for row in (L1, RELU, K2)}
EXPERIMENT = Experiment(
    name="loss-map",
    title="One map of all losses",
    cells=cells,
    published=printed("sts_regression", "1", PRINTED, {CLASSES: GRADED}),
)
