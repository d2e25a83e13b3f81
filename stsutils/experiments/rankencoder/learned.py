"""RankEncoder on a base that has learned: four times the lab's sentences, and a fair second epoch.

The lab's base is trained for 75 steps, the paper's for 15,600. So here base and students have 300:
19,200 sentences, and a look every 15 steps as before. A student that goes on from its base has
had two trainings. Beside it stand a base "trained on" without ranks, and a fresh student that has
two epochs.
"""

from dataclasses import replace

from stsutils.experiments.common.declare import Experiment, lab_only
from stsutils.experiments.rankencoder import parts
from stsutils.experiments.rankencoder.parts import COSINE, FORMS, UNSTUDIED
from stsutils.experiments.rankencoder.stages import CONTINUED, TWICE

BASE = replace(parts.ON_TEMPLATES, ours={"rows": 19_200, "evaluations": 20})
TWO_EPOCHS = ", two epochs"


def cells() -> dict:
    """The base, its rank vectors, and students of it, fresh, going on, and with two epochs."""
    rows = parts.base_rows(BASE, "lab")
    twice = parts.taught(BASE, "lab", "as_coded", continued=True, studied=False, weight=0.0)
    rows[BASE.row + TWICE] = twice, COSINE
    for name, form in FORMS.items():
        row = BASE.named(name)
        rows[row] = parts.taught(BASE, "lab", form, studied=False), COSINE
        continued = parts.taught(BASE, "lab", form, continued=True, studied=False)
        rows[row + CONTINUED] = continued, COSINE
        rows[row + TWO_EPOCHS] = longer(form), COSINE
    return parts.by_set("lab", rows)


def longer(form: str) -> parts.Maker:
    """Cells of a fresh student with two epochs; its base has one."""
    loss = parts.rank_loss(form, **BASE.bounds)
    trainings = [parts.student(BASE, "lab", lr, loss) for lr in parts.RATES["lab"]]
    runs = [parts.settings(BASE, "lab", each | {"epochs": 2}, **UNSTUDIED) for each in trainings]
    return parts.chosen(BASE, "lab", runs)


EXPERIMENT = Experiment(
    "rankencoder-learned", "RankEncoder on a base that has learned", lab_only(cells)
)
