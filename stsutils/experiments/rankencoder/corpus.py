"""How many sentences does a corpus need? Rank vectors by its size (footnote 5 of RankEncoder).

Nothing is trained for a size: one encoder and the first sentences of one corpus in a fixed order.
The encoder as it is has one run, which affords 100,000 sentences at the lab, and so has all-MiniLM
(`parts`); a base is trained for each seed, and at the lab its corpus ends at 30,000. Cosine needs
no corpus and stands beside the sizes.
"""

from functools import partial

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.rankencoder.parts import (
    MINILM,
    ON,
    STUDIED,
    TWO,
    UNTRAINED,
    VECTORS,
    corpus,
    minilm,
    rates,
    settings,
    tuned,
    untrained,
)

SIZES = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
COSINE = "cosine"
#: A corpus may hold a sentence twice; the largest size leaves room for that.
SPARE = 1.02
#: What is compared with 10,000 sentences.
LARGE = {who.row: (30_000,) for who in TWO}
LARGE |= {UNTRAINED: (30_000, 100_000), MINILM: (30_000, 100_000)}


def column(size: int) -> str:
    """The name of a size's column."""
    return f"{size:,}"


def cells(tier: str) -> dict:
    """Two encoders on STS-B by cosine and by rank vectors of growing corpora."""
    bases = {UNTRAINED: (partial(untrained, tier), 100_000)}
    bases[ON[tier].row] = partial(_base, tier), 100_000 if tier == "paper" else 30_000
    if tier == "lab":
        bases[MINILM] = minilm, 100_000
    found = {}
    for row, (make, most) in bases.items():
        sizes = [size for size in SIZES if size <= most]
        own = {"corpus": corpus(tier, int(most * SPARE)), "corpus_sizes": sizes, "weights": []}
        own |= {"test": [STUDIED], "study": None}
        found[row, COSINE] = make(STUDIED, **own)
        for size in sizes:
            found[row + VECTORS, column(size)] = make(f"{STUDIED} by ranks of {size}", **own)
    return found


def _base(tier: str, metric: str, **own):
    who = ON[tier]
    own = who.read(tier) | own
    candidates = [settings(tier, who.trained(tier, lr), **own) for lr in rates(tier)]
    return tuned(tier, candidates, metric, who=who)


EXPERIMENT = Experiment(
    name="rankencoder-corpus",
    title="Rank vectors by size of the corpus",
    cells=cells,
    seeds=3,
)
