"""What RankEncoder's tables share: text, corpus, tests, the base encoder and its student.

The paper's base encoders are trained by contrast on Wikipedia (Eq. 1), give rank vectors around a
corpus (Eq. 2, 3), and these teach a second encoder (Eq. 4 to 6), which is tested by cosine or by
cosine and ranks (Eq. 7). Every student has its base's settings, as in the paper; so one learning
rate, chosen by the base's validation score on STS-B, serves all.

*The lab*: 4,800 Wikipedia sentences in one epoch of 75 steps, a corpus of 10,000 others, mean
pooling. The sets of more than 1,400 pairs are cut to 1,000. *The paper tier*: the settings of the
released scripts (1 epoch of a million sentences, batches of 64, 32 tokens, a look every 125 steps)
with the paper's corpus of 100,000. SimCSE's extra layer in training is left out at both.

all-MiniLM-L6-v2 as a base is a line of evidence of the lab's own. It is no unsupervised encoder, as
it was trained on a billion pairs, but it has something to teach where the lab's SimCSE may not.

Readings: as written the loss is the greater of two parts ("hinge", Eq. 5), as released for SimCSE
it is their sum. The bounds are those of the scripts for SimCSE, .5 and .9999.
"""

from stsutils.experiments.common.declare import Cell, Derived, Tuned
from stsutils.experiments.common.encoders import BERT, MINI, MINI_3
from stsutils.experiments.common.sets import AVERAGE, TESTED

SEVEN = ("STS12", "STS13", "STS14", "STS15", "STS16", "STS-B", "SICK-R")
RECIPE = "rank-vectors-1"
STUDIED = "stsb:test"
#: λ_inf of Eq. 7: the scripts', and equal parts.
WEIGHTS = [0.1, 0.5]
RATES = (1e-4, 3e-4, 1e-3)
#: Ways to judge a pair, as the recipe names them.
COSINE, RANKS, WEIGHTED = "", " by ranks", " by 0.1 ranks"
UNTRAINED, SIMCSE = "no training", "SimCSE"
HINGE, SUM = "RankEncoder, hinge", "RankEncoder, sum"
VECTORS = ", rank vectors"
MINILM, MINILM_STUDENT = "all-MiniLM", "all-MiniLM: RankEncoder, continued"
MINILM_READER = {"encoder": "minilm", "pooling": "mean", "max_length": 64}
#: all-MiniLM takes twice the time a sentence: half the sentences, and SimCSE's own rate.
MINILM_ROWS, MINILM_RATE = 2400, 3e-5


def tests(tier: str) -> dict[str, str]:
    """Columns → names of test scores."""
    cut = {"STS12", "STS13", "STS14", "STS15", "SICK-R"} if tier == "lab" else ()
    names = {"STS-B": "stsb", "SICK-R": "sick_r"}
    return {
        column: f"{names.get(column, column.lower())}:test{TESTED if column in cut else ''}"
        for column in SEVEN
    }


def reader(tier: str) -> dict:
    """The encoder of a tier, as settings of a run or a teacher name it."""
    if tier == "paper":
        return {"encoder": BERT, "pooling": "cls", "max_length": 128}
    return {"encoder": MINI_3 if tier == "lab" else MINI, "pooling": "mean", "max_length": 64}


def corpus(tier: str, size: int | None = None) -> str:
    """The sentences around which ranks are taken."""
    return f"wiki_sentences:train@{size or (100_000 if tier == 'paper' else 10_000)}"


def simcse(tier: str, lr: float, **changes) -> dict:
    """A training by contrast (Eq. 1) on sentences named twice."""
    found = {
        "train": "wiki_sentences:validation",
        "validation": "stsb:validation@500",
        "columns": ["sentence", "sentence"],
        "loss": {"name": "info_nce"},
        "lr": lr,
        "rows": 4800,
        "batch_size": 64,
        "epochs": 1,
        "evaluations": 5,
    }
    if tier == "paper":
        found |= {"train": "wiki_sentences:train", "validation": "stsb:validation"}
        found |= {"rows": None, "max_length": 32, "evaluations": 125, "precision": "bfloat16"}
    return found | changes


