"""Five Chinese sets, trained and tested on the same: the lower half of Table VI.

Mean pooling, as section IV-C says. The blog's own table, with CLS pooling, is `blog-in-domain`.
"""

from stsutils.claims import Claim
from stsutils.experiments.declare import Experiment, Tuned
from stsutils.experiments.sets import (
    CHINESE,
    COSENT,
    MSE,
    OTHERS_ZH,
    SOFTMAX,
    UNTRAINED,
    better,
    encoders,
    known,
    metric,
    on_stsb,
    printed_in_domain,
    settings,
    tuned,
    untrained,
)

LOSSES = (SOFTMAX, MSE, COSENT)
BINARY = CHINESE[:4]


def title(column: str) -> str:
    """A column's name in the papers' tables."""
    return column.removesuffix(" (Chinese)")


COLUMNS = tuple(title(column) for column in CHINESE)


def cell(loss: str, column: str, tier: str, /, **changes) -> Tuned:
    """One training of Table VI; the other tables that look at it share its runs."""
    own = settings(loss, column, tier, **changes)
    return tuned(own, tier, metric(column, tier), on_stsb(loss))


def cells(tier: str) -> dict:
    """Three losses on five sets and no training; at the paper tier with two encoders.

    The demo has no such set.
    """
    found = {
        (prefix + loss, title(column)): cell(loss, column, tier, **encoder)
        for column in known(tier, CHINESE)
        for prefix, encoder in encoders(tier, OTHERS_ZH).items()
        for loss in LOSSES
    }
    found |= {
        (prefix + UNTRAINED, title(column)): untrained(column, tier, **encoder)
        for column in known(tier, CHINESE)
        for prefix, encoder in encoders(tier, OTHERS_ZH).items()
    }
    return found


CLAIMS = (
    Claim(
        "CoSENT improves on the cosine-MSE loss on all five sets.",
        "CoSENT, Table VI and V-C (2)",
        better("", COSENT, MSE, COLUMNS),
    ),
    Claim(
        "CoSENT improves on the softmax loss on the four sets of two classes.",
        "CoSENT, Table VI and V-C (2)",
        better("", COSENT, SOFTMAX, BINARY),
    ),
    Claim(
        "The MSE loss is not suitable for sets of two classes such as ATEC and LCQMC: softmax is "
        "better there.",
        "CoSENT, V-C (3)",
        better("", SOFTMAX, MSE, ("ATEC", "LCQMC")),
    ),
    Claim(
        "RoBERTa-base: CoSENT is better than both other losses.",
        "CoSENT, Table VI and V-C (2)",
        (
            *better("RoBERTa-base | ", COSENT, MSE, COLUMNS),
            *better("RoBERTa-base | ", COSENT, SOFTMAX, BINARY),
        ),
    ),
)

EXPERIMENT = Experiment(
    name="chinese",
    title="Chinese sets, trained and tested on the same",
    cells=cells,
    claims=CLAIMS,
    published=printed_in_domain("cosent", "VI", LOSSES, COLUMNS, OTHERS_ZH),
    seeds=5,
)
