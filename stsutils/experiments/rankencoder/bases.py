"""Is RankEncoder universal? Other base encoders (Table 4, Fig. 4).

The paper's are SimCSE, PromptBERT and SNCSE on BERT. At the lab the second base is
all-MiniLM-L6-v2, which is no unsupervised encoder: it was trained on a billion pairs. Its student
goes on from its weights, for there is no raw encoder of its kind at hand; a second one is the mini
encoder, fresh, which learns all-MiniLM's ranks by their sum with contrast.
"""

from functools import partial

from stsutils.claims import Claim
from stsutils.experiments.common.beside import over
from stsutils.experiments.common.declare import Experiment, Tuned
from stsutils.experiments.common.sets import AVERAGE
from stsutils.experiments.rankencoder.parts import (
    COSINE,
    RANKS,
    RECIPE,
    SIMCSE,
    SUM,
    UNTRAINED,
    VECTORS,
    base,
    by_set,
    rank_loss,
    rates,
    settings,
    student,
    taught,
    tuned,
    untrained,
)

MINILM = "all-MiniLM"
GOING_ON, FRESH = f"{MINILM}: RankEncoder, continued", f"mini taught by {MINILM}'s ranks"
READER = {"encoder": "minilm", "pooling": "mean", "max_length": 64}
#: all-MiniLM takes twice the time a sentence: half the sentences, and SimCSE's own rate.
ROWS, RATE = 2400, 3e-5
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
    if tier != "lab":
        return found
    as_it_is = partial(untrained, tier, **READER, weights=[])
    found |= by_set(tier, MINILM, COSINE, as_it_is)
    found |= by_set(tier, MINILM + VECTORS, RANKS, as_it_is)
    found |= by_set(tier, GOING_ON, COSINE, partial(_going_on, tier))
    found |= by_set(tier, FRESH, COSINE, partial(_fresh, tier))
    return found


def _going_on(tier: str, metric: str) -> Tuned:
    training = student(
        tier, RATE, rank_loss("as_coded"), continued=True, training=None, **READER
    ) | {"rows": ROWS}
    return Tuned((settings(tier, training, **READER, **LESS),), metric, recipe=RECIPE)


def _fresh(tier: str, metric: str) -> Tuned:
    trainings = [
        student(tier, lr, rank_loss("as_coded"), training=None, **READER) for lr in rates(tier)
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
            over(SIMCSE + VECTORS, SIMCSE, (AVERAGE,)) + over(MINILM + VECTORS, MINILM, (AVERAGE,)),
        ),
        Claim(
            "RankEncoder improves any unsupervised encoder.",
            "RankEncoder, 5.2 and Table 4 (all-MiniLM is not unsupervised)",
            over(SUM, SIMCSE, (AVERAGE,)) + over(GOING_ON, MINILM, (AVERAGE,)),
        ),
    ),
    seeds=3,
)
