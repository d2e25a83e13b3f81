"""Trained on NLI: the budget and the tests that two documents' tables share.

CoSENT's Table III (`nli_to_sts`) and the regression document's Table 1 (`losses`) train mini-3 on
the 19,902 NLI pairs that a local folder holds (`nli_at_hand`): two epochs in batches of 64. STS-B's
validation pairs choose the moment and the rates. Test sets are whole.
"""

from stsutils.experiments.common import trainings
from stsutils.experiments.common.encoders import MINI_3

STS12_TO_16 = ("STS12", "STS13", "STS14", "STS15", "STS16")
SEVEN = (*STS12_TO_16, "STS-B", "SICK-R")
LAB = {"encoder": MINI_3, "rows": None, "batch_size": 64, "epochs": 2, "precision": "bfloat16"}
LAB |= {"train": "nli_at_hand:train", "validation": "stsb:validation@500"}
#: The encoder's rates, and those of a head, which has the middle of the encoder's.
RATES = (2.5e-5, 5e-5, 1e-4, 2e-4, 4e-4, 8e-4)
HEADS = (*trainings.HEAD_RATES, 3e-2)


def mean(column: str) -> str:
    """The name of a column scored by subsets."""
    return f"{column} (mean)"


def scores() -> dict[str, str]:
    """Column → name of the test score, STS12 to STS16 also as the mean over their subsets."""
    return seven() | {mean(column): f"{column.lower()}:test#mean" for column in STS12_TO_16}


def seven(cut: str = "") -> dict[str, str]:
    """Column → name of the test score of the seven sets; ``cut`` for all but STS-B."""
    names = {column: f"{column.lower()}:test{cut}" for column in STS12_TO_16}
    return names | {"STS-B": "stsb:test", "SICK-R": f"sick_r:test{cut}"}


def start() -> dict:
    """Column → cell of the lab's encoder as it is, by mean pooling."""
    cells = trainings.start(MINI_3, scores())
    return {column: cells[column] for column in SEVEN}
