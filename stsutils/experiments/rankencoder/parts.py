"""What RankEncoder's tables share: text, corpus, tests, the base encoder and its student.

The paper's base encoders are trained by contrast on Wikipedia (Eq. 1), give rank vectors around a
corpus (Eq. 2, 3), and these teach a second encoder (Eq. 4 to 6), which is tested by cosine or by
cosine and ranks (Eq. 7). Every student has its base's settings, as in the paper; so one learning
rate, chosen by the base's validation score on STS-B, serves all.

*The lab*: 4,800 Wikipedia sentences in one epoch of 75 steps, a corpus of 10,000 others, mean
pooling. The sets of more than 1,400 pairs are cut to 1,000. *The paper tier*: the settings of the
released scripts (1 epoch of a million sentences, batches of 64, 32 tokens, a look every 125 steps)
with the paper's corpus of 100,000. SimCSE's extra layer in training is left out at both.

*Which base* (`ON`). The paper's tables are on SimCSE, and so is the paper tier. So were the lab's,
but with 4,800 sentences SimCSE learns nothing there, and a base that knows no more than no training
has nothing to teach. A contrast of two templates, PromptBERT's base without its denoising, learns
(44.5 → 57.6 on average), so the lab's tables are on it. When that was decided, its rank vectors had
been seen to lose, and its student to gain .45 [-.1, 1.0] over three seeds; no other number of these
tables was known on it. They have five seeds. What SimCSE gave stands in `rankencoder-bases`.

all-MiniLM-L6-v2 as a base is a line of evidence of the lab's own. It is no unsupervised encoder, as
it was trained on a billion pairs.

Readings: as written the loss is the greater of two parts ("hinge", Eq. 5), as released for SimCSE
and SNCSE it is their sum; for PromptBERT the script has the hinge, too. The bounds are those of the
scripts: .5 and .9999 for SimCSE, .5 and .8 for PromptBERT.
"""

from dataclasses import dataclass, field

from stsutils.experiments.common.declare import Cell, Derived, Tuned
from stsutils.experiments.common.encoders import BERT, MINI_3
from stsutils.experiments.common.sets import AVERAGE

SEVEN = ("STS12", "STS13", "STS14", "STS15", "STS16", "STS-B", "SICK-R")
RECIPE = "rank-vectors-1"
STUDIED = "stsb:test"
#: λ_inf of Eq. 7: the scripts', and equal parts.
WEIGHTS = [0.1, 0.5]
RATES = (1e-4, 3e-4, 1e-3)
#: Ways to judge a pair, as the recipe names them.
COSINE, RANKS, WEIGHTED, HALVES = "", " by ranks", " by 0.1 ranks", " by 0.5 ranks"
UNTRAINED, SIMCSE, TEMPLATE = "no training", "SimCSE", "templates"
HINGE, SUM = "RankEncoder, hinge", "RankEncoder, sum"
VECTORS = ", rank vectors"
MINILM, MINILM_STUDENT = "all-MiniLM", "all-MiniLM: RankEncoder, continued"
MINILM_READER = {"encoder": "minilm", "pooling": "mean", "max_length": 64}
#: all-MiniLM takes twice the time a sentence: half the sentences, and SimCSE's own rate.
MINILM_ROWS, MINILM_RATE = 2400, 3e-5
#: Seeds of the tables that the lab has on `TEMPLATE`.
SEEDS = 5


@dataclass(frozen=True, eq=False)
class Base:
    """A base that is trained by contrast: its ``row``, and what is its own.

    ``pooling`` and ``longer`` (tokens of a template) change the reader, ``theirs`` the training at
    the paper tier, ``bounds`` are those of Eq. 6 for its students, ``judged`` are changes to
    the runs that choose the rate. ``prefix`` stands before the rows that another base has, too.
    """

    row: str
    pooling: str = ""
    longer: int = 0
    theirs: dict = field(default_factory=dict)
    bounds: dict = field(default_factory=dict)
    judged: dict = field(default_factory=dict)
    prefix: str = ""

    @property
    def raw(self) -> str:
        """The row of the encoder before its training."""
        return self.prefix.replace(":", ",") + UNTRAINED

    def named(self, student: str) -> str:
        """The row of a student: ``named("RankEncoder, hinge")``."""
        return self.prefix + student

    def read(self, tier: str) -> dict:
        """`reader`, with this base's pooling and length."""
        found = reader(tier)
        own = {"pooling": self.pooling} if self.pooling else {}
        return found | own | {"max_length": found["max_length"] + self.longer}

    def trained(self, tier: str, lr: float) -> dict:
        """`simcse`, as this base is trained."""
        return simcse(tier, lr, **(self.theirs if tier == "paper" else {}))


