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
    own: Trainings,
    make: Callable[[Experiment], object],
) -> tuple[Experiment, list[dict]]:
    """The final as an experiment, and what became of the losses that are not in it.

    ``make`` makes an experiment's missing records. Each round is one seed; a loss stands where its
    best rate stands. The losses left out are {"name", "pairs", "validation", "leader"}: the best
    validation score it had with so many training pairs, and that of the best loss of that round.
    ``validation`` is None where every rate diverged. Final cells are (name, "test"); a loss of
    which no rate could be trained stays in if it is the only one, and diverges there.
    """
    rates, left = dict.fromkeys(specs, plan.rates), []
    rounds = plan.rounds(len(specs))
    for number, (pairs, _, _) in enumerate(rounds):
        cells = {
            (name, f"{lr:g}"): Cell(
                settings_of(specs[name], shas, plan, lr, pairs), "validation", TRAINED
            )
            for name, tried in rates.items()
            for lr in tried
        }
        title = "Which losses stay in?"
        make(Experiment(f"own-pairs-{pairs}", title, lambda tier, c=cells: c, seeds=1))
        scores = {
            name: {lr: _score(own, cells[name, f"{lr:g}"].settings) for lr in tried}
            for name, tried in rates.items()
        }
        best = {name: max(tried, key=tried.get) for name, tried in scores.items()}
        ranked = sorted(best, key=lambda name: -scores[name][best[name]])  # ties: the earlier one
        stay = rounds[number + 1][1] if number + 1 < len(rounds) else plan.finalists
        leader = scores[ranked[0]][best[ranked[0]]]
        for name in ranked[stay:]:
            value = scores[name][best[name]]
            found = {"name": name, "pairs": pairs, "leader": leader}
            left.append(found | {"validation": value if math.isfinite(value) else None})
        rates = {name: (best[name],) for name in specs if name in ranked[:stay]}
    cells = {
        (name, "test"): Cell(settings_of(specs[name], shas, plan, lr, plan.rows), "test", TRAINED)
        for name, (lr, *_) in rates.items()
    }
    title = "Which loss for these pairs?"
    return Experiment("own-pairs", title, lambda tier: cells, seeds=plan.seeds), left


def _score(own: Trainings, settings: dict) -> float:
    """The validation score of the first seed; a training that diverged is below any other."""
    record = own.ledger.read(Run(TRAINED, 0, settings))
    return -math.inf if record.diverged else record.metrics["validation"]
