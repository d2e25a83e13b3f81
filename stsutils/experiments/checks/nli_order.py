"""Is contradiction less similar than neutral? CoSENT on SICK's classes in two orders.

The blog takes contradiction < neutral < entailment for natural. In SICK, which has both classes
and scores, contradictions have a higher mean score than neutral pairs. So CoSENT is trained on
either order and tested on the scores; the softmax loss knows no order and stands beside.

The lab trains mini-3 on all of SICK's pairs, tests on whole sets, and each row chooses its rate by
validation pairs in its own order. That took the place of 1,000 pairs with mini-2, where no row was
shown to beat *no training* on SICK-R; it was declared when those had been seen, the claim before.
"""

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.encoders import BERT
from stsutils.experiments.common.sets import (
    BUDGET,
    LOWER_RATES,
    UNTRAINED,
    WHOLE,
    chosen,
    tuned,
)
from stsutils.experiments.cosent import nli_to_sts

NATURAL, OTHER = "CoSENT, C < N < E", "CoSENT, N < C < E"
SWAP = "order=1,0,2"
ROWS = {
    "softmax, no order": ("", {"name": "softmax", "classes": 3}),
    NATURAL: ("", {"name": "cosent", "scale": 20.0}),
    OTHER: (SWAP, {"name": "cosent", "scale": 20.0}),
}


def tests(tier: str) -> dict[str, str]:
    """Columns → names of test scores."""
    if tier == "demo":
        return {"STS-B": "demo:test", "classes, C < N < E": "demo_nli:test"} | {
            "classes, N < C < E": f"demo_nli:test|{SWAP}"
        }
    return {
        "SICK-R": "sick_r:test",
        "STS-B": "stsb:test",
        "classes, C < N < E": "sick_nli:test",
        "classes, N < C < E": f"sick_nli:test|{SWAP}",
    }


def cells(tier: str) -> dict:
    """Three trainings on SICK's classes; each chooses by the order that it is trained on."""
    name, found = "demo_nli" if tier == "demo" else "sick_nli", {}
    for row, (order, loss) in ROWS.items():
        own = BUDGET | {
            "train": f"{name}:train",
            "labels": order or "raw",
            "validation": f"{name}:validation" + (f"|{order}" if order else ""),
            "test": list(tests(tier).values()),
            "loss": loss,
        }
        if tier == "paper":
            own |= {"encoder": BERT, "epochs": 4, "rows": None}
        for column, test in tests(tier).items():
            if tier == "lab":
                judge = own | WHOLE | {"test": []}
                found[row, column] = chosen(own | WHOLE, judge, test, LOWER_RATES)
            else:
                found[row, column] = tuned(own, tier, test)
            found[UNTRAINED, column] = nli_to_sts.untrained("mean", tier, test, test=[test])
    return found


EXPERIMENT = Experiment(
    name="nli-order",
    title="Two orders of the entailment classes on SICK",
    cells=cells,
)
