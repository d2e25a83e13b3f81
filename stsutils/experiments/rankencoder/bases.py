"""Is RankEncoder universal? Other base encoders (Table 4, Fig. 4).

The paper's are SimCSE, PromptBERT and SNCSE on BERT. Ours are SimCSE; contrast of two templates,
read off their mask, which is PromptBERT without its denoising (the hinge and the bounds .5 and .8
of its script; at the paper tier batches of 256 and 1e-5 as there); and at the lab
all-MiniLM-L6-v2 (`parts`). Its student goes on from its weights; a second one is the mini encoder,
fresh, which learns all-MiniLM's ranks by their sum with contrast.
"""

from functools import partial

from stsutils.claims import Claim
from stsutils.experiments.common.beside import over, printed
from stsutils.experiments.common.declare import Cell, Experiment, Tuned
from stsutils.experiments.common.sets import AVERAGE
from stsutils.experiments.rankencoder.parts import (
    COSINE,
    MINILM,
    MINILM_READER,
    MINILM_STUDENT,
    RANKS,
    RECIPE,
    SEVEN,
    SIMCSE,
    SUM,
    UNTRAINED,
    VECTORS,
    WEIGHTED,
    base,
    by_set,
    minilm,
    minilm_taught,
    rank_loss,
    rates,
    reader,
    settings,
    simcse,
    student,
    taught,
    tuned,
    untrained,
)
from stsutils.experiments.rankencoder.stages import INFERENCE

TEMPLATE, TAUGHT = "templates", "templates: RankEncoder, hinge"
PROMPT = {"pooling": "prompt"}
FRESH = f"mini taught by {MINILM}'s ranks"
LESS = {"study": None, "weights": []}


def cells(tier: str) -> dict:
    """The mini encoder's rows beside all-MiniLM's; the hub tier has BERT's alone."""
    if tier == "demo":
        return {}
    own = partial(taught, tier, form="as_coded")
    found = by_set(tier, UNTRAINED, COSINE, partial(untrained, tier))
    found |= by_set(tier, SIMCSE, COSINE, partial(base, tier))
    found |= by_set(tier, SIMCSE + VECTORS, RANKS, partial(base, tier))
    found |= by_set(tier, SUM, COSINE, own)
    for row, training in _prompted(tier).items():
        changes = {**PROMPT, **LESS, "max_length": reader(tier)["max_length"] + 32}
        own = partial(_made, tier, training, changes)
        found |= by_set(tier, row, COSINE, own)
        if row == TEMPLATE:
            found |= by_set(tier, row + VECTORS, RANKS, own)
    if tier != "lab":
        return found
    found |= by_set(tier, MINILM, COSINE, minilm)
    found |= by_set(tier, MINILM + VECTORS, RANKS, minilm)
    found |= by_set(tier, MINILM_STUDENT, COSINE, minilm_taught)
    found |= by_set(tier, MINILM_STUDENT + INFERENCE, WEIGHTED, minilm_taught)
    found |= by_set(tier, FRESH, COSINE, partial(_fresh, tier))
    return found


def _prompted(tier: str) -> dict:
    """Row → its training at each rate (None: as it is): the base in a template, and its student."""
    who = {**reader(tier), **PROMPT, "max_length": reader(tier)["max_length"] + 32}
    theirs = {"batch_size": 256} if tier == "paper" else {}
    bases = [simcse(tier, lr, **theirs) for lr in _prompt_rates(tier)]
    loss = rank_loss("as_written") | {"highest": 0.8}
    taught_by = [student(tier, base["lr"], loss, training=base, **who) | theirs for base in bases]
    return {f"{TEMPLATE}, {UNTRAINED}": None, TEMPLATE: bases, TAUGHT: taught_by}


def _prompt_rates(tier: str) -> tuple[float, ...]:
    return (1e-5,) if tier == "paper" else rates(tier)


def _made(tier: str, trainings: list[dict] | None, changes: dict, metric: str) -> Cell | Tuned:
    if trainings is None:
        return Cell(settings(tier, None, **changes), metric, RECIPE)
    judged = _prompted(tier)[TEMPLATE]
    return Tuned(
        tuple(settings(tier, training, **changes) for training in trainings),
        metric,
        recipe=RECIPE,
        judges=tuple(settings(tier, base, **changes) for base in judged) if tier == "lab" else (),
        judge_recipe=RECIPE,
    )


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
    claims=(
        Claim(
            "Rank vectors are better than the vectors they come from, whatever the base.",
            "RankEncoder, 5.2 and 5.4 (three bases there)",
            tuple(
                contrast
                for base_ in (SIMCSE, TEMPLATE, MINILM)
                for contrast in over(base_ + VECTORS, base_, (AVERAGE,))
            ),
        ),
        Claim(
            "RankEncoder improves any unsupervised encoder.",
            "RankEncoder, 5.2 and Table 4 (all-MiniLM is not unsupervised)",
            over(SUM, SIMCSE, (AVERAGE,))
            + over(TAUGHT, TEMPLATE, (AVERAGE,))
            + over(MINILM_STUDENT, MINILM, (AVERAGE,)),
        ),
    ),
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
    seeds=3,
)
