"""Trained on NLI at the lab: the budget and the tests that two documents' tables share.

CoSENT's Table III (`nli_to_sts`) and the regression document's Table 1 (`losses`) train mini-3 on
the 19,902 NLI pairs that a local folder holds (`nli_at_hand`): two epochs in batches of 64. STS-B's
validation pairs choose the moment and the rates. Test sets are whole.
"""

from stsutils.experiments.common.declare import Cell
from stsutils.experiments.common.encoders import MINI_3
from stsutils.experiments.common.sets import HEAD_RATES

WHOLE = ("STS12", "STS13", "STS14", "STS15", "STS16")
SEVEN = (*WHOLE, "STS-B", "SICK-R")
LAB = {"encoder": MINI_3, "rows": None, "batch_size": 64, "epochs": 2, "precision": "bfloat16"}
LAB |= {"train": "nli_at_hand:train", "validation": "stsb:validation@500"}
#: The encoder's rates, and those of a head, which has the middle of the encoder's.
RATES = (2.5e-5, 5e-5, 1e-4, 2e-4, 4e-4, 8e-4)
HEADS = (*HEAD_RATES, 3e-2)


def mean(column: str) -> str:
    """The name of a column scored by subsets."""
    return f"{column} (mean)"


def scores() -> dict[str, str]:
    """Column → name of the test score, STS12 to STS16 also as the mean over their subsets."""
    found = {column: f"{column.lower()}:test" for column in WHOLE}
    found |= {"STS-B": "stsb:test", "SICK-R": "sick_r:test"}
    return found | {mean(column): f"{column.lower()}:test#mean" for column in WHOLE}


def start() -> dict[str, Cell]:
    """Column → the encoder as it is, by mean pooling."""
    own = {"encoder": MINI_3, "pooling": "mean", "max_length": 128, "test": list(scores().values())}
    return {column: Cell(own, scores()[column], "raw-1") for column in SEVEN}
