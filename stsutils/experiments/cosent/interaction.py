"""Interaction models: cross-entropy against CoSENT on the score of the pair, Table VII.

Eq. 11 has a λ without a value (20 is Eq. 10's), the authors' code has none (λ = 1): scores have no
bounds, unlike cosines. Both are run. STS-B (English, labels divided by 5 for cross-entropy) stands
beside the paper's sets. *No training* is the encoder's cosine by mean pooling: a model that reads
both sentences and stays below it has not learned the task.

The lab has 6,000 rows of each set or all of them (`sets.MORE`), mini-3, and a rate of its own for
each loss and set. The head has the encoder's rate: `loss_lr` is for layers of a loss, and the head
is the model's. It starts at random, so there are three epochs where other tables have two. A pair
is cut at 128 pieces, mini-3's most; only a few of PAWSX and BQ are longer. This took the place of
1,000 pairs with mini-2, with which every loss ended below *no training* on average. When it was
declared, all of those runs had been seen, and bi-encoders on the same rows; of its own, none.
Claims and margins are older.
"""

from dataclasses import replace

from stsutils.experiments.common.beside import printed
from stsutils.experiments.common.declare import Derived, Experiment, Tuned
from stsutils.experiments.common.encoders import OTHERS_ZH, encoders
from stsutils.experiments.common.sets import (
    AVERAGE,
    LOWER_RATES,
    SETS,
    SOFTMAX,
    UNTRAINED,
    grown,
    metric,
    settings,
    title,
    tuned,
    untrained,
)

COLUMNS = ("ATEC", "BQ", "LCQMC", "PAWSX")
CE, ONE, TWENTY = "cross-entropy", "CoSENT, λ = 1", "CoSENT, λ = 20"
LOSSES = {
    CE: {"name": "binary_cross_entropy"},
    ONE: {"name": "cosent", "scale": 1.0},
    TWENTY: {"name": "cosent", "scale": 20.0},
}

#: The lab's training, but for its rows and its rate: a random head on a small encoder needs longer.
LONGER = {"epochs": 3}


def cell(loss: str, column: str, tier: str, **changes) -> Tuned:
    """One training of an interaction model; at the lab seed 0 chooses its rate on the set."""
    found = _settings(loss, column, tier, **changes)
    own = tuned(found, tier, metric(column, tier), recipe="interaction-1", rates=LOWER_RATES)
    return replace(own, seeds=(0,))


def _settings(loss: str, column: str, tier: str, **changes) -> dict:
    own = (LONGER if tier == "lab" else {}) | changes
    found = settings(SOFTMAX, column, tier, loss=LOSSES[loss], **own)
    found["labels"] = SETS[column].unit if loss == CE else "raw"
    for key in ("pooling", "distributions"):
        found.pop(key, None)
    if tier == "paper":
        found["max_length"] = 256
    return found


def cells(tier: str) -> dict:
    """Three losses on four Chinese sets, their average, and STS-B; the encoder's own cosine."""
    found, columns, (stsb,) = {}, grown(tier, COLUMNS), grown(tier, ("STS-B",))
    for prefix, encoder in encoders(tier, OTHERS_ZH).items():
        start = {title(c): untrained(c, tier, **encoder) for c in columns}
        found |= {(prefix + UNTRAINED, column): one for column, one in start.items()}
        if start:
            found[prefix + UNTRAINED, AVERAGE] = Derived("mean", tuple(start.values()))
        for loss in LOSSES:
            own = {title(c): cell(loss, c, tier, **encoder) for c in columns}
            found |= {(prefix + loss, column): one for column, one in own.items()}
            if own:
                found[prefix + loss, AVERAGE] = Derived("mean", tuple(own.values()))
            if not prefix:
                found[loss, title(stsb)] = cell(loss, stsb, tier)
        if not prefix:
            found[UNTRAINED, title(stsb)] = untrained(stsb, tier)
    return found


TABLE = "CoSENT, Table VII and Section V-E"
OTHER = tuple(OTHERS_ZH)

EXPERIMENT = Experiment(
    name="interaction",
    title="Interaction models: cross-entropy and CoSENT",
    cells=cells,
    published=printed(
        "cosent",
        "VII",
        {
            loss: f"in-domain | interaction ({'cross-entropy' if loss == CE else 'CoSENT'})"
            for loss in LOSSES
        },
        (*COLUMNS, AVERAGE),
        OTHERS_ZH,
    ),
)
