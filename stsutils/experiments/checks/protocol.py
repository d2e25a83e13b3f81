"""Points that come from the protocol alone: the same vectors, scored in other ways.

No training. STS12 to STS16 as one list of pairs ("all"), as the mean over their subsets, and as the
mean weighted by size; by pooling; with the tie ceiling of each set. Hub copies do not say which
subset a pair is from, so the paper tier scores "all" only.
"""

from stsutils.experiments.common.declare import Cell, Experiment
from stsutils.experiments.common.encoders import BERT, MINI_3
from stsutils.experiments.common.nli import STS12_TO_16
from stsutils.experiments.common.sets import POOLINGS
from stsutils.experiments.common.trainings import grid, start

LAB = {"mini": MINI_3, "all-MiniLM-L6-v2": "minilm"}
SINGLE = {"STS-B": "stsb", "SICK-R": "sick_r"}
PROTOCOLS = {"": "", " | mean": "#mean", " | weighted mean": "#wmean"}


def tests(tier: str) -> dict[str, str]:
    """Columns → names of test scores."""
    return {
        f"{column}{title}": f"{column.lower()}:test{protocol}"
        for column in STS12_TO_16
        for title, protocol in PROTOCOLS.items()
        if tier == "lab" or not protocol
    } | {column: f"{name}:test" for column, name in SINGLE.items()}


def cells(tier: str) -> dict:
    """Each encoder by four poolings, and the ceilings."""
    cells = {}
    for title, encoder in (LAB if tier == "lab" else {"BERT-base": BERT}).items():
        for pooling, how in POOLINGS.items():
            cells |= grid({f"{title} | {pooling}": start(encoder, tests(tier), how)})
    for column in (*STS12_TO_16, *SINGLE):
        audit = {"set": SINGLE.get(column, column.lower()), "split": "test"}
        cells["tie ceiling", column] = Cell(audit, "tie_ceiling", "audit-1")
    return cells


EXPERIMENT = Experiment(
    "protocol", "The same vectors under other protocols", cells, seeds=1, best=False
)
