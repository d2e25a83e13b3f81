"""Is RankEncoder universal? Other base encoders (Table 4, Fig. 4).

The paper's are SimCSE, PromptBERT and SNCSE on BERT. Ours are SimCSE; contrast of two templates,
read off their mask, which is PromptBERT without its denoising (the hinge and the bounds .5 and .8
of its script; at the paper tier batches of 256 and 1e-5 as there); and at the lab
all-MiniLM-L6-v2 (`parts`). Its student goes on from its weights; a second one is the mini encoder,
fresh, which learns all-MiniLM's ranks by their sum with contrast.

Five seeds, as the tables on the lab's base have; before, they were three, and left undecided
whether RankEncoder improves any encoder. Both claims are judged anew.
"""

from functools import partial

from stsutils.experiments.common.beside import printed
from stsutils.experiments.common.declare import Experiment, Tuned
from stsutils.experiments.common.sets import AVERAGE
from stsutils.experiments.rankencoder.parts import (
    COSINE,
    HINGE,
    MINILM,
    MINILM_READER,
    MINILM_STUDENT,
    ON_SIMCSE,
    ON_TEMPLATES,
    RANKS,
    SEEDS,
    SEVEN,
    SIMCSE,
    SUM,
    TEMPLATE,
    VECTORS,
    WEIGHTED,
    base,
    by_set,
    minilm,
    minilm_taught,
    rank_loss,
    rates,
    settings,
    student,
    taught,
    tuned,
    untrained,
)
from stsutils.experiments.rankencoder.stages import INFERENCE

TAUGHT = ON_TEMPLATES.named(HINGE)
FRESH = f"mini taught by {MINILM}'s ranks"
LESS = {"study": None, "weights": []}


def cells(tier: str) -> dict:
    """The mini encoder's rows beside all-MiniLM's; the hub tier has BERT's alone."""
    found = {}
    for who, students in ((ON_SIMCSE, {SUM: "as_coded"}), (ON_TEMPLATES, {HINGE: "as_written"})):
        found |= by_set(tier, who.raw, COSINE, partial(untrained, tier, **who.read(tier)))
        for row, way in ((who.row, COSINE), (who.row + VECTORS, RANKS)):
            found |= by_set(tier, row, way, partial(base, tier, who=who))
        for row, form in students.items():
            own = partial(taught, tier, form=form, who=who)
            found |= by_set(tier, who.named(row), COSINE, own)
    if tier != "lab":
        return found
    found |= by_set(tier, MINILM, COSINE, minilm)
    found |= by_set(tier, MINILM + VECTORS, RANKS, minilm)
    found |= by_set(tier, MINILM_STUDENT, COSINE, minilm_taught)
    found |= by_set(tier, MINILM_STUDENT + INFERENCE, WEIGHTED, minilm_taught)
    found |= by_set(tier, FRESH, COSINE, partial(_fresh, tier))
    return found


def _fresh(tier: str, metric: str) -> Tuned:
    trainings = [
        student(tier, lr, rank_loss("as_coded"), training=None, **MINILM_READER)
        for lr in rates(tier)
    ]
    return tuned(tier, [settings(tier, training, **LESS) for training in trainings], metric)


EXPERIMENT = Experiment(
    name="rankencoder-bases",
    title="RankEncoder on other bases",
    cells=cells,
    published=printed(
        "rankencoder",
        "4",
        {
            SIMCSE: "Wiki | SimCSE",
            SUM: "Wiki | RankEncoder on SimCSE",
            TEMPLATE: "Wiki | PromptBERT",
            TAUGHT: "Wiki | RankEncoder on PromptBERT",
        },
        (*SEVEN, AVERAGE),
        {},
    ),
    seeds=SEEDS,
)
