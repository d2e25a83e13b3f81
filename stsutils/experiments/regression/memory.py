"""Table 4 at equal pairs and lengths: memory of a Siamese step against SimCSE's.

The paper compares SimCSE with 512 triplets of 100 tokens to its own 64 pairs of 256, padded. So
SimCSE's step has 4.7 times the tokens. What a step keeps follows from the shape of the network and
is counted, tensor by tensor, on BERT-base (`stsutils.methods.step_memory`): the paper's two steps,
then the same number of pairs at the same length. Supervised SimCSE reads three sentences where a
Siamese step reads two, unsupervised SimCSE two. In float32; half precision halves all rows alike.
No run is needed and no seed plays a part. The lengths are settings, no numbers of a record.
"""

from stsutils.experiments.common.declare import Cell, Experiment, printed

BASE = {"layers": 12, "width": 768, "heads": 12, "inner": 3072, "vocabulary": 30522}
#: Row → sentences and tokens of each: the paper's two, and others of equal size.
THEIRS = {"SimCSE, 512 triplets": (3 * 512, 100), "regression framework, 64 pairs": (2 * 64, 256)}
EQUAL = {
    "SimCSE, 64 triplets": (3 * 64, 256),
    "unsupervised SimCSE, 64 sentences twice": (2 * 64, 256),
    "SimCSE, 64 triplets of 100 tokens": (3 * 64, 100),
    "regression framework, 64 pairs of 100 tokens": (2 * 64, 100),
}
COLUMNS = {"Memory": "whole", "kept for the way back": "kept", "weights": "weights"}
COLUMNS |= {"kept per sentence": "per sentence"}
PRINTED = dict(zip(THEIRS, ("SimCSE", "regression framework"), strict=True))


def cells(tier: str) -> dict:
    """The same counts at the lab and the paper tier."""
    return {
        (row, column): Cell(BASE | {"sentences": size, "length": length}, metric, "memory-1")
        for row, (size, length) in (THEIRS | EQUAL).items()
        for column, metric in COLUMNS.items()
    }


EXPERIMENT = Experiment(
    name="regression-memory",
    title="Memory of one training step, counted",
    cells=cells,
    published=printed("sts_regression", "4", PRINTED, ("Memory",)),
    metric="GB (10⁹ bytes)",
    seeds=1,
    times=1.0,
)
