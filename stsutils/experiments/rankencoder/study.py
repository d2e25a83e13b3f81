"""Where rank vectors help, on STS-B: groups of pairs (Table 5, Fig. 5 and 6), the space (Table 2).

All numbers are from the runs of the table `rankencoder`. A third of the scores has a third of the
range, so its Spearman is low for every method; methods are compared within a group. The gain of a
group is Spearman by rank vectors minus by cosine. Fig. 6 has no table: fifths of the pairs by
cosine, and the share of each sentence's 100 nearest neighbours that its partner has, too. The
lab looks at all-MiniLM in the same ways. The base is that of the tier (`parts`).
"""

from functools import partial

from stsutils.experiments.common.declare import Experiment, Published
from stsutils.experiments.rankencoder.parts import (
    COSINE,
    MINILM,
    MINILM_STUDENT,
    ON,
    RANKS,
    SEEDS,
    VECTORS,
    WEIGHTED,
    base,
    minilm,
    minilm_taught,
    taught,
    untrained,
)
from stsutils.experiments.rankencoder.stages import FORMS, INFERENCE, PRINTED

THIRDS = ("low third", "middle third", "high third")
FIFTHS = tuple(f"fifth {number}" for number in range(1, 6))
GAIN, OVERLAP = "gain of rank vectors", "neighbours in common"
MINILM_GAIN, MINILM_OVERLAP = f"{MINILM}, {GAIN}", f"{MINILM}, {OVERLAP}"
UNIFORMITY, ALIGNMENT = "Uniformity", "Alignment"


def ways(tier: str) -> dict:
    """Row → (how a cell is made of a metric, the way a pair is judged)."""
    who, start, own = _base(tier)
    found = {who.raw: (start, COSINE), who.row: (own, COSINE), who.row + VECTORS: (own, RANKS)}
    for form_row, form in FORMS.items():
        row, student = who.named(form_row), partial(taught, tier, form=form, who=who)
        found |= {row: (student, COSINE), row + INFERENCE: (student, WEIGHTED)}
    if tier == "lab":
        found |= {MINILM: (minilm, COSINE), MINILM + VECTORS: (minilm, RANKS)}
        found[MINILM_STUDENT] = minilm_taught, COSINE
        found[MINILM_STUDENT + INFERENCE] = minilm_taught, WEIGHTED
    return found


def _base(tier: str) -> tuple:
    """The tier's base, how a cell of its start is made of a metric, and a cell of itself."""
    who = ON[tier]
    return who, partial(untrained, tier, **who.read(tier)), partial(base, tier, who=who)


def thirds(tier: str) -> dict:
    """Spearman within each third of the scores, and the gain."""
    rows = {**ways(tier), GAIN: (_base(tier)[2], " gain")}
    if tier == "lab":
        rows[MINILM_GAIN] = minilm, " gain"
    return {(row, c): make(c + way) for row, (make, way) in rows.items() for c in THIRDS}


def neighbours(tier: str) -> dict:
    """The base's fifths by cosine: Spearman in two ways, the gain, and what the pairs share."""
    who, start, own = _base(tier)
    rows = {
        f"{who.raw}, {GAIN}": (start, " gain"),
        who.row: (own, COSINE),
        who.row + VECTORS: (own, RANKS),
        GAIN: (own, " gain"),
        OVERLAP: (own, " overlap"),
    }
    if tier == "lab":
        rows |= {MINILM_GAIN: (minilm, " gain"), MINILM_OVERLAP: (minilm, " overlap")}
    return {(row, c): make(c + way) for row, (make, way) in rows.items() for c in FIFTHS}


def geometry(tier: str) -> dict:
    """Uniformity and alignment of vectors and of their rank vectors, before and after."""
    found = {}
    who, start, own = _base(tier)
    makers = {who.raw: start, who.row: own}
    for row, form in FORMS.items():
        makers[who.named(row)] = partial(taught, tier, form=form, who=who)
    if tier == "lab":
        makers[MINILM] = minilm
    for row, make in makers.items():
        for column in (UNIFORMITY, ALIGNMENT):
            found[row, column] = make(column.lower())
            found[row + VECTORS, column] = make(f"{column.lower()} of ranks")
    return found


TABLE_5 = {"": "base encoder", VECTORS: "rank vectors, no re-training (Eq. 2)"}
TAUGHT_5 = {
    "": "RankEncoder, re-trained (Eq. 5)",
    INFERENCE: "RankEncoder, re-trained, weighted inference (Eq. 7)",
}
SIMILAR = "high third"
THEIRS = {
    (row, SIMILAR): (theirs, name)
    for who, name in PRINTED.items()
    for row, theirs in (
        *((who.row + way, theirs) for way, theirs in TABLE_5.items()),
        *((who.named(form) + way, own) for form in FORMS for way, own in TAUGHT_5.items()),
    )
}
EXPERIMENT = Experiment(
    name="rankencoder-thirds",
    title="RankEncoder by how similar pairs are",
    cells=thirds,
    published=Published("rankencoder", "5", THEIRS),
    seeds=SEEDS,
    floor=None,
)
NEIGHBOURS = Experiment(
    name="rankencoder-neighbours",
    title="The gain of rank vectors by shared neighbours",
    cells=neighbours,
    metric="Spearman's ρ × 100, and of 100 neighbours those in common",
    seeds=SEEDS,
    floor=None,
)
GEOMETRY = Experiment(
    name="rankencoder-geometry",
    title="Uniformity and alignment of rank vectors",
    cells=geometry,
    published=Published(
        "rankencoder",
        "2",
        {
            (ours, column): (f"BERT-base | Wiki | {theirs}", column)
            for who, name in PRINTED.items()
            for ours, theirs in ((who.row, name), (who.row + VECTORS, f"rank vectors of {name}"))
            for column in (UNIFORMITY, ALIGNMENT)
        },
    ),
    metric="Uniformity, alignment (lower is better)",
    seeds=SEEDS,
    times=1.0,
    floor=None,
)
