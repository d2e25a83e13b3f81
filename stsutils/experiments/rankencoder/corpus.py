"""How many sentences does a corpus need? Rank vectors by its size (footnote 5 of RankEncoder).

Nothing is trained for a size: one encoder and the first sentences of one corpus in a fixed order.
The encoder as it is has one run, which affords 100,000 sentences at the lab, and so has all-MiniLM
(`parts`); a base is trained for each seed, and at the lab its corpus ends at 30,000. Cosine needs
no corpus and stands beside the sizes.
"""

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import UNTRAINED
from stsutils.experiments.rankencoder import parts
from stsutils.experiments.rankencoder.parts import MINILM, STUDIED, VECTORS

SIZES = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
COSINE = "cosine"
#: A corpus may hold a sentence twice; the largest size leaves room for that.
SPARE = 1.02


def cells(tier: str) -> dict:
    """Encoders on STS-B by cosine and by rank vectors of growing corpora."""
    base, lab = parts.ON[tier], tier == "lab"
    rows = {UNTRAINED: (parts.as_it_is, parts.ON_SIMCSE, 100_000)}
    rows[base.row] = parts.contrasted, base, 30_000 if lab else 100_000
    if lab:
        rows[MINILM] = parts.as_it_is, parts.ON_MINILM, 100_000
    cells = {}
    for row, (make, who, most) in rows.items():
        sizes = [size for size in SIZES if size <= most]
        changes = {"corpus": parts.corpus(tier, int(most * SPARE)), "corpus_sizes": sizes}
        cell = make(who, tier, test=[STUDIED], **changes, **parts.UNSTUDIED)
        cells[row, COSINE] = cell(STUDIED)
        for size in sizes:
            cells[row + VECTORS, f"{size:,}"] = cell(f"{STUDIED} by ranks of {size}")
    return cells


EXPERIMENT = Experiment("rankencoder-corpus", "Rank vectors by size of the corpus", cells, seeds=3)
