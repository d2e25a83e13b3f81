"""The balance of RankEncoder's two losses, by λ_train and by how they are joined (A.2, Fig. 8).

``contrastive part`` and ``rank part`` (λ_train · L_r) are means over the steps between the last
two looks at validation, a fifth of all at the lab; ``rank part larger`` is the share of these steps
in which the hinge takes the rank part, so that at 0 the student is SimCSE again, and at 100 there
is no contrast. ``pairs kept`` is the share of pairs between the bounds of Eq. 6. λ_train = .05
shares its runs with the table `rankencoder`.
"""

from itertools import product

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.rankencoder import parts
from stsutils.experiments.rankencoder.parts import FORMS, STUDIED

COLUMN = "STS-B"
PARTS = ("contrastive part", "rank part", "rank part larger", "pairs kept")
PAPER_WEIGHT = 0.05
WEIGHTS = (PAPER_WEIGHT, 1.0, 20.0)


def cells(tier: str) -> dict:
    """Score and balance for each weight and form."""
    base = parts.ON[tier]
    cells = {(base.raw, COLUMN): parts.as_it_is(base, tier)(STUDIED)}
    cells[base.row, COLUMN] = parts.contrasted(base, tier)(STUDIED)
    metrics = {COLUMN: STUDIED} | {part: part for part in PARTS}
    for (name, form), weight in product(FORMS.items(), WEIGHTS):
        studied = weight == PAPER_WEIGHT
        make = parts.taught(base, tier, form, studied=studied, weight=weight)
        row = f"{base.named(name)}, λ = {weight:g}"
        cells |= parts.table({row: (make, parts.COSINE)}, metrics)
    return cells


EXPERIMENT = Experiment(
    name="rankencoder-weight",
    title="The balance of RankEncoder's two losses",
    cells=cells,
    metric="Spearman's ρ × 100; losses and shares × 100",
    best=False,
)
