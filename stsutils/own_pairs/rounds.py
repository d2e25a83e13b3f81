"""Who stays in: the rounds before the final of a comparison, decided on validation pairs alone."""

import math
from collections.abc import Callable

from stsutils.experiments import Cell, Experiment
from stsutils.ledger import Run
from stsutils.own_pairs.plan import Plan
from stsutils.own_pairs.trainings import TRAINED, Trainings, settings_of


def play(
    specs: dict[str, dict],
    shas: dict,
    plan: Plan,
    trainings: Trainings,
    make: Callable[[Experiment], object],
) -> tuple[Experiment, list[dict]]:
    """The final as an experiment, and what became of the losses that are not in it.

    ``make`` makes an experiment's missing records. Each round is one seed; a loss stands where its
    best rate stands. The losses left out are {"name", "pairs", "validation", "leader"}: the best
    validation score it had with so many training pairs, and that of the best loss of that round.
    ``validation`` is None where every rate diverged. Final cells are (name, "test"); a loss of
    which no rate could be trained stays in if it is the only one, and diverges there.
    """

    def settings(name: str, lr: float, pairs: int) -> dict:
        return settings_of(specs[name], shas, plan, lr, pairs)

    rates, left_out = dict.fromkeys(specs, plan.rates), []
    rounds = plan.rounds(len(specs))
    staying = [losses for _, losses, _ in rounds[1:]] + [plan.finalists]
    for (pairs, _, _), stay in zip(rounds, staying, strict=False):
        tried = [(name, lr) for name in rates for lr in rates[name]]
        cells = {
            (name, f"{lr:g}"): Cell(settings(name, lr, pairs), "validation", TRAINED)
            for name, lr in tried
        }
        title = "Which losses stay in?"
        make(Experiment(f"own-pairs-{pairs}", title, lambda tier, c=cells: c, seeds=1))
        scores = {(name, lr): _score(trainings, settings(name, lr, pairs)) for name, lr in tried}
        best = {name: max(rates[name], key=lambda lr, n=name: scores[n, lr]) for name in rates}
        reached = {name: scores[name, lr] for name, lr in best.items()}
        ranked = sorted(reached, key=lambda name: -reached[name])  # ties: the earlier one
        for name in ranked[stay:]:
            value = reached[name] if math.isfinite(reached[name]) else None
            leader = reached[ranked[0]]
            left_out.append({"name": name, "pairs": pairs, "leader": leader, "validation": value})
        rates = {name: (best[name],) for name in specs if name in ranked[:stay]}
    cells = {
        (name, "test"): Cell(settings(name, lr, plan.rows), "test", TRAINED)
        for name, (lr, *_) in rates.items()
    }
    title = "Which loss for these pairs?"
    return Experiment("own-pairs", title, lambda tier: cells, seeds=plan.seeds), left_out


def _score(trainings: Trainings, settings: dict) -> float:
    """The validation score of the first seed; a training that diverged is below any other."""
    record = trainings.ledger.read(Run(TRAINED, 0, settings))
    return -math.inf if record.diverged else record.metrics["validation"]
