"""Six categories of STS-B, clean and noisy: Table 1's losses on the paper's own kind of task.

The paper's framework is for "multi-category STS tasks", and its own example is a scale of
relevance. So the five losses are also trained on STS-B with scores cut to 0, 1, …, 5: at the lab
mini-3 on all 5,749 pairs, two epochs, tested on the scores as they are. "Accuracy" is that of the
head on the same categories of the test pairs.

When is Translated ReLU worth it? Section 3.3 advises Smooth K2 for clean labels and Translated ReLU
for noisy ones, and does not test it. Here a quarter of the labels, or half of them, are dealt out
anew among themselves. What a wrong label costs grows with the error's square for Smooth K2 and MSE,
with the error for L1 and Translated ReLU. The pairs to choose the moment by are clean, for all rows
alike. A loss keeps the rate that it chose without noise.
"""

from stsutils.experiments.common.declare import Experiment, Tuned
from stsutils.experiments.common.encoders import BERT, MINI_3
from stsutils.experiments.common.sets import UNTRAINED
from stsutils.experiments.common.trainings import PAPER_RATE
from stsutils.experiments.regression import nli

SHARES = {"no noise": 0.0, "a quarter of the labels noise": 0.25, "half the labels noise": 0.5}
RATES = (*nli.RATES, 8e-4)
ACCURACY = "accuracy, no noise"
TEST, CLASSED = "stsb:test", "stsb:test|floor"
#: How often the head of a training names the category.
NAMED = f"{CLASSED} accuracy"


def settings(name: str, tier: str, **changes) -> dict:
    """One training on STS-B's categories, without a rate; ``changes`` of its loss' settings win."""
    classes = {"classes": 6} if name == nli.CE else {}
    run = {"pooling": "mean", "batch_size": 16, "epochs": 2, "evaluations": 4}
    run |= {"train": "stsb:train", "labels": "floor", "test": [TEST], "classes": [CLASSED]}
    run |= {"loss": nli.loss(name) | classes | changes}
    if tier == "lab":
        lab = {"encoder": MINI_3, "validation": "stsb:validation@500", "precision": "bfloat16"}
        return run | lab
    return run | {"encoder": BERT, "validation": "stsb:validation"}


def cell(run: dict, tier: str, judge: dict | None = None, metric: str = TEST) -> Tuned:
    """A number of a training on the categories; ``judge`` chooses its rate."""
    return nli.choose(run, metric, RATES if tier == "lab" else (PAPER_RATE,), judge)


def table(runs: dict[str, dict], column: str, judge: dict | None = None) -> dict:
    """Cells of no training and of trainings by row, at the lab."""
    cells = {(UNTRAINED, column): nli.untrained("lab")["STS-B"]}
    return cells | {(row, column): cell(run, "lab", judge) for row, run in runs.items()}


def cells(tier: str) -> dict:
    """Five losses with and without noise; no training, which no noise reaches."""
    cells = {(UNTRAINED, column): nli.untrained(tier)["STS-B"] for column in SHARES}
    for name in nli.LOSSES:
        clean = settings(name, tier)
        for column, share in SHARES.items():
            cells[name, column] = cell(clean | {"noise": share}, tier, clean)
        cells[name, ACCURACY] = cell(clean, tier, metric=NAMED)
    return cells


EXPERIMENT = Experiment(
    name="regression-categories",
    title="Six categories of STS-B, clean and noisy",
    cells=cells,
    metric="Spearman's ρ × 100; accuracy in %",
    seeds=8,
)
