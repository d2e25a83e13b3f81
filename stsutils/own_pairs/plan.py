"""How a training goes, and how much of everything fits into a budget, the same for every loss.

Each loss is trained once on all pairs if the minutes allow it (`turns`); what is left of them goes
to further seeds. Pairs are cut only where not even one training on all of them fits.
"""

import math
from dataclasses import asdict, dataclass, replace

from stsutils.errors import UserError

BATCH = 16
LONGEST = 5  # epochs that are tried where minutes are left
SLACK = 0.85  # of the budget is planned: a machine is sometimes slower than in its trial
FEWEST_ROWS = 200  # no part is cut below this
#: The highest numbers that make sense, each from 1.
LIMITS = {"seeds": 64, "epochs": 1000, "patience": 1000, "batch_size": 100_000}
# Tried in this order; a small encoder takes larger rates than one of BERT's size.
SMALL, LARGE = (3e-4, 1.5e-4, 6e-4), (4e-5, 2e-5, 8e-5)


def rates_for(dimension: int) -> list[float]:
    """The top learning rates to try with an encoder of so many numbers, the usual one first."""
    return list(SMALL if dimension < 384 else LARGE)


def check_limits(**numbers: int | None) -> None:
    """Raise UserError for a number beyond its `LIMITS`; None is left to others."""
    for what, number in numbers.items():
        if number is not None and not 1 <= number <= LIMITS[what]:
            raise UserError(f"{what.replace('_', ' ')} ({number}) must be 1 to {LIMITS[what]}")


@dataclass(frozen=True)
class Cost:
    """Computed seconds that a training step of `BATCH` pairs takes, and the encoding of one pair.

    A second is computed when the process has had its processors for a second. ``cores`` is how many
    it uses, ``share`` how much of them it gets beside other processes.
    """

    step: float
    pair: float
    cores: float = 1.0
    share: float = 1.0


@dataclass(frozen=True)
class Plan:
    """Pairs to train, choose and test with, epochs, rates tried, seeds at most."""

    rows: int
    validation: int
    test: int
    epochs: int
    rates: list[float]
    seeds: int
    batch_size: int = BATCH

    def learning(self, cost: Cost) -> float:
        """Seconds of the steps of one training."""
        return self.epochs * math.ceil(self.rows / self.batch_size) * cost.step

    def judging(self, cost: Cost) -> float:
        """Seconds that one training spends on validation, once an epoch, and on test."""
        return (self.epochs * self.validation + self.test) * cost.pair

    def minutes(self, cost: Cost, trainings: int) -> float:
        """How long so many trainings take."""
        return trainings * (self.learning(cost) + self.judging(cost)) / 60

    def budget(self, cost: Cost, trainings: int) -> int:
        """The smallest budget, in whole minutes, that allows so many."""
        return math.ceil(self.minutes(cost, trainings) / SLACK)

    def most(self, losses: int) -> int:
        """Every rate of every loss once, and its best one with all seeds."""
        return losses * (len(self.rates) + self.seeds - 1)


def usual_epochs(rows: int) -> int:
    """Epochs in which about 4,000 pairs are seen, ten at most."""
    return min(10, max(1, round(4000 / rows)))


def choose(
    wish: Plan, cost: Cost, losses: int, minutes: float, longest: int = 0
) -> tuple[Plan, list[str]]:
    """The largest plan that the minutes allow, and in words what had to go of the wished one.

    Other rates are tried only where all seeds fit besides. Then each loss is to be trained once on
    all pairs: the epochs go down to one for it. Where only some losses can be, the pairs stay.
    Where none can be, pairs go until each loss fits: those that take longer, to train with, or to
    choose and to test with. Where minutes are left, there are up to ``longest`` epochs. Raises
    UserError where even the fewest pairs take too long.
    """
    for plan, trainings in _smaller(wish, cost, losses):
        if plan.minutes(cost, trainings) <= SLACK * minutes:
            plan = _longer(plan, cost, losses, minutes, longest)
            return plan, _words(wish, plan)
    raise UserError(
        f"the smallest comparison would take about {plan.minutes(cost, 1) / SLACK:.1f} "
        f"minutes here; give --budget {plan.budget(cost, 1)}"
    )


def enough(wish: Plan, cost: Cost, losses: int, longest: int = 0) -> dict[str, int]:
    """Budgets, in whole minutes, that train each loss on all ``rows``, and that cut nothing at
    ``all``: `choose` spends minutes on epochs first.
    """
    full = replace(wish, epochs=max(wish.epochs, longest))
    return {"rows": wish.budget(cost, losses), "all": full.budget(cost, full.most(losses))}


def _longer(plan: Plan, cost: Cost, losses: int, minutes: float, longest: int) -> Plan:
    """The plan with more epochs, if each loss can be trained with two seeds.

    More epochs gain more than other rates, which are tried where they fit besides.
    """
    for epochs in range(longest, plan.epochs, -1):
        for rates in (plan.rates, plan.rates[:1]):
            more = replace(plan, epochs=epochs, rates=rates)
            trainings = more.most(losses) if len(rates) > 1 else min(2, plan.seeds) * losses
            if more.minutes(cost, trainings) <= SLACK * minutes:
                return more
    return plan


def _smaller(plan: Plan, cost: Cost, losses: int):
    """Smaller and smaller plans, each with how many of its trainings must fit."""
    while len(plan.rates) > 1:
        yield plan, plan.most(losses)
        plan = replace(plan, rates=plan.rates[:-1])
    for epochs in range(plan.epochs, 0, -1):
        plan = replace(plan, epochs=epochs)
        yield plan, losses
    yield plan, 1
    while max(plan.rows, plan.validation, plan.test) > FEWEST_ROWS:
        plan = _fewer_pairs(plan, cost)
        yield plan, losses
    yield plan, 1


def _fewer_pairs(plan: Plan, cost: Cost) -> Plan:
    """A tenth less of the pairs that take longer; of the others where those are few already."""
    parts, others = ("rows",), ("validation", "test")
    if plan.judging(cost) > plan.learning(cost):
        parts, others = others, parts
    if max(getattr(plan, part) for part in parts) <= FEWEST_ROWS:
        parts = others
    had = {part: getattr(plan, part) for part in parts}
    return replace(plan, **{p: min(n, max(FEWEST_ROWS, int(n * 0.9))) for p, n in had.items()})


def _words(wish: Plan, plan: Plan) -> list[str]:
    parts = {"rows": "training pairs", "validation": "validation pairs", "test": "test pairs"}
    names = parts | {"epochs": "epochs", "rates": "learning rates tried"}
    had, has = ({**asdict(one), "rates": len(one.rates)} for one in (wish, plan))
    cut = (name for name in names if has[name] < had[name])
    return [f"{names[name]}: {has[name]:,} instead of {had[name]:,}" for name in cut]
