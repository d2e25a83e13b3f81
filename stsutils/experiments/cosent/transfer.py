"""Transfer tasks: CoSENT's Table V, a logistic regression on vectors that stay as they are.

SentEval's protocol with scikit-learn. The lab trains as for Table III, `nli-to-sts`, with the rates
chosen there, and has five seeds. That took the place of the short cut of that table, in which no
claim of this one could be tested, as had been seen when it was declared.

The lab cuts folded sets and training rows to 4,000 and chooses among three strengths by three inner
folds (SentEval: six, by ten). The paper pools first and last layer; its released script pools the
last two layers, which no row here does. SimCSE and RankCSE rows of the table are other chapters'
methods; InferSent and the Universal Sentence Encoder are not run.
"""

from dataclasses import replace

from stsutils.experiments.common.beside import printed
from stsutils.experiments.common.declare import Cell, Derived, Experiment, Tuned
from stsutils.experiments.common.encoders import BERT, BERT_LARGE, MINI_3, encoders
from stsutils.experiments.common.sets import AVERAGE, COSENT, MSE, POOLINGS, SOFTMAX
from stsutils.experiments.cosent.nli_to_sts import WORDS
from stsutils.experiments.cosent.nli_to_sts import cell as nli_cell

TASKS = {"MR": "mr", "CR": "cr", "SUBJ": "subj", "MPQA": "mpqa"}
TASKS |= {"SST": "sst2", "TREC": "trec", "MRPC": "mrpc"}
OTHERS = {"BERT-large": BERT_LARGE}
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
    candidates, trained_on_nli = [], nli_cell(loss, pooling, tier, "", **changes)
    for found in trained_on_nli.candidates:
        training = {k: v for k, v in found.items() if k not in ("encoder", "pooling", "test")}
        training.pop("max_length", None)
        candidates.append(_settings(tier, found["encoder"], POOLINGS[pooling], training))
    return replace(trained_on_nli, candidates=tuple(candidates), metric=task, recipe="transfer-1")


def _settings(tier: str, encoder: str, pooling: str, training: dict | None) -> dict:
    found = {"encoder": encoder, "pooling": pooling, "max_length": 128, "training": training}
    return found | (LAB if tier == "lab" else {})


def cells(tier: str) -> dict:
    """Seven encoders on seven tasks and their average. Nothing embedded is such a task."""
    found = {}
    for prefix, encoder in encoders(tier, OTHERS).items() if tier != "demo" else ():
        rows = {}
        for title, pooling in UNTRAINED.items():
            name = encoder.get("encoder", BERT if tier == "paper" else MINI_3)
            raw = _settings(tier, name, pooling, None)
            rows[title] = {c: Cell(raw, task, "transfer-1") for c, task in TASKS.items()}
        for title, (loss, pooling) in TRAINED.items():
            rows[title] = {
                c: trained(loss, pooling, tier, task, **encoder) for c, task in TASKS.items()
            }
        for title, own in rows.items():
            found |= {(prefix + title, column): one for column, one in own.items()}
            found[prefix + title, AVERAGE] = Derived("mean", tuple(own.values()))
    return found


TABLE = "CoSENT, Table V and Section V-D"
SBERT = "SBERT (softmax)"

EXPERIMENT = Experiment(
    name="transfer",
    title="Transfer tasks",
    cells=cells,
    published=printed(
        "cosent",
        "V",
        {loss: f"NLI | {loss}" for loss in (SBERT, COSENT)},
        (*TASKS, AVERAGE),
        OTHERS,
        {
            WORDS: "GloVe | none | mean",
            "no training | mean": "BERT | none | mean",
            "no training | CLS": "BERT | none | CLS",
        },
    ),
    metric="accuracy × 100",
    floor=None,
)
