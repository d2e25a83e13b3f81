"""Five Chinese sets, trained and tested on the same: the lower half of Table VI.

Mean pooling, as section IV-C says. The blog's own table, with CLS pooling, is `blog-in-domain`. The
lab has 6,000 rows of each set or all of them (`sets.MORE`), mini-3, and a rate of its own for each
loss and set. They took the place of 1,000 pairs with mini-2, ATEC first, each when it was whole;
the claims and their margins are older.
"""

from stsutils.experiments.common.beside import printed
from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.encoders import OTHERS_ZH
from stsutils.experiments.common.sets import (
    CHINESE,
    LOSSES,
    SYSTEMS,
    in_domain_table,
    title,
)

BINARY = CHINESE[:4]
COLUMNS = tuple(title(column) for column in CHINESE)


def cells(tier: str) -> dict:
    """Three losses and no training on five sets, none at the demo; two encoders at the paper."""
    return in_domain_table(tier, CHINESE, OTHERS_ZH)


ALL = (
    "In the supervised STS tasks, CoSENT achieves improvement across all datasets … when compared "
    "to the best results obtained from softmax and MSE methods."
)
OTHER = tuple(OTHERS_ZH)

EXPERIMENT = Experiment(
    name="chinese",
    title="Chinese sets, trained and tested on the same",
    cells=cells,
    published=printed(
        "cosent",
        "VI",
        {loss: f"in-domain | {SYSTEMS[loss]}" for loss in LOSSES},
        COLUMNS,
        OTHERS_ZH,
    ),
)
