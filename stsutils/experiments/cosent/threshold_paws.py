"""Table I once more on PAWS, where an encoder can learn it: mini-3 on all local rows.

`threshold` trains mini-2 on 500 pairs of PAWS with mean pooling and stays near chance. Here a run
sees all local rows for two epochs and is tested on the whole test split. The validation split is
cut in two that share no sentence: one part trains, the other chooses the moment and, with seed 0,
the rate of each family of losses (`FAMILIES`): one rate for all thresholds. The softmax loss
chooses a rate of its head besides.

The number of seeds. Three trainings with mini-3 on PAWS (`raw-encoders`) had a standard deviation
of 4.5 points. So the error of a difference of two means is 2.8 points with five seeds: ten points
are seen in about three cases of four, five are not. The paper's differences in this column are up
to 68 points. Five seeds therefore, declared before any of these runs.

No claim stands here. When all seeds are there, this column takes the place of the other one under
the claims of `threshold`, with the margins that they have.
"""

from itertools import product

from stsutils.experiments.common.declare import Cell, Experiment, Tuned
from stsutils.experiments.common.sets import (
    COSENT,
    MSE,
    SOFTMAX,
    WHOLE,
    WHOLE_PLACES,
    WHOLE_RATES,
    reading,
)
from stsutils.experiments.cosent import threshold
from stsutils.experiments.cosent.threshold import (
    DIRECT,
    FORMS,
    LINEAR,
    RANDOM,
    SQUARED,
    row,
)

COLUMN = "PAWS"
#: The row whose validation score chooses a row's rate, where that is not the row itself.
FAMILIES = {row(e, form): row(0.0, "as coded") for e in threshold.THRESHOLDS for form in FORMS}
FAMILIES[LINEAR] = row(0.0, "as coded")
#: The rates of the softmax loss' head. Its encoder has the two middle rates of the others.
HEAD_RATES = (1e-3, 1e-2)


def cells(tier: str) -> dict:
    """Every loss of Table I's page, annotated and random negatives, and no training."""
    if tier != "lab":
        return {}
    test = WHOLE_PLACES[COLUMN]["test"]
    runs = losses()
    found = {(name, COLUMN): _rated(name, runs, test) for name in runs}
    raw = {"encoder": WHOLE["encoder"], "pooling": "mean", "test": [test], "max_length": 128}
    return found | {("no training", COLUMN): Cell(raw, test, "raw-1")}


def losses() -> dict[str, dict]:
    """Row → settings of its training, without a rate."""
    places = WHOLE_PLACES[COLUMN]
    common = WHOLE | places | {"test": [places["test"]], "labels": "raw"}
    found = {name: common | {"loss": loss} for name, loss in threshold.losses().items()}
    found |= {name: common | reading(name, COLUMN) for name in (MSE, COSENT, SOFTMAX)}
    found[SQUARED] = found[MSE]  # the same function on two classes: one run for both rows
    for name in (DIRECT, SQUARED, row(-1.0, "as coded"), COSENT):
        found[name + RANDOM] = {**found[name], "negatives": "random"}
    return found


def _rated(name: str, runs: dict, metric: str) -> Tuned:
    """A row with the rate that its family chooses by its validation score with seed 0."""
    if name == SOFTMAX:
        rates = [{"lr": a, "loss_lr": b} for a, b in product(WHOLE_RATES[1:3], HEAD_RATES)]
    else:
        rates = [{"lr": rate} for rate in WHOLE_RATES]
    plain = name.removesuffix(RANDOM)
    judge = runs[FAMILIES.get(plain, plain)]
    return Tuned(
        tuple(runs[name] | own for own in rates),
        metric,
        seeds=(0,),
        judges=tuple(judge | own for own in rates),
    )


EXPERIMENT = Experiment(
    name="threshold-whole",
    title="The contrastive loss by threshold, PAWS with all rows and mini-3",
    cells=cells,
    published=threshold.EXPERIMENT.published,
)
