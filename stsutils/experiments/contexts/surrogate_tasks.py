"""Two tasks for the surrogate: arguments (Table 4) and sections of Wikipedia (Table 5).

UKP's aspect pairs stand in for the argument facets, and triplets that were rebuilt from Wikipedia's
sections for the paper's.
"""

from stsutils.experiments.common.declare import Experiment, printed
from stsutils.experiments.common.sets import UNTRAINED
from stsutils.experiments.contexts import surrogate
from stsutils.experiments.contexts.common import SEEDS
from stsutils.experiments.contexts.surrogate import ARGUMENTS, SURROGATE, TRIPLETS, bases, run

PEARSON, SPEARMAN, ACCURACY = "Pearson", "Spearman", "Accuracy"


def arguments(tier: str) -> dict:
    """Table 4 on UKP's aspects, by the cosine and after ten folds of training."""
    folds = surrogate.training(tier, surrogate.STSB)
    folds |= {"train": ARGUMENTS, "rows": None, "labels": "raw"}
    del folds["validation"]
    tuned = {"test": [], "triplets": [], "folds": folds}
    cells = {}
    for base, harvest in bases(tier).items():
        for column, ending in ((SPEARMAN, ""), (PEARSON, " pearson")):
            cells[base, column] = run(tier, ARGUMENTS + ending, harvest)
            cells[f"{base} + arguments", column] = run(tier, "folds" + ending, harvest, **tuned)
    return cells


def triplets(tier: str) -> dict:
    """Table 5 on rebuilt triplets."""
    cells, name = {}, surrogate.SECTIONS[tier]
    for base, harvest in bases(tier).items():
        cells[base, ACCURACY] = run(tier, name, harvest)
        cells[f"{base} + sections", ACCURACY] = run(tier, name, harvest, TRIPLETS, test=[])
    return cells


RAW = {UNTRAINED: "BERT | none | mean", SURROGATE: "Surrogate-base | contexts"}
TABLE_4 = RAW | {
    f"{UNTRAINED} + arguments": "BERT-base | AFS | SBERT (MSE)",
    f"{SURROGATE} + arguments": "Surrogate-base | contexts + AFS",
}
TABLE_5 = RAW | {
    f"{UNTRAINED} + sections": "BERT-base | Wikipedia sections | SBERT (triplet)",
    f"{SURROGATE} + sections": "Surrogate-base | contexts + Wikipedia sections",
}
ARGUMENT = Experiment(
    name="contexts-arguments",
    title="Argument similarity",
    cells=arguments,
    published=printed("contexts", "4", {}, (PEARSON, SPEARMAN), alone=TABLE_4),
    metric="Pearson's r and Spearman's ρ × 100",
    seeds=SEEDS,
)
SECTION = Experiment(
    name="contexts-sections",
    title="Sections of Wikipedia: triplets",
    cells=triplets,
    published=printed("contexts", "5", {}, (ACCURACY,), alone=TABLE_5),
    metric="accuracy × 100 (50 is chance)",
    seeds=SEEDS,
)
