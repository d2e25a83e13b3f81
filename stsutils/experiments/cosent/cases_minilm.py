"""Cases with all-MiniLM-L6-v2, an encoder that learns PAWS: pair 6, PAWS, and our own pairs.

Declared before its runs, and after those of `supervised-minilm`, whose rates it takes. The claim
is that of Table X for pair 6; the other pairs that the lab has are Chinese. A run takes more than
a minute, so three seeds.
"""

from stsutils.claims import Claim, Contrast
from stsutils.experiments.common.declare import Experiment, Tuned
from stsutils.experiments.common.sets import (
    AGAIN,
    COSENT,
    LOSSES,
    MINILM_RATES,
    PAWS_MINILM,
    SOFTMAX,
    metric,
    settings,
    tuned,
)
from stsutils.experiments.cosent.cases import OPERATIONS, OURS, PAIRS

PAIR = "pair 6"


def _cell(loss: str, name: str) -> Tuned:
    judge = settings(loss, "PAWS", "lab", **AGAIN[PAWS_MINILM])
    found = judge | {"cases": [list(PAIRS[PAIR][1])], "groups": [OURS]}
    del found["distributions"]
    return tuned(found, "lab", name, judge, "cases-1", MINILM_RATES)


def cells(tier: str) -> dict:
    """Three losses: pair 6, accuracy on PAWS, and our own pairs by kind; the lab only."""
    if tier != "lab":
        return {}
    place, number = PAIRS[PAIR][1]
    metrics = {
        PAIR: f"{place}:{number}",
        "PAWS: accuracy": f"{metric('PAWS', 'lab')} accuracy",
        "our pairs": f"{OURS} accuracy",
        **{f"our pairs: {one}": f"{OURS} {one}" for one in OPERATIONS},
    }
    return {(loss, name): _cell(loss, one) for loss in LOSSES for name, one in metrics.items()}


EXPERIMENT = Experiment(
    name="cases-minilm",
    title="Single pairs, with all-MiniLM-L6-v2",
    cells=cells,
    claims=(
        Claim(
            "CoSENT judges pair 6 rightly where SBERT does not (all-MiniLM-L6-v2).",
            "CoSENT, Table X and V-I",
            (Contrast((COSENT, PAIR), (SOFTMAX, PAIR)),),
        ),
    ),
    metric="per cent of the trainings, or of the pairs, that are judged rightly",
    seeds=3,
    floor=None,
)
