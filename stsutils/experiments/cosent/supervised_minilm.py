"""Table IV's PAWS with all-MiniLM-L6-v2, for a lab where the mini encoder stays at the floor.

This encoder has seen similar pairs in its own training, so it is no raw encoder: it can tell
losses apart where the mini encoder learns nothing, and stands in a table of its own.
"""

from stsutils.experiments.common.declare import Experiment, Published
from stsutils.experiments.common.sets import LOSSES, PAWS_MINILM, SYSTEMS
from stsutils.experiments.cosent.supervised_cls import COLUMN, claim, table

EXPERIMENT = Experiment(
    name="supervised-minilm",
    title="PAWS with all-MiniLM-L6-v2",
    cells=lambda tier: table(PAWS_MINILM) if tier == "lab" else {},
    claims=(claim("all-MiniLM-L6-v2", "CoSENT, Table IV"),),
    published=Published(
        "cosent",
        "IV",
        {(loss, COLUMN): (f"BERT-base | in-domain | {SYSTEMS[loss]}", COLUMN) for loss in LOSSES},
    ),
    seeds=5,
)
