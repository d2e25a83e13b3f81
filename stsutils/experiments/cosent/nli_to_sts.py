"""Trained on NLI, tested on seven STS sets: CoSENT's Table III.

Table III compares CoSENT with first-last pooling to SBERT's mean pooling, copied from its paper;
the choice is the best STS-B column of Table IX. So all three losses are run with all four
poolings, and both comparisons are claims. "Word vectors" is the mean of the encoder's own input
word vectors: the free stand-in for averaged GloVe vectors. (The GloVe vectors at hand are 2,446
words of 50 numbers, which leave out a quarter of the words: no fair baseline.)

At the lab STS-B's validation pairs choose the moment and the rate, as in the regression document's
NLI tables, so neither STS-B is wholly unseen here nor are STS12 to STS16, which it was made from;
the paper tier takes NLI's own, as the code does. Each loss has its own rate, chosen by trainings
with mean pooling that test nothing: by seed 0, and by five seeds between near rates. Test sets are
scored as one list ("all", as the paper's code does), and STS12 to STS16 also as the mean over their
subsets.
"""

from itertools import product

from stsutils.experiments.common import sets
from stsutils.experiments.common.declare import FIRST, Derived, Experiment, Tuned, printed
from stsutils.experiments.common.encoders import BERT, OTHERS, encoder_of, encoders
from stsutils.experiments.common.nli import HEADS, LAB, RATES, SEVEN, STS12_TO_16, mean, scores
from stsutils.experiments.common.trainings import choose, grid, start

TOKENS = "first-last tokens"
RAW = sets.POOLINGS | {TOKENS: "first_last_tokens"}
WORDS = "word vectors"
PAPER = {"encoder": BERT, "batch_size": 64, "epochs": 1, "rows": None, "max_length": 128}
PAPER |= {"train": "all_nli:train", "validation": "all_nli:validation"}


def tests(tier: str, kind: str) -> dict[str, str]:
    """Our columns of single sets → names of test scores; CoSENT has PAWS and MRPC as well."""
    # hub copies do not say which subset a pair is from
    names = scores() if tier == "lab" else {column: scores()[column] for column in SEVEN}
    return names | ({"PAWS": "paws:test", "MRPC": "mrpc:test"} if kind == sets.COSENT else {})


def row(kind: str, pooling: str) -> str:
    """The name of a row: ``row("CoSENT", "first-last")``."""
    return f"{kind} | {pooling}"


def gain(title: str) -> str:
    """The name of a row of gains: a row's score minus that of no training, same pooling."""
    return f"{title} | gain"


def cell(loss: str, pooling: str, tier: str, name: str, /, **changes) -> Tuned:
    """The test score `name` of one training on NLI; Table IX shares these runs."""
    run = {"pooling": RAW[pooling], "test": list(tests(tier, loss).values()), "evaluations": 4}
    run |= sets.reading(loss, "NLI") | (LAB if tier == "lab" else PAPER) | changes
    judge = run | {"pooling": "mean", "test": []}
    return choose(run, name, RATES if tier == "lab" else None, judge, HEADS)


def untrained(pooling: str, tier: str, **changes) -> dict:
    """Column → cell of the encoder as it is."""
    return start(changes.get("encoder", encoder_of(tier)), tests(tier, sets.UNTRAINED), pooling)


def cells(tier: str) -> dict:
    """Word vectors, the encoder as it is, three losses by four poolings (CoSENT by five)."""
    cells, names = {}, tests(tier, sets.UNTRAINED)
    for prefix, encoder in encoders(tier, OTHERS).items():
        rows = {WORDS: untrained("words", tier, **encoder)}
        rows |= {row(sets.UNTRAINED, p): untrained(how, tier, **encoder) for p, how in RAW.items()}
        for loss in sets.LOSSES:
            for pooling in RAW if loss == sets.COSENT else sets.POOLINGS:
                own = {c: cell(loss, pooling, tier, name, **encoder) for c, name in names.items()}
                rows[row(loss, pooling)] = own
        means = {sets.AVERAGE: SEVEN}
        if tier == "lab":
            means["Avg. (mean)"] = (*map(mean, STS12_TO_16), "STS-B", "SICK-R")
        cells |= grid(rows, prefix, means=means)
        for loss, pooling in product(sets.LOSSES, sets.POOLINGS):
            trained, raw = row(loss, pooling), row(sets.UNTRAINED, pooling)
            parts = tuple(rows[one][column] for one in (trained, raw) for column in SEVEN)
            cells[prefix + gain(trained), sets.AVERAGE] = Derived("gain", parts)
    return cells


#: The paper's pooling for CoSENT on NLI: first-last for BERT, CLS for RoBERTa.
THEIRS = {"": "first-last", "BERT-large | ": "first-last"}
THEIRS |= {"RoBERTa-base | ": "CLS", "RoBERTa-large | ": "CLS"}
ALONE = {p + row(sets.COSENT, own): f"{p or FIRST}NLI | CoSENT" for p, own in THEIRS.items()}
ALONE |= {row(sets.UNTRAINED, how): f"BERT | none | {how}" for how in ("mean", "CLS")}
ALONE[WORDS] = "GloVe | none | mean"
PRINTED = {row(sets.SOFTMAX, "mean"): f"NLI | {sets.SYSTEMS[sets.SOFTMAX]}"}
EXPERIMENT = Experiment(
    name="nli-to-sts",
    title="From NLI to seven STS sets",
    cells=cells,
    published=printed("cosent", "III", PRINTED, (*SEVEN, sets.AVERAGE), OTHERS, ALONE),
    seeds=8,
)
