"""The blog's first table: CoSENT and Sentence-BERT on five Chinese sets, with CLS pooling.

The paper tier is the blog's code: batches of 32 pairs, five epochs, Adam without decay, warmup or
clipping, sentences cut at 64 tokens (PAWSX 128); its rate does not fall, ours does. The blog
looks at validation once an epoch, we do four times. On STS-B its Sentence-BERT is trained on two
classes (above 2.5 or not) and judged on scores from 0 to 5; a row with six classes shows what that
costs. The lab has CLS pooling and batches of 32 as well.
"""

from stsutils.experiments.common import sets
from stsutils.experiments.common.declare import Experiment, Tuned, by_system, printed
from stsutils.experiments.common.encoders import OTHERS_ZH, encoders
from stsutils.experiments.common.trainings import grid, tuned, untrained

LOSSES = (sets.SOFTMAX, sets.COSENT)
SIX = "softmax | six classes"
STSB = sets.CHINESE[4]
#: Column → the set's own name.
COLUMNS = {sets.title(column): column for column in sets.CHINESE}
CODE = {"epochs": 5, "warmup": 0.0, "weight_decay": 0.0, "clip": 1e9}
TWO_CLASSES = {"labels": "binary>2.5", "loss": {"name": "softmax", "classes": 2}}


def cell(loss: str, column: str, tier: str, six: bool = False, **changes) -> Tuned:
    """One training of the blog's table; `convergence` shares its runs."""
    own = {"pooling": "cls", "batch_size": 32, **changes}
    if (column, loss) == (STSB, sets.SOFTMAX) and not six:
        own |= TWO_CLASSES
    if tier == "paper":
        own |= CODE | {"max_length": 128 if column == "PAWSX" else 64}
    return tuned(loss, column, tier, **own)


def cells(tier: str) -> dict:
    """Two losses and no training on five sets and their average."""
    cells = {}
    for prefix, encoder in encoders(tier, OTHERS_ZH).items():
        rows = {
            loss: {title: cell(loss, c, tier, **encoder) for title, c in COLUMNS.items()}
            for loss in LOSSES
        }
        how = {"pooling": "cls", **encoder}
        rows[sets.UNTRAINED] = {title: untrained(c, tier, **how) for title, c in COLUMNS.items()}
        cells |= grid(rows, prefix, COLUMNS)
        cells[prefix + SIX, sets.title(STSB)] = cell(sets.SOFTMAX, STSB, tier, True, **encoder)
    return cells


EXPERIMENT = Experiment(
    name="blog-in-domain",
    title="The blog's first table: Chinese sets, CLS pooling",
    cells=cells,
    published=printed("cosent_blog", "1", by_system(LOSSES), (*COLUMNS, sets.AVERAGE), OTHERS_ZH),
)
