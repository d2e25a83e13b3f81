"""Single pairs: Table X by row where the sets have them, and pairs of our own.

Pairs 1, 2, 4, 5 and 7 are in no validation or test split. Pair 3 is in PAWS' validation split,
which the lab trains on, so it has a column at the paper tier only; the rows that choose there are
a part of that split without it. A pair counts as equivalent above the threshold with the best F1 on
the rows that are chosen by. The paper does not say how it decides. Both sets have the rows and the
rates of Tables IV and VI.
"""

from dataclasses import replace

from stsutils.experiments.common.declare import Experiment, Tuned
from stsutils.experiments.common.sets import LOSSES, metric
from stsutils.experiments.common.trainings import choose_at, settings

#: Column → set that is trained on, row by name, and whether the lab has it.
PAIRS = {
    "pair 3": ("PAWS", ("paws:validation", 3975), ("paper",)),
    "pair 6": ("PAWS", ("paws:test", 7874), ("lab", "paper")),
    "pair 8": ("PAWSX", ("pawsx_zh:test", 1962), ("lab", "paper")),
    "pair 9": ("PAWSX", ("pawsx_zh:test", 1909), ("lab", "paper")),
    "pair 10": ("PAWSX", ("pawsx_zh:test", 1951), ("lab", "paper")),
}
TRAINED = ("PAWS", "PAWSX")
METRIC = "per cent of the trainings, or of the pairs, that are judged rightly"
OURS = "hand_paraphrase:test"
#: Kinds of our own pairs with five pairs or more: two that share their words and differ in
#: meaning, and so on.
OPERATIONS = ("reworded", "reordered", "role_swap", "changed_fact", "synonym", "overlap")
OPERATIONS += ("converse", "negation_scope", "quantifier", "same_topic", "unrelated")


def cell(loss: str, trained: str, tier: str, metric: str) -> Tuned:
    """A metric of one training on a set that judges single pairs."""
    judge = settings(loss, trained, tier)
    pairs = [list(pair) for on, pair, tiers in PAIRS.values() if on == trained and tier in tiers]
    run = {key: value for key, value in judge.items() if key != "distributions"}
    run |= {"cases": pairs, "groups": [OURS] if trained == "PAWS" else []}
    if (trained, tier) == ("PAWS", "paper"):
        run["validation"] = "paws:validation@choose"
    return replace(choose_at(loss, trained, tier, run, metric, judge), recipe="cases-1")


def cells(tier: str) -> dict:
    """Three losses: the paper's pairs, accuracy on both sets, and our own pairs by kind."""
    columns = {f"{name}: accuracy": (name, f"{metric(name, tier)} accuracy") for name in TRAINED}
    for pair, (trained, (place, number), tiers) in PAIRS.items():
        if tier in tiers:
            columns[pair] = trained, f"{place}:{number}"
    columns["our pairs"] = "PAWS", f"{OURS} accuracy"
    columns |= {f"our pairs: {kind}": ("PAWS", f"{OURS} {kind}") for kind in OPERATIONS}
    return {
        (loss, column): cell(loss, trained, tier, name)
        for loss in LOSSES
        for column, (trained, name) in columns.items()
    }


EXPERIMENT = Experiment("cases", "Single pairs", cells, metric=METRIC)
