"""Transfer tasks: RankEncoder's Table 3, with and without TREC.

The paper trains with a masked-language objective beside the others; ours has none, so its rows with
MLM stand beside nothing. Its gain of .16 points is all TREC's: without it the average falls by .48.
Protocol and cuts of the lab are those of the table `transfer`, its base is that of `parts`.
"""

from stsutils.experiments.common.declare import Cell, Derived, Experiment, Published
from stsutils.experiments.common.sets import AVERAGE
from stsutils.experiments.cosent.transfer import LAB, TASKS
from stsutils.experiments.rankencoder.parts import (
    HINGE,
    ON,
    SIMCSE,
    SUM,
    rank_loss,
    rates,
    student,
    tuned,
)

WITHOUT = "Avg. without TREC"


def cells(tier: str) -> dict:
    """Four encoders on seven tasks and two averages."""
    who = ON[tier]
    trainings = {who.row: [who.trained(tier, lr) for lr in rates(tier)]}
    for row, form in ((HINGE, "as_written"), (SUM, "as_coded")):
        loss = rank_loss(form, **who.bounds)
        own = [student(tier, lr, loss, who=who) for lr in rates(tier)]
        trainings[who.named(row)] = own
    read = {**who.read(tier), **(LAB if tier == "lab" else {})}
    raw = {**read, "training": None}
    rows = {who.raw: {c: Cell(raw, task, "transfer-1") for c, task in TASKS.items()}}
    for row, own in trainings.items():
        made = [{**read, "training": training} for training in own]
        rows[row] = {c: tuned(tier, made, task, "transfer-1", who) for c, task in TASKS.items()}
    found = {}
    for row, own in rows.items():
        found |= {(row, column): one for column, one in own.items()}
        found[row, AVERAGE] = Derived("mean", tuple(own.values()))
        rest = tuple(one for column, one in own.items() if column != "TREC")
        found[row, WITHOUT] = Derived("mean", rest)
    return found


EXPERIMENT = Experiment(
    name="rankencoder-transfer",
    title="RankEncoder on transfer tasks",
    cells=cells,
    published=Published(
        "rankencoder",
        "3",
        {(SIMCSE, column): ("BERT-base | Wiki | SimCSE", column) for column in (*TASKS, AVERAGE)},
    ),
    metric="accuracy × 100",
    seeds=3,
    floor=None,
)
