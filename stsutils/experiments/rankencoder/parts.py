"""What RankEncoder's tables share: text, corpus, tests, the base encoder and its student.

The paper's base encoders are trained by contrast on Wikipedia (Eq. 1), give rank vectors around a
corpus (Eq. 2, 3), and these teach a second encoder (Eq. 4 to 6), which is tested by cosine or by
cosine and ranks (Eq. 7). Every student has its base's settings, as in the paper; so one learning
rate, chosen by the base's validation score on STS-B, serves all.

*The lab*: 4,800 Wikipedia sentences in one epoch of 75 steps, a corpus of 10,000 others, mean
pooling. The sets of more than 1,400 pairs are cut to 1,000. *The paper tier*: the settings of the
released scripts (1 epoch of a million sentences, batches of 64, 32 tokens, a look every 125 steps;
for PromptBERT batches of 256 and a third of the rate) with the paper's corpus of 100,000. SimCSE's
extra layer in training is left out at both.

*Which base* (`ON`). The paper's tables are on SimCSE, and so is the paper tier. With 4,800
sentences SimCSE learns nothing, and a base that knows no more than no training has nothing to
teach; so the lab's tables are on a contrast of two templates, PromptBERT's base without its
denoising, which learns (44.5 → 57.6 on average). What SimCSE gives stands in `rankencoder-bases`.
all-MiniLM-L6-v2 is a base of the lab's own. It is no unsupervised encoder: it was trained on a
billion pairs.

Readings: as written the loss is the greater of two parts ("hinge", Eq. 5), as released for SimCSE
and SNCSE it is their sum; for PromptBERT the script has the hinge, too. The bounds are those of the
scripts: .5 and .9999 for SimCSE, .5 and .8 for PromptBERT.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from stsutils.experiments.common.declare import Cell, Tuned
from stsutils.experiments.common.encoders import BERT, MINI_3
from stsutils.experiments.common.nli import SEVEN, STS12_TO_16, seven
from stsutils.experiments.common.sets import UNTRAINED
from stsutils.experiments.common.trainings import grid

RECIPE = "rank-vectors-1"
STUDIED = "stsb:test"
#: λ_inf of Eq. 7: the scripts', and equal parts.
WEIGHTS = [0.1, 0.5]
RATES = {"lab": (1e-4, 3e-4, 1e-3), "paper": (3e-5,)}
CORPUS = {"lab": 10_000, "paper": 100_000}
#: Ways to judge a pair, as the recipe names them.
COSINE, RANKS, WEIGHTED, HALVES = "", " by ranks", " by 0.1 ranks", " by 0.5 ranks"
SIMCSE, TEMPLATE, MINILM = "SimCSE", "templates", "all-MiniLM"
HINGE, SUM = "RankEncoder, hinge", "RankEncoder, sum"
FORMS = {HINGE: "as_written", SUM: "as_coded"}
VECTORS = ", rank vectors"
MINILM_STUDENT = "all-MiniLM: RankEncoder, continued"
#: all-MiniLM takes twice the time a sentence: half the sentences, and SimCSE's own rate.
MINILM_TRAINING = {"rows": 2400, "lr": 3e-5}
#: Settings of runs that are not studied in groups of pairs.
UNSTUDIED = {"study": None, "weights": []}
READERS = {
    "lab": {"encoder": MINI_3, "pooling": "mean", "max_length": 64},
    "paper": {"encoder": BERT, "pooling": "cls", "max_length": 128},
}
#: What a training by contrast reads, and how, by tier.
TRAININGS = {
    "lab": {"train": "wiki_sentences:validation", "rows": 4800, "evaluations": 5}
    | {"validation": "stsb:validation@500"},
    "paper": {"train": "wiki_sentences:train", "rows": None, "evaluations": 125}
    | {"validation": "stsb:validation", "max_length": 32, "precision": "bfloat16"},
}
#: A function of a metric that makes a cell of it.
Maker = Callable[[str], Cell | Tuned]
#: Row → what makes its cells, and the way that a pair is judged.
Rows = Mapping[str, tuple[Maker, str]]


@dataclass(frozen=True, eq=False)
class Base:
    """A base that teaches by its rank vectors: its ``row``, and what is its own.

    ``reader`` and ``longer`` (tokens of a template) change how a tier reads, ``theirs`` the
    training by contrast at the paper tier, ``ours`` at the lab, ``bounds`` are those of Eq. 6 for
    its students, ``judged`` are changes to the runs that choose the rate. ``prefix`` stands before
    the rows that another base has, too.
    """

    row: str
    reader: dict = field(default_factory=dict)
    longer: int = 0
    theirs: dict = field(default_factory=dict)
    ours: dict = field(default_factory=dict)
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
        """How its texts are read, as settings of a run or a teacher name it."""
        reader = READERS[tier] | self.reader
        return reader | {"max_length": reader["max_length"] + self.longer}

    def trained(self, tier: str, lr: float) -> dict:
        """Its training by contrast."""
        return simcse(tier, lr) | (self.theirs if tier == "paper" else self.ours)


ON_SIMCSE = Base(SIMCSE)
ON_TEMPLATES = Base(
    TEMPLATE,
    reader={"pooling": "prompt"},
    longer=32,
    theirs={"batch_size": 256, "lr": 1e-5, "evaluations": 31},
    bounds={"highest": 0.8},
    judged=UNSTUDIED,
    prefix=f"{TEMPLATE}: ",
)
#: The lab's with twice the sentences: 150 steps.
ON_MORE = replace(ON_TEMPLATES, ours={"rows": 9_600})
#: The lab's, which comes trained.
ON_MINILM = Base(MINILM, reader={"encoder": "minilm"})
#: The base of each tier's tables.
ON = {"lab": ON_TEMPLATES, "paper": ON_SIMCSE}
#: The base's names in the paper's tables.
PRINTED = {ON_SIMCSE: "SimCSE", ON_TEMPLATES: "PromptBERT"}


def tests(tier: str) -> dict[str, str]:
    """Column → name of the test score; the lab cuts the sets of more than 1,400 pairs."""
    cut = (*STS12_TO_16[:4], "SICK-R") if tier == "lab" else ()
    return {column: name + "@1000" * (column in cut) for column, name in seven().items()}


def corpus(tier: str, size: int | None = None) -> str:
    """The sentences around which ranks are taken."""
    return f"wiki_sentences:train@{size or CORPUS[tier]}"


def simcse(tier: str, lr: float) -> dict:
    """A training by contrast (Eq. 1) on sentences named twice."""
    training = {"columns": ["sentence", "sentence"], "loss": {"name": "info_nce"}, "lr": lr}
    return training | {"batch_size": 64, "epochs": 1} | TRAININGS[tier]


def rank_loss(form: str, weight: float = 0.05, filtered: bool = True, **bounds) -> dict:
    """RankEncoder's loss: "as_written" is the hinge; without the filter it is Eq. 4."""
    # rounding may lift a correlation above 1, and Eq. 4 has the diagonal in it
    bounds = bounds if filtered else {"lowest": -2.0, "highest": 2.0}
    return {"name": "rank_encoder", "form": form, "weight": weight} | bounds


