"""Where rank vectors help, on STS-B: groups of pairs (Table 5, Fig. 5 and 6), the space (Table 2).

All numbers are from the runs of the table `rankencoder`. A third of the scores has a third of the
range, so its Spearman is low for every method; methods are compared within a group. The gain of a
group is Spearman by rank vectors minus by cosine. Fig. 6 has no table: fifths of the pairs by
cosine, and the share of each sentence's 100 nearest neighbours that its partner has, too. The
lab looks at all-MiniLM in the same ways. The base is that of the tier (`parts`).
"""

from stsutils.experiments.common.declare import Experiment, Published, printed
from stsutils.experiments.rankencoder import parts
from stsutils.experiments.rankencoder.parts import FORMS, MINILM, ON, PRINTED, VECTORS
from stsutils.experiments.rankencoder.stages import INFERENCE

THIRDS = ("low third", "middle third", "high third")
FIFTHS = tuple(f"fifth {number}" for number in range(1, 6))
GAIN, OVERLAP = "gain of rank vectors", "neighbours in common"
BY_GAIN, BY_OVERLAP = " gain", " overlap"
MINILM_GAIN, MINILM_OVERLAP = f"{MINILM}, {GAIN}", f"{MINILM}, {OVERLAP}"
UNIFORMITY, ALIGNMENT = "Uniformity", "Alignment"


def makers(tier: str) -> dict:
    """Row of an encoder → what makes cells of it: start, base, students, and all-MiniLM."""
    base = ON[tier]
    rows = {base.raw: parts.as_it_is(base, tier), base.row: parts.contrasted(base, tier)}
    rows |= {base.named(name): parts.taught(base, tier, form) for name, form in FORMS.items()}
    if tier == "lab":
        rows[MINILM] = parts.as_it_is(parts.ON_MINILM, tier)
        rows[parts.MINILM_STUDENT] = parts.minilm_taught()
    return rows


def thirds(tier: str) -> dict:
    """Spearman within each third of the scores, and the gain."""
    rows, base, encoders = {}, ON[tier], makers(tier)
    for row, make in encoders.items():
        rows[row] = make, parts.COSINE
        if row in (base.row, MINILM):
            rows[row + VECTORS] = make, parts.RANKS
        elif row != base.raw:  # a student
            rows[row + INFERENCE] = make, parts.WEIGHTED
    rows[GAIN] = encoders[base.row], BY_GAIN
    if tier == "lab":
        rows[MINILM_GAIN] = encoders[MINILM], BY_GAIN
    return parts.table(rows, {third: third for third in THIRDS})


def neighbours(tier: str) -> dict:
    """The base's fifths by cosine: Spearman in two ways, the gain, and what the pairs share."""
    base, encoders = ON[tier], makers(tier)
    trained = encoders[base.row]
    rows = {f"{base.raw}, {GAIN}": (encoders[base.raw], BY_GAIN)}
    rows |= {base.row: (trained, parts.COSINE), base.row + VECTORS: (trained, parts.RANKS)}
    rows |= {GAIN: (trained, BY_GAIN), OVERLAP: (trained, BY_OVERLAP)}
    if tier == "lab":
        rows[MINILM_GAIN] = encoders[MINILM], BY_GAIN
        rows[MINILM_OVERLAP] = encoders[MINILM], BY_OVERLAP
    return parts.table(rows, {fifth: fifth for fifth in FIFTHS})


def geometry(tier: str) -> dict:
    """Uniformity and alignment of vectors and of their rank vectors, before and after."""
    rows = {}
    for row, make in makers(tier).items():
        if row != parts.MINILM_STUDENT:
            rows |= {row: (make, ""), row + VECTORS: (make, " of ranks")}
    return parts.table(rows, {column: column.lower() for column in (UNIFORMITY, ALIGNMENT)})


def _table_5() -> Published:
    """The group of the most similar pairs, which alone is printed."""
    cells = {}
    for base, name in PRINTED.items():
        rows = {base.row: "base encoder"}
        rows[base.row + VECTORS] = "rank vectors, no re-training (Eq. 2)"
        for student in map(base.named, FORMS):
            rows[student] = "RankEncoder, re-trained (Eq. 5)"
            rows[student + INFERENCE] = "RankEncoder, re-trained, weighted inference (Eq. 7)"
        cells |= {(row, THIRDS[-1]): (theirs, name) for row, theirs in rows.items()}
    return Published("rankencoder", "5", cells)


EXPERIMENT = Experiment(
    name="rankencoder-thirds",
    title="RankEncoder by how similar pairs are",
    cells=thirds,
    published=_table_5(),
    best=False,
)
NEIGHBOURS = Experiment(
    name="rankencoder-neighbours",
    title="The gain of rank vectors by shared neighbours",
    cells=neighbours,
    metric="Spearman's ρ × 100, and of 100 neighbours those in common",
    best=False,
)
TABLE_2 = {base.row: f"Wiki | {name}" for base, name in PRINTED.items()}
TABLE_2 |= {base.row + VECTORS: f"Wiki | rank vectors of {name}" for base, name in PRINTED.items()}
GEOMETRY = Experiment(
    name="rankencoder-geometry",
    title="Uniformity and alignment of rank vectors",
    cells=geometry,
    published=printed("rankencoder", "2", TABLE_2, (UNIFORMITY, ALIGNMENT)),
    metric="Uniformity, alignment (lower is better)",
    times=1.0,
)
