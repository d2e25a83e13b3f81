"""Transfer tasks: RankEncoder's Table 3, with and without TREC.

The paper trains with a masked-language objective beside the others; ours has none, so its rows with
MLM stand beside nothing. Its gain of .16 points is all TREC's: without it the average falls by .48.
Protocol and cuts of the lab are those of the table `transfer`, its base is that of `parts`.
"""

from functools import partial

from stsutils.experiments.common.declare import Cell, Experiment, printed
from stsutils.experiments.common.sets import AVERAGE
from stsutils.experiments.common.trainings import grid
from stsutils.experiments.cosent.transfer import LAB, TASKS
from stsutils.experiments.rankencoder import parts


def cells(tier: str) -> dict:
    """Four encoders on seven tasks and two averages."""
    base, rates = parts.ON[tier], parts.RATES[tier]
    reader = base.read(tier) | (LAB if tier == "lab" else {})
    trainings = {base.row: [base.trained(tier, lr) for lr in rates]}
    for name, form in parts.FORMS.items():
        loss = parts.rank_loss(form, **base.bounds)
        trainings[base.named(name)] = [parts.student(base, tier, lr, loss) for lr in rates]
    makers = {base.raw: partial(Cell, reader | {"training": None}, recipe="transfer-1")}
    for row, ways in trainings.items():
        runs = [reader | {"training": training} for training in ways]
        makers[row] = parts.chosen(base, tier, runs, "transfer-1")
    rows = {row: {c: make(task) for c, task in TASKS.items()} for row, make in makers.items()}
    return grid(rows, average=TASKS, means={"Avg. without TREC": [c for c in TASKS if c != "TREC"]})


EXPERIMENT = Experiment(
    name="rankencoder-transfer",
    title="RankEncoder on transfer tasks",
    cells=cells,
    published=printed("rankencoder", "3", {parts.SIMCSE: "Wiki | SimCSE"}, (*TASKS, AVERAGE)),
    metric="accuracy × 100",
    seeds=3,
)