ON_SIMCSE = Base(SIMCSE)
ON_TEMPLATES = Base(
    TEMPLATE,
    pooling="prompt",
    longer=32,
    theirs={"batch_size": 256},
    bounds={"highest": 0.8},
    judged={"study": None, "weights": []},
    prefix=f"{TEMPLATE}: ",
)
#: The base of each tier's tables.
ON = {"lab": ON_TEMPLATES, "paper": ON_SIMCSE}
TWO = (ON_SIMCSE, ON_TEMPLATES)


def tests(tier: str) -> dict[str, str]:
    """Columns → names of test scores."""
    cut = {"STS12", "STS13", "STS14", "STS15", "SICK-R"} if tier == "lab" else ()
    names = {"STS-B": "stsb", "SICK-R": "sick_r"}
    return {
        column: f"{names.get(column, column.lower())}:test{'@1000' if column in cut else ''}"
        for column in SEVEN
    }


def reader(tier: str) -> dict:
    """The encoder of a tier, as settings of a run or a teacher name it."""
    if tier == "paper":
        return {"encoder": BERT, "pooling": "cls", "max_length": 128}
    return {"encoder": MINI_3, "pooling": "mean", "max_length": 64}


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


def rank_loss(form: str, weight: float = 0.05, filtered: bool = True, **bounds) -> dict:
    """RankEncoder's loss: "as_written" is the hinge; without the filter it is Eq. 4."""
    found = {"name": "rank_encoder", "form": form, "weight": weight}
    # rounding may lift a correlation above 1, and Eq. 4 has the diagonal in it
    return found | (bounds if filtered else {"lowest": -2.0, "highest": 2.0})


def student(
    tier: str,
    lr: float,
    loss: dict,
    continued: bool = False,
    who: Base = ON_SIMCSE,
    **teacher,
) -> dict:
    """A training taught by a base's rank vectors; `teacher` changes who the base is."""
    base = {**who.read(tier), "corpus": corpus(tier), "training": who.trained(tier, lr), **teacher}
    base = {key: value for key, value in base.items() if value is not None}
    if continued:
        base["continued"] = True
    return who.trained(tier, lr) | {"loss": loss, "teacher": base}


def settings(tier: str, training: dict | None, **changes) -> dict:
    """Settings of a run of all seven tests."""
    found = {**reader(tier), "corpus": corpus(tier), "test": list(tests(tier).values())}
    return found | {"weights": WEIGHTS, "study": STUDIED, "training": training} | changes


def rates(tier: str) -> tuple[float, ...]:
    """Learning rates to choose among."""
    return RATES if tier == "lab" else (3e-5,)


def judges(tier: str, who: Base) -> tuple[dict, ...]:
    """The bases whose validation scores choose the rate."""
    if tier != "lab":
        return ()
    return tuple(_base(tier, lr, who, **who.judged) for lr in rates(tier))


def _base(tier: str, lr: float, who: Base, **changes) -> dict:
    return settings(tier, who.trained(tier, lr), **who.read(tier), **changes)


def tuned(
    tier: str, candidates: list[dict], metric: str, recipe: str = RECIPE, who: Base = ON_SIMCSE
) -> Tuned:
    """A cell with the base's rate; `candidates` are in the order of `rates`."""
    judged = judges(tier, who)
    return Tuned(tuple(candidates), metric, recipe=recipe, judges=judged, judge_recipe=RECIPE)


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


def base(tier: str, metric: str, who: Base = ON_SIMCSE) -> Tuned:
    """A metric of the encoder trained by contrast."""
    return tuned(tier, [_base(tier, lr, who) for lr in rates(tier)], metric, who=who)


def taught(tier: str, metric: str, form: str, who: Base = ON_SIMCSE, **own) -> Tuned:
    """A metric of the student; `own` are `rank_loss`'s arguments and `student`'s.

    Only the student as it is declared here is studied in groups of pairs.
    """
    changes = {"study": None, "weights": []} if own else {}
    continued = own.pop("continued", False)
    loss = rank_loss(form, **own, **who.bounds)
    candidates = [
        settings(tier, student(tier, lr, loss, continued, who), **who.read(tier), **changes)
        for lr in rates(tier)
    ]
    return tuned(tier, candidates, metric, who=who)


def by_set(tier: str, row: str, way: str, cell) -> dict:
    """A row over the seven sets and their average; ``cell(metric)`` makes a cell of it."""
    own = {column: cell(name + way) for column, name in tests(tier).items()}
    found = {(row, column): one for column, one in own.items()}
    found[row, AVERAGE] = Derived("mean", tuple(own.values()))
    return found
