"""Contrastive and online contrastive, with clean labels and with a fifth of them dealt out anew.

Both at the threshold that the documentation shows: a margin of .5, which lets a negative go below
a cosine of .5. Each chooses its rate by clean validation pairs.
"""

from stsutils.experiments.common.sets import SETS
from stsutils.experiments.documentation.static import table, training

COLUMNS = ("MRPC", "STS-B", "SICK-R")
PLAIN = {"name": "contrastive", "threshold": 0.5, "form": "as_coded"}
LOSSES = {"contrastive": PLAIN, "online contrastive": {"name": "online_contrastive"}}
#: How a row's name ends → the share of its labels that are dealt out anew.
LABELS = {"": 0.0, ", a fifth of the labels dealt anew": 0.2}


def rows(column: str) -> dict:
    """Two losses by two kinds of labels."""
    return {
        name + kind: training(column, loss, SETS[column].two, noise=share)
        for name, loss in LOSSES.items()
        for kind, share in LABELS.items()
    }


EXPERIMENT = table("label-noise", "Hard pairs alone, and noisy labels", COLUMNS, rows)
