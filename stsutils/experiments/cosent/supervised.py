"""Trained and tested on the same set: CoSENT's Table IV, and its column PAWS with CLS pooling.

The paper calls the softmax loss not available on sets with scores; the authors' code cuts scores
to whole numbers and trains on those classes, and so do the cells that have no number in the paper.
The lab's NLI is SNLI. `stsb-cosent-mse` has the same runs, so that the book has one number for
CoSENT on STS-B.
"""

from stsutils.experiments.common.beside import by_system, printed
from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.encoders import OTHERS
from stsutils.experiments.common.sets import LOSSES, PAWS_CLS, UNTRAINED
from stsutils.experiments.common.trainings import in_domain, in_domain_table, untrained

COLUMNS = ("NLI", "STS-B", "SICK-R", "PAWS", "MRPC")


def by_cls(tier: str) -> dict:
    """Three losses and no training on PAWS by CLS pooling; the lab only."""
    if tier != "lab":
        return {}
    cells = {(loss, "PAWS"): in_domain(loss, PAWS_CLS, tier) for loss in LOSSES}
    return cells | {(UNTRAINED, "PAWS"): untrained(PAWS_CLS, tier)}


EXPERIMENT = Experiment(
    name="supervised",
    title="Trained and tested on the same set",
    cells=lambda tier: in_domain_table(tier, COLUMNS),
    published=printed("cosent", "IV", by_system("in-domain"), COLUMNS, OTHERS),
)
BY_CLS = Experiment(name="supervised-cls", title="PAWS with CLS pooling", cells=by_cls)
