"""Where the cosines lie: Fig. 5, on four sets of two classes.

The runs of Tables IV and VI, the contrastive loss at ε = 0 beside them, and the encoder before any
training: a loss that asks for an order alone may leave the cosines where it found them. The records
hold the percentiles of each class's cosines, from which the densities are drawn. For two classes
Spearman over its tie ceiling is 2·AUC − 1: the two say the same. At the lab PAWS stands there
twice: by mean pooling, as in the paper, and by CLS pooling.
"""

from dataclasses import replace

from stsutils.experiments.common import sets
from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.trainings import in_domain, untrained

LOSSES = (sets.CONTRASTIVE, sets.MSE, sets.SOFTMAX, sets.COSENT)
#: Our columns of a set → what is added to the name of its test score.
NUMBERS = {"Spearman": "", "of ceiling": " of ceiling", "AUC": " auc", "overlap": " overlap"}
NUMBERS |= {"spread": " spread", "near zero": " near zero", "negative mean": " negative mean"}


def cells(tier: str) -> dict:
    """Four losses and the untrained encoder, seven numbers each."""
    cells = {}
    for name in (*sets.DENSITIES, *[sets.PAWS_CLS] * (tier == "lab")):
        rows = {loss: in_domain(loss, name, tier) for loss in LOSSES}
        for row, cell in (rows | {sets.UNTRAINED: untrained(name, tier)}).items():
            for number, suffix in NUMBERS.items():
                cells[row, f"{name}: {number}"] = replace(cell, metric=cell.metric + suffix)
    return cells


EXPERIMENT = Experiment(
    name="distributions",
    title="Where the cosines of the two classes lie",
    cells=cells,
    metric="Spearman's ρ, shares and cosines × 100",
)
