"""The blog's first table: CoSENT and Sentence-BERT on five Chinese sets, with CLS pooling.

The paper tier is the blog's code: batches of 32 pairs, five epochs, Adam without decay, warmup or
clipping, sentences cut at 64 tokens (PAWSX 128); its rate does not fall, ours does. On STS-B its
Sentence-BERT is trained on two classes (above 2.5 or not) and judged on scores from 0 to 5; a row
with six classes shows what that costs.

The lab has mini-3, two epochs of all local rows or 6,000 (`sets.MORE`), CLS pooling and batches of
32 as above, five seeds, and for each loss a rate of its own on each set. That was declared for all
five sets before any of these runs; claims and margins are older.
"""

from stsutils.experiments.common.beside import printed
from stsutils.experiments.common.declare import Derived, Experiment, Tuned
from stsutils.experiments.common.encoders import OTHERS_ZH, encoders
from stsutils.experiments.common.sets import (
    AVERAGE,
    CHINESE,
    COSENT,
    MORE,
    SOFTMAX,
    SYSTEMS,
    UNTRAINED,
    grown,
    metric,
    rated,
    settings,
    title,
    tuned,
    untrained,
)

LOSSES = (SOFTMAX, COSENT)
SIX = "softmax | six classes"
COLUMNS = tuple(title(column) for column in CHINESE)
CODE = {"epochs": 5, "warmup": 0.0, "weight_decay": 0.0, "clip": 1e9}


def cell(loss: str, column: str, tier: str, six: bool = False, **changes) -> Tuned:
    """One training of the blog's table; `convergence` shares its runs."""
    own = {"pooling": "cls", "batch_size": 32, **changes}
    if column.removesuffix(MORE) == CHINESE[4] and loss == SOFTMAX and not six:
        own |= {"labels": "binary>2.5", "loss": {"name": "softmax", "classes": 2}}
    if tier == "paper":
        own |= CODE | {"max_length": 128 if column == "PAWSX" else 64}
    found = settings(loss, column, tier, **own)
    if tier == "lab":
        return rated(found, found, column)
    return tuned(found, tier, metric(column, tier))


def cells(tier: str) -> dict:
    """Two losses and no training on five sets and their average. The demo has no such set."""
    found, columns = {}, grown(tier, CHINESE)
    for prefix, encoder in encoders(tier, OTHERS_ZH).items() if columns else ():
        rows = {loss: {c: cell(loss, c, tier, **encoder) for c in columns} for loss in LOSSES}
        rows[UNTRAINED] = {c: untrained(c, tier, pooling="cls", **encoder) for c in columns}
        for name, own in rows.items():
            found |= {(prefix + name, title(c)): one for c, one in own.items()}
            found[prefix + name, AVERAGE] = Derived("mean", tuple(own.values()))
        stsb = columns[-1]
        found[prefix + SIX, title(stsb)] = cell(SOFTMAX, stsb, tier, True, **encoder)
    return found


BLOG = "CoSENT blog post"
OTHER = tuple(OTHERS_ZH)

EXPERIMENT = Experiment(
    name="blog-in-domain",
    title="The blog's first table: Chinese sets, CLS pooling",
    cells=cells,
    published=printed(
        "cosent_blog",
        "1",
        {loss: f"in-domain | {SYSTEMS[loss]}" for loss in LOSSES},
        (*COLUMNS, AVERAGE),
        OTHERS_ZH,
    ),
)
