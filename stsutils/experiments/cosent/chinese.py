"""Five Chinese sets, trained and tested on the same: the lower half of Table VI.

Mean pooling, as section IV-C says. The blog's own table, with CLS pooling, is `blog-in-domain`.
"""

from stsutils.claims import Claim
from stsutils.experiments.common.beside import over, printed
from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.encoders import OTHERS_ZH
from stsutils.experiments.common.sets import (
    CHINESE,
    COSENT,
    LOSSES,
    MSE,
    SOFTMAX,
    SYSTEMS,
    in_domain_table,
    title,
)

BINARY = CHINESE[:4]
COLUMNS = tuple(title(column) for column in CHINESE)


def cells(tier: str) -> dict:
    """Three losses and no training on five sets, none at the demo; two encoders at the paper."""
    return in_domain_table(tier, CHINESE, OTHERS_ZH)


ROBERTA = "RoBERTa-base | "
CLAIMS = (
    Claim(
        "CoSENT improves on the cosine-MSE loss on all five sets.",
        "CoSENT, Table VI and V-C (2)",
        over(COSENT, MSE, COLUMNS),
    ),
    Claim(
        "CoSENT improves on the softmax loss on the four sets of two classes.",
        "CoSENT, Table VI and V-C (2)",
        over(COSENT, SOFTMAX, BINARY),
    ),
    Claim(
        "The MSE loss is not suitable for sets of two classes such as ATEC and LCQMC: softmax is "
        "better there.",
        "CoSENT, V-C (3)",
        over(SOFTMAX, MSE, ("ATEC", "LCQMC")),
    ),
    Claim(
        "RoBERTa-base: CoSENT is better than both other losses.",
        "CoSENT, Table VI and V-C (2)",
        over(COSENT, MSE, COLUMNS, prefix=ROBERTA) + over(COSENT, SOFTMAX, BINARY, prefix=ROBERTA),
    ),
)

EXPERIMENT = Experiment(
    name="chinese",
    title="Chinese sets, trained and tested on the same",
    cells=cells,
    claims=CLAIMS,
    published=printed(
        "cosent",
        "VI",
        {loss: f"in-domain | {SYSTEMS[loss]}" for loss in LOSSES},
        COLUMNS,
        OTHERS_ZH,
    ),
)