def rank_loss(form: str, weight: float = 0.05, filtered: bool = True) -> dict:
    """RankEncoder's loss: "as_written" is the hinge; without the filter it is Eq. 4."""
    found = {"name": "rank_encoder", "form": form, "weight": weight}
    # rounding may lift a correlation above 1, and Eq. 4 has the diagonal in it
    return found if filtered else found | {"lowest": -2.0, "highest": 2.0}


def student(tier: str, lr: float, loss: dict, continued: bool = False, **teacher) -> dict:
    """A training taught by a base's rank vectors; `teacher` changes who the base is."""
    base = {**reader(tier), "corpus": corpus(tier), "training": simcse(tier, lr), **teacher}
    base = {key: value for key, value in base.items() if value is not None}
    if continued:
        base["continued"] = True
    return simcse(tier, lr, loss=loss, teacher=base)


def settings(tier: str, training: dict | None, **changes) -> dict:
    """Settings of a run of all seven tests."""
    found = {**reader(tier), "corpus": corpus(tier), "test": list(tests(tier).values())}
    return found | {"weights": WEIGHTS, "study": STUDIED, "training": training} | changes


def rates(tier: str) -> tuple[float, ...]:
    """Learning rates to choose among."""
    return RATES if tier == "lab" else (3e-5,)


def judges(tier: str) -> tuple[dict, ...]:
    """The bases whose validation scores choose the rate."""
    if tier != "lab":
        return ()
    return tuple(settings(tier, simcse(tier, lr)) for lr in rates(tier))


def tuned(tier: str, candidates: list[dict], metric: str, recipe: str = RECIPE) -> Tuned:
    """A cell with the base's rate; `candidates` are in the order of `rates`."""
    return Tuned(tuple(candidates), metric, recipe=recipe, judges=judges(tier), judge_recipe=RECIPE)


def untrained(tier: str, metric: str, **changes) -> Cell:
    """A metric of the encoder as it is."""
    return Cell(settings(tier, None, **changes), metric, RECIPE)


def minilm(metric: str, **changes) -> Cell:
    """A metric of all-MiniLM as it is, at the lab."""
    return untrained("lab", metric, **MINILM_READER, **changes)


def minilm_taught(metric: str) -> Tuned:
    """A metric of its student, which goes on from its weights: there is no raw one of its kind."""
    loss, teacher = rank_loss("as_coded"), {"training": None, **MINILM_READER}
    training = student("lab", MINILM_RATE, loss, continued=True, **teacher)
    training["rows"] = MINILM_ROWS
    return Tuned((settings("lab", training, **MINILM_READER),), metric, recipe=RECIPE)


def base(tier: str, metric: str) -> Tuned:
    """A metric of the encoder trained by contrast."""
    return tuned(tier, [settings(tier, simcse(tier, lr)) for lr in rates(tier)], metric)


def taught(tier: str, metric: str, form: str, **own) -> Tuned:
    """A metric of the student; `own` are `rank_loss`'s arguments and `student`'s.

    Only the student as it is declared here is studied in groups of pairs.
    """
    loss = {key: own[key] for key in ("weight", "filtered") if key in own}
    rest = {key: value for key, value in own.items() if key not in loss}
    changes = {"study": None, "weights": []} if own else {}
    candidates = [
        settings(tier, student(tier, lr, rank_loss(form, **loss), **rest), **changes)
        for lr in rates(tier)
    ]
    return tuned(tier, candidates, metric)


def by_set(tier: str, row: str, way: str, cell) -> dict:
    """A row over the seven sets and their average; ``cell(metric)`` makes a cell of it."""
    own = {column: cell(name + way) for column, name in tests(tier).items()}
    found = {(row, column): one for column, one in own.items()}
    found[row, AVERAGE] = Derived("mean", tuple(own.values()))
    return found
