"""Losses on the static encoder: graded pairs, two classes, and PAWS as a control.

PAWS' pairs share their words, so an encoder that cannot see their order can learn nothing there:
what a loss gains on it is memory of sentences, or chance.
"""

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import CONTRASTIVE, COSENT, MSE, SETS, SOFTMAX, UNTRAINED
from stsutils.experiments.documentation.static import start, training

COLUMNS = ("STS-B", "SICK-R", "MRPC", "PAWS")
ONLINE, PEARSON, ANGLE = "online contrastive", "Pearson", "AnglE"


def losses(column: str) -> dict[str, tuple[dict, str]]:
    """Row → the loss, and how it reads the set's labels."""
    one = SETS[column]
    labels, classes = one.classes
    return {
        SOFTMAX: ({"name": "softmax", "classes": classes}, labels),
        CONTRASTIVE: ({"name": "contrastive", "threshold": 0.0, "form": "as_coded"}, one.two),
        ONLINE: ({"name": "online_contrastive"}, one.two),
        MSE: ({"name": "cosine_mse"}, one.unit),
        PEARSON: ({"name": "pearson"}, "raw"),
        COSENT: ({"name": "cosent"}, "raw"),
        ANGLE: ({"name": "angle"}, "raw"),
    }


def cells(tier: str) -> dict:
    """Seven losses and no training; only the lab has them."""
    if tier != "lab":
        return {}
    cells = {(UNTRAINED, column): start(column) for column in COLUMNS}
    for column in COLUMNS:
        for name, (loss, labels) in losses(column).items():
            cells[name, column] = training(column, loss, labels)
    return cells


EXPERIMENT = Experiment(name="static-losses", title="Losses on a static encoder", cells=cells)
