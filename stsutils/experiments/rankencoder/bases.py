"""Is RankEncoder universal? Other base encoders (Table 4, Fig. 4).

The paper's are SimCSE, PromptBERT and SNCSE on BERT. Ours are SimCSE; contrast of two templates,
read off their mask, which is PromptBERT without its denoising (the hinge and the bounds .5 and .8
of its script; at the paper tier batches of 256 as there); and at the lab all-MiniLM-L6-v2
(`parts`). Its student goes on from its weights; a second one is the mini encoder, fresh, which
learns all-MiniLM's ranks by their sum with contrast.
"""

from stsutils.experiments.common.beside import printed
from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.nli import SEVEN
from stsutils.experiments.common.sets import AVERAGE
from stsutils.experiments.rankencoder import parts
from stsutils.experiments.rankencoder.parts import (
    COSINE,
    FORMS,
    HINGE,
    MINILM,
    MINILM_STUDENT,
    ON_MINILM,
    ON_SIMCSE,
    ON_TEMPLATES,
    RANKS,
    SIMCSE,
    SUM,
    TEMPLATE,
    VECTORS,
    WEIGHTED,
)
from stsutils.experiments.rankencoder.stages import INFERENCE

TAUGHT = ON_TEMPLATES.named(HINGE)
FRESH = f"mini taught by {MINILM}'s ranks"


def cells(tier: str) -> dict:
    """Two bases and a student of each; all-MiniLM and two students of it at the lab."""
    rows = {}
    for base, student in ((ON_SIMCSE, SUM), (ON_TEMPLATES, HINGE)):
        trained = parts.contrasted(base, tier)
        rows[base.raw] = parts.as_it_is(base, tier), COSINE
        rows |= {base.row: (trained, COSINE), base.row + VECTORS: (trained, RANKS)}
        rows[base.named(student)] = parts.taught(base, tier, FORMS[student]), COSINE
    if tier == "lab":
        start, student = parts.as_it_is(ON_MINILM, tier), parts.minilm_taught()
        rows |= {MINILM: (start, COSINE), MINILM + VECTORS: (start, RANKS)}
        rows[MINILM_STUDENT] = student, COSINE
        rows[MINILM_STUDENT + INFERENCE] = student, WEIGHTED
        rows[FRESH] = _fresh(tier), COSINE
    return parts.by_set(tier, rows)


def _fresh(tier: str) -> parts.Maker:
    """Cells of the mini encoder taught by all-MiniLM."""
    loss = parts.rank_loss("as_coded")
    trainings = [parts.student(ON_MINILM, tier, lr, loss) for lr in parts.RATES[tier]]
    runs = [parts.settings(ON_SIMCSE, tier, one, **parts.UNSTUDIED) for one in trainings]
    return parts.chosen(ON_SIMCSE, tier, runs)


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
    ),
    seeds=parts.SEEDS,
)
