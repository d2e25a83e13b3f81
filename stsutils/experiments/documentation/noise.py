"""Contrastive and online contrastive, with clean labels and with a fifth of them dealt out anew.

Both at the threshold that the documentation shows: a margin of .5, which lets a negative go below
a cosine of .5. Each chooses its rate by clean validation pairs.
"""

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import SETS, UNTRAINED
from stsutils.experiments.documentation.static import start, training

COLUMNS = ("MRPC", "STS-B", "SICK-R")
PLAIN = {"name": "contrastive", "threshold": 0.5, "form": "as_coded"}
LOSSES = {"contrastive": PLAIN, "online contrastive": {"name": "online_contrastive"}}
SHARE = 0.2
NOISY = ", a fifth of the labels dealt anew"


def cells(tier: str) -> dict:
    """Two losses by two kinds of labels; only the lab has them."""
    if tier != "lab":
        return {}
    cells = {(UNTRAINED, column): start(column) for column in COLUMNS}
    for column in COLUMNS:
        for name, loss in LOSSES.items():
            cells[name, column] = training(column, loss, SETS[column].two)
            cells[name + NOISY, column] = training(column, loss, SETS[column].two, noise=SHARE)
    return cells


EXPERIMENT = Experiment(name="label-noise", title="Hard pairs alone, and noisy labels", cells=cells)
