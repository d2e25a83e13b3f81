"""Losses on the static encoder: graded pairs, two classes, and PAWS as a control.

PAWS' pairs share their words, so an encoder that cannot see their order can learn nothing there:
what a loss gains on it is memory of sentences, or chance.
"""

from stsutils.experiments.common.sets import CONTRASTIVE, COSENT, MSE, SETS, SOFTMAX
from stsutils.experiments.documentation.static import table, training

COLUMNS = ("STS-B", "SICK-R", "MRPC", "PAWS")


def rows(column: str) -> dict:
    """Seven losses, each with its reading of the set's labels."""
    one = SETS[column]
    labels, classes = one.classes
    losses = {
        SOFTMAX: ({"name": "softmax", "classes": classes}, labels),
        CONTRASTIVE: ({"name": "contrastive", "threshold": 0.0, "form": "as_coded"}, one.two),
        "online contrastive": ({"name": "online_contrastive"}, one.two),
        MSE: ({"name": "cosine_mse"}, one.unit),
        "Pearson": ({"name": "pearson"}, "raw"),
        COSENT: ({"name": "cosent"}, "raw"),
        "AnglE": ({"name": "angle"}, "raw"),
    }
    return {name: training(column, *how) for name, how in losses.items()}


EXPERIMENT = table("static-losses", "Losses on a static encoder", COLUMNS, rows)
