"""Where the cosines lie: Fig. 5, on four sets of two classes.

The runs of Tables IV and VI, the contrastive loss at ε = 0 beside them, and the encoder before any
training: a loss that asks for an order alone may leave the cosines where it found them. The records
hold the percentiles of each class's cosines, from which the densities are drawn. For two classes
Spearman over its tie ceiling is 2·AUC − 1: the two say the same.

At the lab PAWS stands there three times: all rows with mini-3 and mean pooling, as in the paper;
the same by CLS pooling; 1,000 with all-MiniLM-L6-v2. The two are further lines under the claims
that were declared for the first, whose runs are those of Tables I and IV (before, mini-2 saw
1,000 pairs with mean pooling and learned nothing). The last claim was declared on the overlap of
the classes, which crowded cosines share whatever their order; the AUC, which no crowding changes,
has taken its place.
"""

from dataclasses import replace

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import (
    CONTRASTIVE,
    COSENT,
    DENSITIES,
    LEARNED,
    MSE,
    SOFTMAX,
    UNTRAINED,
    grown,
    in_domain,
    title,
    untrained,
)

LOSSES = (CONTRASTIVE, MSE, SOFTMAX, COSENT)
ROWS = (*LOSSES, UNTRAINED)
HARD = ("PAWS", "PAWSX", "ATEC")
#: Our columns of a set → what is added to the name of its test score.
NUMBERS = {"Spearman": "", "of ceiling": " of ceiling", "AUC": " auc", "overlap": " overlap"}
NUMBERS |= {"spread": " spread", "near zero": " near zero", "negative mean": " negative mean"}


def column(name: str, number: str) -> str:
    """The name of a column: ``column("ATEC", "overlap")``."""
    return f"{title(name)}: {number}"


def places(tier: str) -> list[str]:
    """The sets of a tier, and at the lab PAWS as it can be learned there."""
    return grown(tier, DENSITIES + LEARNED)


def cells(tier: str) -> dict:
    """Four losses and the untrained encoder on four sets, seven numbers each."""
    found = {}
    for name in places(tier):
        runs = {loss: in_domain(loss, name, tier) for loss in LOSSES}
        runs[UNTRAINED] = untrained(name, tier)
        for row, run in runs.items():
            for number, suffix in NUMBERS.items():
                found[row, column(name, number)] = replace(run, metric=run.metric + suffix)
    return found


SEEN = DENSITIES + LEARNED

EXPERIMENT = Experiment(
    name="distributions",
    title="Where the cosines of the two classes lie",
    cells=cells,
    metric="Spearman's ρ, shares and cosines × 100",
    floor=None,
)
