"""Transfer tasks: CoSENT's Table V, a logistic regression on vectors that stay as they are.

SentEval's protocol with scikit-learn. The trainings are those of Table III, `nli-to-sts`, with the
rates chosen there. The lab cuts folded sets and training rows to 4,000 and chooses among three
strengths by three inner folds (SentEval: six, by ten). The paper pools first and last layer; its
released script pools the last two layers, which no row here does. SimCSE and RankCSE rows of the
table are other chapters' methods; InferSent and the Universal Sentence Encoder are not run.
"""

from dataclasses import replace

from stsutils.experiments.common.declare import Cell, Experiment, Tuned, printed
from stsutils.experiments.common.encoders import BERT_LARGE, encoder_of, encoders
from stsutils.experiments.common.sets import AVERAGE, COSENT, MSE, POOLINGS, SOFTMAX
from stsutils.experiments.common.trainings import grid
from stsutils.experiments.cosent import nli_to_sts

TASKS = {"MR": "mr", "CR": "cr", "SUBJ": "subj", "MPQA": "mpqa"}
TASKS |= {"SST": "sst2", "TREC": "trec", "MRPC": "mrpc"}
OTHERS = {"BERT-large": BERT_LARGE}
WORDS = nli_to_sts.WORDS
LAB = {"inner": 3, "grid": [0.25, 1.0, 4.0], "task_rows": 4000}
#: Rows with a training: (loss, pooling).
TRAINED = {
    "SBERT (softmax)": (SOFTMAX, "mean"),
    "cosine-MSE": (MSE, "mean"),
    "CoSENT": (COSENT, "first-last"),
    "CoSENT | mean": (COSENT, "mean"),
}
UNTRAINED = {WORDS: "words", "no training | mean": "mean", "no training | CLS": "cls"}
UNTRAINED["no training | first-last"] = "first_last"


def trained(loss: str, pooling: str, tier: str, task: str, **changes) -> Tuned:
    """The accuracy on a task of an encoder trained on NLI as for Table III."""
    on_nli = nli_to_sts.cell(loss, pooling, tier, "", **changes)
    around = ("encoder", "pooling", "test", "max_length")
    runs = []
    for run in on_nli.candidates:
        training = {key: value for key, value in run.items() if key not in around}
        runs.append(_settings(tier, run["encoder"], POOLINGS[pooling], training))
    return replace(on_nli, candidates=tuple(runs), metric=task, recipe="transfer-1")


def _settings(tier: str, encoder: str, pooling: str, training: dict | None) -> dict:
    settings = {"encoder": encoder, "pooling": pooling, "max_length": 128, "training": training}
    return settings | (LAB if tier == "lab" else {})


def cells(tier: str) -> dict:
    """Eight encoders on seven tasks and their average."""
    cells = {}
    for prefix, encoder in encoders(tier, OTHERS).items():
        name, rows = encoder.get("encoder", encoder_of(tier)), {}
        for title, pooling in UNTRAINED.items():
            raw = _settings(tier, name, pooling, None)
            rows[title] = {c: Cell(raw, task, "transfer-1") for c, task in TASKS.items()}
        for title, how in TRAINED.items():
            rows[title] = {c: trained(*how, tier, task, **encoder) for c, task in TASKS.items()}
        cells |= grid(rows, prefix, tuple(TASKS))
    return cells


PRINTED = {loss: f"NLI | {loss}" for loss in ("SBERT (softmax)", COSENT)}
ALONE = {WORDS: "GloVe | none | mean", "no training | mean": "BERT | none | mean"}
ALONE["no training | CLS"] = "BERT | none | CLS"
EXPERIMENT = Experiment(
    name="transfer",
    title="Transfer tasks",
    cells=cells,
    published=printed("cosent", "V", PRINTED, (*TASKS, AVERAGE), OTHERS, ALONE),
    metric="accuracy × 100",
)
