"""Is contradiction less similar than neutral? CoSENT on SICK's classes in two orders.

The blog takes contradiction < neutral < entailment for natural. In SICK, which has both classes
and scores, contradictions have a higher mean score than neutral pairs. So CoSENT is trained on
either order and tested on the scores; the softmax loss knows no order and stands beside. Each row
chooses its rate by validation pairs in its own order.
"""

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.encoders import encoder_of
from stsutils.experiments.common.sets import LOWER_RATES, UNTRAINED
from stsutils.experiments.common.trainings import budget, choose, start

SWAP = "order=1,0,2"
ROWS = {
    "softmax, no order": ("", {"name": "softmax", "classes": 3}),
    "CoSENT, C → N → E": ("", {"name": "cosent", "scale": 20.0}),
    "CoSENT, N → C → E": (SWAP, {"name": "cosent", "scale": 20.0}),
}
TESTS = {
    "SICK-R": "sick_r:test",
    "STS-B": "stsb:test",
    "classes, C → N → E": "sick_nli:test",
    "classes, N → C → E": f"sick_nli:test|{SWAP}",
}


def cells(tier: str) -> dict:
    """Three trainings on SICK's classes; each chooses by the order that it is trained on."""
    cells, encoder = {}, encoder_of(tier)
    for row, (order, loss) in ROWS.items():
        run = budget(tier) | {
            "train": "sick_nli:train",
            "labels": order or "raw",
            "validation": "sick_nli:validation" + (f"|{order}" if order else ""),
            "test": list(TESTS.values()),
            "loss": loss,
        }
        rates = (*LOWER_RATES, 1.2e-3) if tier == "lab" else None
        for column, test in TESTS.items():
            cells[row, column] = choose(run, test, rates, run | {"test": []})
    raw = {column: start(encoder, {column: test})[column] for column, test in TESTS.items()}
    return cells | {(UNTRAINED, column): cell for column, cell in raw.items()}


EXPERIMENT = Experiment("nli-order", "Two orders of the entailment classes on SICK", cells)
