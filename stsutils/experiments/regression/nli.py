"""Trained on NLI with a head, tested on seven STS sets: what Tables 1, 2, 5 and 6 share.

The paper trains one epoch on SNLI and MNLI in batches of 16 and keeps the weights with the best
score on STS-B's validation pairs, so its "NLI only" has seen STS-B there, and so have our rows.
The lab trains mini-3 on the pairs of NLI that a local folder holds, chooses by 500 pairs and tests
on at most 1,000 pairs a set (STS-B whole). The paper tier follows what is described, with what the
code adds where the text is silent: length 256, 20 % warm-up, gradients clipped at 10 (at 2 for
RoBERTa with Smooth K2). The code's rates fall by .95 from layer to layer; here all layers have one.

At the lab the head has a rate of its own: it starts from noise, and at the encoder's rate a short
training takes it nowhere (`features`).
"""

from stsutils.experiments.common import trainings
from stsutils.experiments.common.declare import Tuned
from stsutils.experiments.common.encoders import BERT, MINI_3, ROBERTA
from stsutils.experiments.common.nli import HEADS, SEVEN, seven
from stsutils.experiments.common.sets import UNTRAINED

CE, L1, RELU, MSE, K2 = "cross-entropy", "L1", "Translated ReLU", "MSE", "Smooth K2"
LOSSES = (CE, L1, RELU, MSE, K2)
RATES = (1e-4, 2e-4, 4e-4)
#: Pairs that train at the lab, and at most so many of them in the trainings that choose a rate.
PAIRS, JUDGED = 19_902, 10_000
#: The head's at the lab. The paper's code has one rate for all.
HEAD_RATE = 3e-3
#: Rates of a head with one output, whose best was the lowest of `HEADS` at the lab.
ONE_OUTPUT = (3e-4, *HEADS)
ROBERTA_PREFIX = "RoBERTa-base | "
PAPER_ENCODERS = {"": BERT, ROBERTA_PREFIX: ROBERTA}
LAB = {"encoder": MINI_3, "train": "nli_at_hand:train", "validation": "stsb:validation@500"}
LAB |= {"rows": PAIRS, "evaluations": 4, "precision": "bfloat16", "loss_lr": HEAD_RATE}
PAPER = {"train": "all_nli:train", "validation": "stsb:validation", "evaluations": 230}
PAPER |= {"max_length": 256, "clip": 10.0}
#: The pairs of known class that a head is asked about, by tier. Nothing trains on them.
CLASSED = {"lab": "snli:test@2000", "paper": "all_nli:test"}
#: Table 2: slopes by encoder; the tolerance is .25 everywhere. Rates are the authors' code's.
SLOPES = {("", RELU): 2.5, ("", K2): 2.0, (ROBERTA_PREFIX, RELU): 1.0, (ROBERTA_PREFIX, K2): 3.0}
PAPER_RATES = {("", K2): 5e-5}
BY_HEAD, ACCURACY = "STS-B by head", "NLI accuracy"


def tests(tier: str) -> dict[str, str]:
    """Column → name of the test score of each set."""
    return seven("@1000" * (tier == "lab"))


def loss(name: str, prefix: str = "") -> dict:
    """A row's loss with the paper's settings: MSE is Smooth K2 with slope 1 and no tolerance."""
    slope = SLOPES.get((prefix, name))
    return {
        CE: {"name": "softmax", "classes": 3},
        L1: {"name": "l1"},
        RELU: {"name": "translated_relu", "slope": slope, "tolerance": 0.25},
        MSE: {"name": "smooth_k2", "slope": 1.0, "tolerance": 0.0},
        K2: {"name": "smooth_k2", "slope": slope, "tolerance": 0.25},
    }[name]


def choose(
    run: dict, metric: str, rates: tuple, judge: dict | None = None, heads: tuple = ()
) -> Tuned:
    """A cell whose rate the same training, or ``judge``, chooses by validation, without tests.

    ``heads`` are rates of a head, where it has its own.
    """
    read = ("by_head", "classes", "apart")
    judge = {key: value for key, value in (judge or run).items() if key not in read}
    return trainings.choose(run, metric, rates, judge | {"test": []}, heads, recipe="siamese-1")


def settings(name: str, tier: str, prefix: str = "", **changes) -> dict:
    """One training with a loss, without its rate; ``changes`` win."""
    run = {"pooling": "mean", "batch_size": 16, "epochs": 1, "warmup": 0.2}
    run |= {"loss": loss(name, prefix), "test": [*tests(tier).values()]}
    run |= {"by_head": ["stsb:test"], "classes": [CLASSED[tier]]}
    run |= LAB if tier == "lab" else PAPER | {"encoder": PAPER_ENCODERS[prefix]}
    if tier == "paper" and (prefix, name) == (ROBERTA_PREFIX, K2):
        run["clip"] = 2.0
    return run | changes


def row(name: str, tier: str, prefix: str = "", beyond=(), **changes) -> dict[str, Tuned]:
    """Column → cell of one training: each set, and what the head says.

    At the lab it chooses among `RATES` and those ``beyond``.
    """
    run = settings(name, tier, prefix, **changes)
    if tier == "lab":
        rates, judge = (*RATES, *beyond), run | {"rows": min(run["rows"], JUDGED)}
    else:
        rates, judge = (PAPER_RATES.get((prefix, name), trainings.PAPER_RATE),), run
    metrics = tests(tier)
    metrics |= {BY_HEAD: "stsb:test by head", ACCURACY: f"{CLASSED[tier]} accuracy"}
    return {column: choose(run, metric, rates, judge) for column, metric in metrics.items()}


def untrained(tier: str, prefix: str = "") -> dict:
    """Column → cell of the encoder as it is."""
    encoder, length = (MINI_3, 128) if tier == "lab" else (PAPER_ENCODERS[prefix], 256)
    return trainings.start(encoder, tests(tier), length=length)


def table(tier: str, rows: dict[str, dict], columns: tuple[str, ...], prefix: str = "") -> dict:
    """``{(row, column): cell}`` of no training and rows by name, in some of the columns."""
    cells = trainings.grid({UNTRAINED: untrained(tier, prefix)} | rows, prefix, SEVEN)
    return {name: cell for name, cell in cells.items() if name[1] in columns}
