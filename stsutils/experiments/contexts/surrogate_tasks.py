"""Two tasks for the surrogate: arguments (Table 4) and sections of Wikipedia (Table 5).

UKP's aspect pairs stand in for the argument facets, and triplets that were rebuilt from Wikipedia's
sections for the paper's.
"""

from stsutils.experiments.common.beside import printed
from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.contexts.common import SEEDS, UNTRAINED, harvest
from stsutils.experiments.contexts.surrogate import (
    ARGUMENTS,
    BASE,
    STSB,
    SURROGATE,
    TRIPLETS,
    run,
    sections,
    training,
)

PEARSON, SPEARMAN, ACCURACY = "Pearson", "Spearman", "Accuracy"


def arguments(tier: str) -> dict:
    """Table 4 on UKP's aspects; nothing embedded stands in for them."""
    found = {}
    folds = {k: v for k, v in training(tier, STSB).items() if k not in ("validation", "pooling")}
    folds |= {"train": ARGUMENTS, "rows": None, "labels": "raw"}
    for base, is_harvested in BASE.items():
        own = harvest(tier) if is_harvested else None
        found[base, SPEARMAN] = run(tier, ARGUMENTS, own)
        found[base, PEARSON] = run(tier, f"{ARGUMENTS} pearson", own)
        few = {"test": [], "triplets": [], "folds": folds}
        found[f"{base} + arguments", SPEARMAN] = run(tier, "folds", own, **few)
        found[f"{base} + arguments", PEARSON] = run(tier, "folds pearson", own, **few)
    return found


def triplets(tier: str) -> dict:
    """Table 5 on rebuilt triplets; nothing embedded stands in for them."""
    found, few = {}, {"test": []}
    for base, is_harvested in BASE.items():
        own = harvest(tier) if is_harvested else None
        found[base, ACCURACY] = run(tier, sections(tier), own)
        found[f"{base} + sections", ACCURACY] = run(tier, sections(tier), own, TRIPLETS, **few)
    return found


ARGUMENT = Experiment(
    name="contexts-arguments",
    title="Argument similarity",
    cells=arguments,
    published=printed(
        "contexts",
        "4",
        {},
        (PEARSON, SPEARMAN),
        alone={
            UNTRAINED: "BERT | none | mean",
            SURROGATE: "Surrogate-base | contexts",
            f"{UNTRAINED} + arguments": "BERT-base | AFS | SBERT (MSE)",
            f"{SURROGATE} + arguments": "Surrogate-base | contexts + AFS",
        },
    ),
    metric="Pearson's r and Spearman's ρ × 100",
    seeds=SEEDS,
)
SECTION = Experiment(
    name="contexts-sections",
    title="Sections of Wikipedia: triplets",
    cells=triplets,
    published=printed(
        "contexts",
        "5",
        {},
        (ACCURACY,),
        alone={
            UNTRAINED: "BERT | none | mean",
            SURROGATE: "Surrogate-base | contexts",
            f"{UNTRAINED} + sections": "BERT-base | Wikipedia sections | SBERT (triplet)",
            f"{SURROGATE} + sections": "Surrogate-base | contexts + Wikipedia sections",
        },
    ),
    metric="accuracy × 100 (50 is chance)",
    seeds=SEEDS,
    floor=None,
)
