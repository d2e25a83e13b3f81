"""Is RankEncoder universal? Other base encoders (Table 4, Fig. 4).

The paper's are SimCSE, PromptBERT and SNCSE on BERT. Ours are SimCSE; contrast of two templates,
read off their mask, which is PromptBERT without its denoising (the hinge and the bounds .5 and .8
of its script; at the paper tier batches of 256 as there); and at the lab all-MiniLM-L6-v2
(`parts`). Its student goes on from its weights; a second one is the mini encoder, fresh, which
learns all-MiniLM's ranks by their sum with contrast.
"""

from stsutils.experiments.common.declare import Experiment, printed
from stsutils.experiments.common.nli import SEVEN
from stsutils.experiments.common.sets import AVERAGE
from stsutils.experiments.rankencoder import parts
from stsutils.experiments.rankencoder.stages import INFERENCE

TAUGHT = parts.ON_TEMPLATES.named(parts.HINGE)
PRINTED = {parts.SIMCSE: "Wiki | SimCSE", parts.SUM: "Wiki | RankEncoder on SimCSE"}
PRINTED |= {parts.TEMPLATE: "Wiki | PromptBERT", TAUGHT: "Wiki | RankEncoder on PromptBERT"}


def cells(tier: str) -> dict:
    """Two bases and a student of each; all-MiniLM and two students of it at the lab."""
    rows = {}
    for base, student in ((parts.ON_SIMCSE, parts.SUM), (parts.ON_TEMPLATES, parts.HINGE)):
        rows |= parts.base_rows(base, tier)
        rows[base.named(student)] = parts.taught(base, tier, parts.FORMS[student]), parts.COSINE
    if tier == "lab":
        row, start = parts.MINILM, parts.as_it_is(parts.ON_MINILM, tier)
        rows |= {row: (start, parts.COSINE), row + parts.VECTORS: (start, parts.RANKS)}
        row, student = parts.MINILM_STUDENT, parts.minilm_taught()
        rows |= {row: (student, parts.COSINE), row + INFERENCE: (student, parts.WEIGHTED)}
        rows[f"mini taught by {parts.MINILM}'s ranks"] = fresh(tier), parts.COSINE
    return parts.by_set(tier, rows)


def fresh(tier: str) -> parts.Maker:
    """Cells of the mini encoder taught by all-MiniLM."""
    loss, simcse = parts.rank_loss("as_coded"), parts.ON_SIMCSE
    trainings = [parts.student(parts.ON_MINILM, tier, lr, loss) for lr in parts.RATES[tier]]
    runs = [parts.settings(simcse, tier, each, **parts.UNSTUDIED) for each in trainings]
    return parts.chosen(simcse, tier, runs)


EXPERIMENT = Experiment(
    name="rankencoder-bases",
    title="RankEncoder on other bases",
    cells=cells,
    published=printed("rankencoder", "4", PRINTED, (*SEVEN, AVERAGE)),
)
