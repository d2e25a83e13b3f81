"""Trained and tested on the same set: CoSENT's Table IV, and its column PAWS with CLS pooling.

The paper calls the softmax loss not available on sets with scores; the authors' code cuts scores
to whole numbers and trains on those classes, and so do the cells that have no number in the paper.
The lab's NLI is SNLI. `stsb-cosent-mse` has the same runs, so that the book has one number for
CoSENT on STS-B.
"""

from stsutils.experiments.common.declare import Experiment, by_system, lab_only, printed
from stsutils.experiments.common.encoders import OTHERS
from stsutils.experiments.common.sets import PAWS_CLS
from stsutils.experiments.common.trainings import in_domain_table

COLUMNS = ("NLI", "STS-B", "SICK-R", "PAWS", "MRPC")


def by_cls() -> dict:
    """Three losses and no training on PAWS by CLS pooling."""
    cells = in_domain_table("lab", (PAWS_CLS,))
    return {(row, "PAWS"): cell for (row, _), cell in cells.items()}


EXPERIMENT = Experiment(
    name="supervised",
    title="Trained and tested on the same set",
    cells=lambda tier: in_domain_table(tier, COLUMNS),
    published=printed("cosent", "IV", by_system(), COLUMNS, OTHERS),
)
BY_CLS = Experiment("supervised-cls", "PAWS with CLS pooling", lab_only(by_cls))
