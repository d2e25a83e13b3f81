"""Table 3: a contrastive encoder tuned further, in two stages with Smooth K2 and in other ways.

all-MiniLM-L6-v2 stands in for Nomic Embed and Jina Embeddings, whose code is their own and is never
run here. Stage 1 trains the head alone on NLI; stage 2 trains all on STS-B and SICK without the
pairs of the seven test sets (`stsb_sick`). InfoNCE can use the pairs with 4.0 or more only. CoSENT
takes all of them, without a head or a first stage.

The paper's text has scores as they are; its code cuts them to whole numbers. 82 % of the corpus is
SICK, and SICK-R gives most of the paper's gain: so there is an average without it. STS-B's
validation pairs, which choose the moment and the rate in the paper and here, share pairs with
STS12 to STS16; the filter does not look at them.

The lab has one epoch of all pairs, for InfoNCE four of its own, in batches of 64, and tests on at
most 1,000 pairs a set; the paper tier has four epochs for all. Each way has its own rate.

all-MiniLM-L6-v2 has learned from over a billion pairs. So a second table has a contrastive encoder
of the lab's own size: mini-3 after InfoNCE on the entailed pairs of NLI, which is the start of
every row, made anew by each seed. Its rows have two epochs (InfoNCE eight of its own), in stage 2 a
rate of the head's own, and whole test sets.
"""

from stsutils.experiments.common import trainings
from stsutils.experiments.common.declare import Cell, Experiment, lab_only, printed
from stsutils.experiments.common.encoders import MINI_3
from stsutils.experiments.common.nli import SEVEN, seven, start
from stsutils.experiments.common.sets import AVERAGE, UNTRAINED
from stsutils.experiments.regression import nli

TWO_STAGES, FLOORED, ONE_STAGE = "Smooth K2", "Smooth K2, whole labels", "Smooth K2, stage 2 alone"
INFO, COSENT = "InfoNCE on pairs ≥ 4.0", "CoSENT"
WAYS = (TWO_STAGES, FLOORED, ONE_STAGE, INFO, COSENT)
MEANS = {"Avg. without SICK-R": [column for column in SEVEN if column != "SICK-R"]}
K2 = {"name": "smooth_k2", "slope": 3.0, "tolerance": 0.2}
INFO_NCE = {"name": "info_nce", "temperature": 0.05}
HIGH_PAIRS = 1542  # pairs with 4.0 or more (the paper: 1,543)
RATES = {"lab": (1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 3e-4), "paper": (2e-5, 5e-5)}
#: The second table, the row of its start, and the training that makes the start.
MINI, START = "regression-two-stages-mini", "contrastive encoder"
MINI_RATES = (1.25e-5, 2.5e-5, 5e-5, 1e-4, 2e-4, 4e-4)
BEFORE = {"train": "nli_at_hand:train", "at_least": 2.0, "validation": "stsb:validation@500"}
BEFORE |= {"loss": INFO_NCE, "lr": 2e-4, "epochs": 2, "batch_size": 64, "evaluations": 2}
BEFORE |= {"precision": "bfloat16"}
#: The head alone on NLI, and all weights on scores from 0 to 5.
STAGE_1 = {
    "lab": {"train": "nli_at_hand:train", "rows": 4000, "batch_size": 16},
    "paper": {"train": "all_nli:train", "batch_size": 32},
}
STAGE_2 = {
    "lab": {"validation": "stsb:validation@500", "batch_size": 16, "epochs": 1, "evaluations": 4},
    "paper": {"validation": "stsb:validation", "batch_size": 32, "epochs": 4, "evaluations": 13},
}


def tests(tier: str) -> dict[str, str]:
    """Column → name of the test score of each set."""
    cut = "@1000" * (tier == "lab")
    return seven(cut) | {"STS-B": f"stsb:test{cut}"}


def settings(way: str, tier: str) -> dict:
    """One training further, without a rate."""
    run = {"encoder": "minilm", "pooling": "mean", "train": "stsb_sick:train"} | STAGE_2[tier]
    run["test"] = [*tests(tier).values()]
    if way == COSENT:
        return run | {"loss": {"name": "cosent", "scale": 20.0}}
    if way == INFO:  # the rows are all of them; a number, so that the cost is known before
        run |= {"at_least": 4.0, "rows": HIGH_PAIRS, "batch_size": 64, "evaluations": 2}
        return run | {"loss": INFO_NCE, "epochs": 4}
    run |= {"loss": K2, "by_head": [tests(tier)["STS-B"]]}
    if way != ONE_STAGE:
        run["head_first"] = STAGE_1[tier] | {"lr": nli.HEAD_RATE, "epochs": 1}
    return run | ({"labels": "floor"} if way == FLOORED else {})


def cells(tier: str) -> dict:
    """No training, and five ways to tune."""
    rows = {UNTRAINED: trainings.start("minilm", tests(tier))}
    for way in WAYS:
        run, rates = settings(way, tier), RATES[tier]
        rows[way] = {c: nli.choose(run, name, rates) for c, name in tests(tier).items()}
    return trainings.grid(rows, average=SEVEN, means=MEANS)


def cells_of_mini() -> dict:
    """A small contrastive encoder, what it was made of, and five ways to tune it."""
    around = {"encoder": MINI_3, "pooling": "mean", "test": [*seven().values()]}
    rows = {UNTRAINED: start()}
    rows[START] = {c: Cell(BEFORE | around, name, "siamese-1") for c, name in seven().items()}
    for way in WAYS:
        run = settings(way, "lab") | around | {"before": BEFORE, "precision": "bfloat16"}
        run["epochs"] *= 2
        if "by_head" in run:
            run["by_head"] = ["stsb:test"]
        names = seven().items()
        rows[way] = {c: nli.choose(run, n, MINI_RATES, heads=nli.ONE_OUTPUT) for c, n in names}
    return trainings.grid(rows, average=SEVEN, means=MEANS)


PRINTED = {UNTRAINED: "Jina Embeddings v2 | none"}
PRINTED[TWO_STAGES] = "Jina Embeddings v2 | STS-B + SICK-R | Smooth K2"
PRINTED[INFO] = "Jina Embeddings v2 | STS-B + SICK-R | InfoNCE"
EXPERIMENT = Experiment(
    name="regression-two-stages",
    title="A contrastive encoder tuned further",
    cells=cells,
    published=printed("sts_regression", "3", {}, (*SEVEN, AVERAGE), alone=PRINTED),
    seeds=3,
)
OF_MINI = Experiment(
    MINI, "A small contrastive encoder tuned further", lab_only(cells_of_mini), seeds=8
)
