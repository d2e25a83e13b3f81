"""Points that come from the protocol alone: the same vectors, scored in other ways.

No training. STS12 to STS16 as one list of pairs ("all"), as the mean over their subsets, and as the
mean weighted by size; by pooling; with the tie ceiling of each set. Hub copies do not say which
subset a pair is from, so the paper tier scores "all" only.
"""

from stsutils.experiments.common.declare import Cell, Experiment
from stsutils.experiments.common.encoders import BERT, MINI
from stsutils.experiments.common.sets import POOLINGS
from stsutils.experiments.cosent.nli_to_sts import WHOLE

ENCODERS = {
    "demo": {},
    "lab": {"mini": MINI, "all-MiniLM-L6-v2": "minilm"},
    "paper": {"BERT-base": BERT},
}
SINGLE = {"STS-B": "stsb", "SICK-R": "sick_r"}
CEILING = "tie ceiling"


def tests(tier: str) -> dict[str, str]:
    """Columns → names of test scores."""
    protocols = {"": "", " | mean": "#mean", " | weighted mean": "#wmean"}
    return {
        f"{column}{title}": f"{column.lower()}:test{protocol}"
        for column in WHOLE
        for title, protocol in protocols.items()
        if tier == "lab" or not protocol
    } | {column: f"{name}:test" for column, name in SINGLE.items()}


def cells(tier: str) -> dict:
    """Each encoder by four poolings, and the ceilings."""
    found, names = {}, tests(tier)
    for title, encoder in ENCODERS[tier].items():
        for pooling, how in POOLINGS.items():
            own = {"encoder": encoder, "pooling": how, "max_length": 128}
            own["test"] = list(names.values())
            for column, name in names.items():
                found[f"{title} | {pooling}", column] = Cell(own, name, "raw-1")
    for column in (*WHOLE, *SINGLE) if found else ():
        audit = {"set": SINGLE.get(column, column.lower()), "split": "test"}
        found[CEILING, column] = Cell(audit, "tie_ceiling", "audit-1")
    return found


EXPERIMENT = Experiment(
    name="protocol",
    title="The same vectors under other protocols",
    cells=cells,
    seeds=1,
    floor=None,
)
