"""Who is trained next: each loss once, then more seeds for those within chance of the best."""

import math

import numpy as np

from stsutils.ledger import Record
from stsutils.own_pairs.cut import groups_of
from stsutils.own_pairs.plan import SLACK, Plan
from stsutils.own_pairs.trainings import TRAINED, Trainings, cosines_of, settings_of
from stsutils.statistics import bootstrap_spearman

#: Standard deviation of a validation score from one seed to the next, taken as known: one training
#: a loss says nothing of it. Three of four trained cells of the book's records lie below this.
SEEDS_SPREAD = 0.02


def play(
    specs: dict[str, dict], shas: dict, plan: Plan, trainings: Trainings, seconds: float = math.inf
) -> tuple[dict[str, list[Record]], list[dict]]:
    """The records of each loss that was trained, seed by seed, and the losses put out (`behind`).

    In the first turn each loss is trained with each rate of the plan, one seed; its best rate on
    validation stays. Each further turn gives one seed more to all that are not behind, as long as
    ``seconds`` of computing last. Turns are whole, so losses in front have equally many seeds. The
    first training is made in any case.
    """

    def train(name: str, lr: float, seed: int) -> Record:
        return trainings.record(TRAINED, settings_of(specs[name], shas, plan, lr), seed)

    tried: dict[str, list[Record]] = {}
    for lr in plan.rates:
        for name in specs:
            # what the plan promised is kept, unless its trial was far off
            if not tried or trainings.after(1) <= seconds / SLACK:
                tried.setdefault(name, []).append(train(name, lr, 0))
    records = {name: [max(own, key=_score)] for name, own in tried.items()}
    staying, out = list(records), []
    for seed in range(1, plan.seeds):
        staying = [name for name in staying if not records[name][-1].diverged]
        left = behind({name: records[name] for name in staying}, trainings)
        staying = [name for name in staying if name not in {one["name"] for one in left}]
        out += left
        if trainings.after(len(staying)) > seconds:
            break
        for name in staying:
            best_rate = records[name][0].run.settings["lr"]
            records[name].append(train(name, best_rate, seed))
    return records, out


def behind(records: dict[str, list[Record]], trainings: Trainings) -> list[dict]:
    """The losses further behind the best one on the validation pairs than chance reaches.

    Each is {"name", "validation", "leader", "best", "chance", "trainings"}. Chance is two standard
    errors of the difference: over the pairs (bootstrap), and over as many seeds as there are.
    """
    pairs = trainings.parts["validation"]
    gold, groups = pairs[trainings.labels.column].to_numpy(), groups_of(pairs)[0]
    means = {name: float(np.mean([_score(one) for one in own])) for name, own in records.items()}

    def draws(record: Record) -> np.ndarray:
        cosines = cosines_of(record, "validation")
        return bootstrap_spearman(cosines, gold, "choose", groups=groups)

    drawn = {name: np.mean([*map(draws, own)], axis=0) for name, own in records.items()}
    leader, out = max(means, key=means.get, default=None), []
    for name, own in records.items():
        seeds = SEEDS_SPREAD * math.sqrt(2 / len(own))
        chance = 2 * math.hypot(np.std(drawn[leader] - drawn[name]), seeds)
        if means[leader] - means[name] > chance:
            one = {"name": name, "validation": means[name], "trainings": len(own)}
            out.append(one | {"leader": leader, "best": means[leader], "chance": chance})
    return out


def _score(record: Record) -> float:
    """The validation score; a training that diverged is below any other."""
    return -math.inf if record.diverged else record.metrics["validation"]
