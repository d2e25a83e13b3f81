"""The balance of RankEncoder's two losses, by λ_train and by how they are joined (A.2, Fig. 8).

``contrastive part`` and ``rank part`` (λ_train · L_r) are means over the last fifth of the steps;
``rank part larger`` is the share of these steps in which the hinge takes the rank part, so that at
0 the student is SimCSE again, and at 100 there is no contrast. ``pairs kept`` is the share of pairs
between the bounds of Eq. 6. λ_train = .05 shares its runs with the table `rankencoder`.

Whether the two losses of the sum are alike at λ = .05 was undecided with five seeds, and all of its
chance is from the seeds: it is looked at again. The further seeds had been run for the second look
at STS12 when that was declared; these numbers of them had not been read.
"""

from stsutils.claims import Contrast
from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.rankencoder.parts import (
    ON,
    SEEDS,
    STUDIED,
    Base,
    base,
    taught,
    untrained,
)
from stsutils.experiments.rankencoder.stages import FORMS

COLUMN = "STS-B"
CONTRASTIVE, RANK = PARTS = ("contrastive part", "rank part")
MORE = ("rank part larger", "pairs kept")
THEIRS = 0.05
WEIGHTS = (THEIRS, 1.0, 20.0)


def row(who: Base, form: str, weight: float) -> str:
    """The name of a row: ``row(ON_SIMCSE, "RankEncoder, hinge", 1.0)``."""
    return f"{who.named(form)}, λ = {weight:g}"


def cells(tier: str) -> dict:
    """Score and balance for each weight and form."""
    who = ON[tier]
    found = {(who.raw, COLUMN): untrained(tier, STUDIED, **who.read(tier))}
    found[who.row, COLUMN] = base(tier, STUDIED, who)
    for title, form in FORMS.items():
        for weight in WEIGHTS:
            own = {} if weight == THEIRS else {"weight": weight}
            found[row(who, title, weight), COLUMN] = taught(tier, STUDIED, form, who, **own)
            for part in (*PARTS, *MORE):
                found[row(who, title, weight), part] = taught(tier, part, form, who, **own)
    return found


def alike(form: str, who: Base) -> Contrast:
    """The two parts of the loss at the end of a training, at the paper's weight."""
    own = row(who, form, THEIRS)
    return Contrast((own, RANK), (own, CONTRASTIVE), 0.001, "equivalent")


EXPERIMENT = Experiment(
    name="rankencoder-weight",
    title="The balance of RankEncoder's two losses",
    cells=cells,
    metric="Spearman's ρ × 100; losses and shares × 100",
    seeds=SEEDS,
    floor=None,
)
