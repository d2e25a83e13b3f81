"""RankEncoder stage by stage on seven STS sets: Table 4's first two rows, and what they leave out.

The encoder as it is; trained by contrast; judged by rank vectors without more training (Eq. 2);
taught by them (Eq. 5), fresh or going on from the base, with and without the filter of pairs
(Eq. 6); judged by cosine and ranks together (Eq. 7), with the scripts' λ of .1 and in equal parts.
A student that goes on has had two trainings: the base "trained on" has had two as well, without
ranks. The base is SimCSE at the paper tier and a contrast of two templates at the lab (`parts`).

The lab's base sees 4,800 sentences once. A second table has a base of twice as many, and a
fresh student with two epochs: as long a training as that of a base and of a student that goes on.
"""

from functools import partial

from stsutils.experiments.common.declare import Experiment, lab_only, printed
from stsutils.experiments.common.nli import SEVEN
from stsutils.experiments.common.sets import AVERAGE
from stsutils.experiments.rankencoder import parts
from stsutils.experiments.rankencoder.parts import COSINE, FORMS, HALVES, RANKS, VECTORS, WEIGHTED

INFERENCE, EQUAL = ", weighted inference", ", equal parts"


def cells(tier: str) -> dict:
    """Every stage of the tier's base."""
    base = parts.ON[tier]
    start, taught = parts.as_it_is(base, tier), partial(parts.taught, base, tier)
    rows = {base.raw: (start, COSINE), base.raw + VECTORS: (start, RANKS)}
    rows |= parts.base_rows(base, tier)
    twice = taught("as_coded", continued=True, studied=False, weight=0.0)
    rows[base.row + ", trained on"] = twice, COSINE
    for name, form in FORMS.items():
        row, plain = base.named(name), taught(form)
        rows |= {row: (plain, COSINE), row + INFERENCE: (plain, WEIGHTED)}
        rows[row + EQUAL] = plain, HALVES
        rows[row + ", continued"] = taught(form, continued=True, studied=False), COSINE
        rows[row + ", no filter"] = taught(form, filtered=False, studied=False), COSINE
    return parts.by_set(tier, rows)


def cells_of_more() -> dict:
    """The lab's base with more sentences, and its students by the sum of the two losses."""
    base, row = parts.ON_MORE, parts.ON_MORE.named(parts.SUM)
    taught = partial(parts.taught, base, "lab", "as_coded", studied=False)
    trained = parts.contrasted(base, "lab", **parts.UNSTUDIED)
    rows = {base.raw: (parts.as_it_is(base, "lab"), COSINE)}
    rows |= {base.row: (trained, COSINE), base.row + VECTORS: (trained, RANKS)}
    rows |= {row: (taught(), COSINE), row + ", two epochs": (taught(epochs=2), COSINE)}
    rows[row + ", continued"] = taught(continued=True), COSINE
    return parts.by_set("lab", rows)


THEIRS = {base.row: f"Wiki | {name}" for base, name in parts.PRINTED.items()}
THEIRS |= {
    base.named(row) + way: f"Wiki | RankEncoder on {name}"
    for base, name in parts.PRINTED.items()
    for row in FORMS
    for way in ("", INFERENCE)
}
EXPERIMENT = Experiment(
    name="rankencoder",
    title="RankEncoder, stage by stage",
    cells=cells,
    published=printed("rankencoder", "4", THEIRS, (*SEVEN, AVERAGE)),
)
LONGER = Experiment(
    name="rankencoder-longer",
    title="RankEncoder on a base with twice the sentences",
    cells=lab_only(cells_of_more),
    seeds=3,
)
