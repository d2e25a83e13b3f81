"""Does a verdict depend on the encoder's size? Three raw encoders, pre-trained alike.

From 2 layers of 128 to 6 of 384. Each is pre-trained by plain masking: it fills in
masked pieces, no loss reads its mean vector, and no fine-tuning chose it. All see the same pieces
of English Wikipedia in the same order. They are not in the package; this makes them::

    stsutils pretrain runs/masked-2x128 --corpus wiki_sentences:train --most 1000000 \\
        --max-words 40 --precision bfloat16 --tokens 40000000 \\
        --batch-tokens 16384 --layers 2 --width 128 --lr 1e-3

``4 × 256`` has the same rate, ``6 × 384`` 7e-4.
Each loss chooses its learning rate at each size, among four; those of a larger encoder are lower.
Trainings are those of `supervised`: every row, two epochs in batches of 16. A rank vector is taken
of the encoder as it is, around 10,000 sentences that it has not seen.

A contrastive encoder cannot be made in sizes here, so a second table cuts one: all-MiniLM-L6-v2
with its first two layers, and with all six. Cut, it is no longer what its makers trained, so a
training has more to mend. It looks at graded pairs only, and has its own rates; a grid whose end is
chosen gets one more there.
"""

from stsutils.experiments.checks.loss_map import K2, ON_SCORES
from stsutils.experiments.common.declare import Cell, Experiment, lab_only
from stsutils.experiments.common.sets import CONTRASTIVE, COSENT, MSE, SOFTMAX, UNTRAINED
from stsutils.experiments.common.trainings import tuned, untrained
from stsutils.experiments.cosent.threshold import LOSSES, row

GRADED, HARD = "STS-B", "PAWS"
#: Size → the rates that each loss may choose.
SIZES = {
    "2 × 128": (3e-4, 6e-4, 1.2e-3, 2.4e-3),
    "4 × 256": (1.5e-4, 3e-4, 6e-4, 1.2e-3),
    "6 × 384": (7.5e-5, 1.5e-4, 3e-4, 6e-4),
}
#: Size → weights of the encoder.
WEIGHTS = {"2 × 128": 1_693_440, "4 × 256": 5_752_832, "6 × 384": 14_537_472}
CLS, RANKS = "CoSENT, CLS", "no training, rank vectors"
#: (row, set) of a training → the loss that reads its labels, and what is changed.
TRAININGS = {(loss, GRADED): (loss, {}) for loss in (COSENT, MSE, SOFTMAX)}
TRAININGS[CLS, GRADED] = COSENT, {"pooling": "cls"}
TRAININGS[K2, GRADED] = COSENT, {"loss": ON_SCORES[K2]}
TRAININGS |= {(loss, HARD): (loss, {}) for loss in (COSENT, SOFTMAX)}
for name in (row(0.9, "as coded"), row(-1.0, "as coded")):
    TRAININGS[name, HARD] = CONTRASTIVE, {"loss": LOSSES[name]}
#: Layers that are kept, of six → the rates that each loss may choose.
CUT = {2: (1e-5, 3e-5, 1e-4, 3e-4, 1e-3), 6: (1e-5, 3e-5, 1e-4, 3e-4)}


def ranked(encoder: dict) -> Cell:
    """The encoder as it is, judged by rank vectors."""
    read = {**encoder, "pooling": "mean", "max_length": 64, "training": None}
    read |= {"corpus": "wiki_sentences:validation@10000", "test": ["stsb:test"], "weights": []}
    return Cell(read, "stsb:test by ranks", "rank-vectors-1")


def at_size(size: str, own: dict, rates: tuple, trainings: dict) -> dict:
    """Some `TRAININGS`, no training on their sets, and rank vectors, of one encoder."""
    cells = {
        (f"{size} | {name}", column): tuned(loss, column, "lab", rates, **own, **how)
        for (name, column), (loss, how) in trainings.items()
    }
    for column in dict.fromkeys(column for _, column in trainings):
        cells[f"{size} | {UNTRAINED}", column] = untrained(column, "lab", **own)
    cells[f"{size} | {RANKS}", GRADED] = ranked(own)
    return cells


def cells() -> dict:
    """Nine trainings, no training and rank vectors at each size."""
    cells = {}
    for size, rates in SIZES.items():
        own = {"encoder": "runs/masked-" + size.replace(" × ", "x")}
        cells |= at_size(size, own, rates, TRAININGS)
    return cells


def cells_cut() -> dict:
    """Three trainings on graded pairs, no training and rank vectors with so many layers."""
    cells, some = {}, {(loss, GRADED): (loss, {}) for loss in (COSENT, MSE, SOFTMAX)}
    for layers, rates in CUT.items():
        own = {"encoder": "minilm", "layers": layers}
        cells |= at_size(f"all-MiniLM, {layers} layers", own, rates, some)
    return cells


EXPERIMENT = Experiment("encoder-size", "Seven differences by the encoder's size", lab_only(cells))
EXPERIMENT_CUT = Experiment(
    "encoder-cut", "Three differences by the layers of a contrastive encoder", lab_only(cells_cut)
)