def student(
    base: Base, tier: str, lr: float, loss: dict, continued: bool = False, epochs: int = 1
) -> dict:
    """A training taught by a base's rank vectors; ``continued`` goes on from its weights."""
    teacher = base.read(tier) | {"corpus": corpus(tier)}
    if base is not ON_MINILM:
        teacher["training"] = base.trained(tier, lr)
    teacher |= {"continued": True} if continued else {}
    return base.trained(tier, lr) | {"loss": loss, "teacher": teacher, "epochs": epochs}


def settings(base: Base, tier: str, training: dict | None, **changes) -> dict:
    """Settings of a run of all seven tests."""
    run = base.read(tier) | {"corpus": corpus(tier), "test": [*tests(tier).values()]}
    return run | {"weights": WEIGHTS, "study": STUDIED, "training": training} | changes


def chosen(base: Base, tier: str, runs: Iterable[dict], recipe: str = RECIPE) -> Maker:
    """Cells with the base's rate; ``runs`` are in the order of `RATES`."""
    rates = RATES[tier] if tier == "lab" else ()
    judges = tuple(settings(base, tier, base.trained(tier, lr), **base.judged) for lr in rates)
    return partial(Tuned, tuple(runs), recipe=recipe, judges=judges, judge_recipe=RECIPE)


def as_it_is(base: Base, tier: str, **changes) -> Maker:
    """Cells of a base's encoder before any training by contrast."""
    return partial(Cell, settings(base, tier, None, **changes), recipe=RECIPE)


def contrasted(base: Base, tier: str, **changes) -> Maker:
    """Cells of a base's encoder trained by contrast."""
    runs = (settings(base, tier, base.trained(tier, lr), **changes) for lr in RATES[tier])
    return chosen(base, tier, runs)


def taught(
    base: Base,
    tier: str,
    form: str,
    continued: bool = False,
    studied: bool = True,
    epochs: int = 1,
    **loss,
) -> Maker:
    """Cells of a base's student; ``loss`` are arguments of `rank_loss`."""
    settled = rank_loss(form, **loss, **base.bounds)
    trainings = (student(base, tier, lr, settled, continued, epochs) for lr in RATES[tier])
    changes = {} if studied else UNSTUDIED
    return chosen(base, tier, (settings(base, tier, each, **changes) for each in trainings))


def base_rows(base: Base, tier: str) -> Rows:
    """A base before its training and after it, by cosine, and by its rank vectors."""
    trained = contrasted(base, tier)
    rows = {base.raw: (as_it_is(base, tier), COSINE), base.row: (trained, COSINE)}
    return rows | {base.row + VECTORS: (trained, RANKS)}


def minilm_taught() -> Maker:
    """Cells of all-MiniLM's student at the lab, which goes on from its weights."""
    training = student(ON_MINILM, "lab", 0.0, rank_loss("as_coded"), continued=True)
    return partial(Cell, settings(ON_MINILM, "lab", training | MINILM_TRAINING), recipe=RECIPE)


def table(rows: Rows, columns: Mapping[str, str], average: Iterable[str] = ()) -> dict:
    """Cells of rows by name; ``columns`` map columns to what is scored."""
    made = {
        row: {column: make(name + way) for column, name in columns.items()}
        for row, (make, way) in rows.items()
    }
    return grid(made, average=average)


def by_set(tier: str, rows: Rows) -> dict:
    """Cells of rows on the seven sets, and their average."""
    return table(rows, tests(tier), SEVEN)
