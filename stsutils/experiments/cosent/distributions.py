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

from stsutils.claims import Claim, Contrast
from stsutils.experiments.common.beside import over
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


def _each(a: str, b: str, names: tuple, number: str, margin: float = 0.0) -> tuple[Contrast, ...]:
    return over(a, b, (column(name, number) for name in names), margin)


OTHER_LOSSES = (CONTRASTIVE, MSE, SOFTMAX)
SEEN = DENSITIES + LEARNED
CLAIMS = (
    Claim(
        "CoSENT's cosines are typically more dispersed than those of the other losses.",
        "CoSENT, Fig. 5 and Section V-H",
        tuple(c for loss in OTHER_LOSSES for c in _each(COSENT, loss, SEEN, "spread")),
        "most",
        "Compared to the other loss, CoSENT typically exhibits a more dispersed distribution.",
    ),
    Claim(
        "CoSENT tells the classes apart best: its AUC is the highest.",
        "CoSENT, Section V-H, of which this is the better performance (declared when the runs had "
        "been seen)",
        tuple(c for loss in OTHER_LOSSES for c in _each(COSENT, loss, SEEN, "AUC")),
        quote="… a more dispersed distribution, leading to better performance on STS tasks.",
    ),
    Claim(
        "On ATEC the contrastive and the MSE loss crowd around 0, CoSENT does not.",
        "CoSENT, Fig. 5 and Section V-H",
        (
            *_each(CONTRASTIVE, COSENT, ("ATEC",), "near zero", 0.10),
            *_each(MSE, COSENT, ("ATEC",), "near zero", 0.10),
        ),
        quote="On the ATEC dataset, contrastive loss and MSE loss tend to concentrate around 0.",
        again=(column("ATEC", "near zero"),),
    ),
    Claim(
        "On sets with many hard negatives the contrastive loss at ε = 0 tells the classes apart "
        "less well than CoSENT: its AUC is lower.",
        "CoSENT, Section V-H",
        _each(COSENT, CONTRASTIVE, HARD + LEARNED, "AUC"),
        quote="The PAWS, PAWSX, and ATEC datasets contain numerous difficult negative samples, "
        "making it challenging for the contrastive loss to differentiate them.",
    ),
)

EXPERIMENT = Experiment(
    name="distributions",
    title="Where the cosines of the two classes lie",
    cells=cells,
    claims=CLAIMS,
    metric="Spearman's ρ, shares and cosines × 100",
    floor=None,
)
