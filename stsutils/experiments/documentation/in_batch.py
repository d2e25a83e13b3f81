"""Softmax over NLI's classes against InfoNCE, in-batch negatives, on the same pairs.

No run of its own: softmax is *cross-entropy* of the regression document's Table 1, InfoNCE the
start of its small contrastive encoder. Both see two epochs in batches of 64 and the same validation
pairs. InfoNCE reads the entailed pairs alone, a third of them, at one rate that nothing chose.
"""

from stsutils.experiments.common.declare import Cell, Experiment, lab_only
from stsutils.experiments.common.nli import SEVEN
from stsutils.experiments.common.sets import SOFTMAX, UNTRAINED
from stsutils.experiments.common.trainings import grid
from stsutils.experiments.regression import losses, nli, two_stages


def cells() -> dict:
    """Softmax, InfoNCE and no training on seven sets."""
    small = two_stages.cells_of_mini()
    rows: dict[str, dict[str, Cell]] = {
        UNTRAINED: {column: small[UNTRAINED, column] for column in SEVEN},
        SOFTMAX: {column: losses.at_the_lab(nli.CE)[column] for column in SEVEN},
        "InfoNCE": {column: small[two_stages.START, column] for column in SEVEN},
    }
    return grid(rows, average=SEVEN)


EXPERIMENT = Experiment(
    "in-batch", "Softmax against in-batch negatives on NLI", lab_only(cells), seeds=8
)
