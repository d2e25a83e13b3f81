"""Interaction models: cross-entropy against CoSENT on the score of the pair, Table VII.

Eq. 11 has a λ without a value (20 is Eq. 10's), the authors' code has none (λ = 1): scores have no
bounds, unlike cosines. Both are run. STS-B (English, labels divided by 5 for cross-entropy) stands
beside the paper's sets. *No training* is the encoder's cosine by mean pooling: a model that reads
both sentences and stays below it has not learned the task.

The head has the encoder's rate: `loss_lr` is for layers of a loss, and the head is the model's. It
starts at random, so the lab has three epochs where other tables have two. A pair is cut at 128
pieces, mini-3's most; only a few of PAWSX and BQ are longer.
"""

from stsutils.experiments.common import sets
from stsutils.experiments.common.declare import Experiment, Tuned, printed
from stsutils.experiments.common.encoders import OTHERS_ZH, encoders
from stsutils.experiments.common.trainings import choose, grid, settings, untrained

COLUMNS = ("ATEC", "BQ", "LCQMC", "PAWSX")
CE, ONE, TWENTY = "cross-entropy", "CoSENT, λ = 1", "CoSENT, λ = 20"
LOSSES = {
    CE: {"name": "binary_cross_entropy"},
    ONE: {"name": "cosent", "scale": 1.0},
    TWENTY: {"name": "cosent", "scale": 20.0},
}


def cell(loss: str, column: str, tier: str, **changes) -> Tuned:
    """One training of an interaction model."""
    own = {"epochs": 3} if tier == "lab" else {"max_length": 256}
    labels = sets.SETS[column].unit if loss == CE else "raw"
    run = settings(sets.SOFTMAX, column, tier, loss=LOSSES[loss], labels=labels, **own, **changes)
    run = {key: run[key] for key in run if key not in ("pooling", "distributions")}
    rates = sets.LOWER_RATES if tier == "lab" else None
    return choose(run, sets.metric(column, tier), rates, recipe="interaction-1")


def cells(tier: str) -> dict:
    """Three losses on four Chinese sets, their average, and STS-B; the encoder's own cosine."""
    cells = {}
    for prefix, encoder in encoders(tier, OTHERS_ZH).items():
        rows = {sets.UNTRAINED: {c: untrained(c, tier, **encoder) for c in COLUMNS}}
        rows |= {loss: {c: cell(loss, c, tier, **encoder) for c in COLUMNS} for loss in LOSSES}
        cells |= grid(rows, prefix, COLUMNS)
    cells |= {(loss, "STS-B"): cell(loss, "STS-B", tier) for loss in LOSSES}
    return cells | {(sets.UNTRAINED, "STS-B"): untrained("STS-B", tier)}


PRINTED = {CE: "cross-entropy", ONE: "CoSENT", TWENTY: "CoSENT"}
PRINTED = {loss: f"in-domain | interaction ({theirs})" for loss, theirs in PRINTED.items()}
EXPERIMENT = Experiment(
    name="interaction",
    title="Interaction models: cross-entropy and CoSENT",
    cells=cells,
    published=printed("cosent", "VII", PRINTED, (*COLUMNS, sets.AVERAGE), OTHERS_ZH),
)
