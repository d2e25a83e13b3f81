"""How much of everything fits into the budget, the same for every loss."""

import math
from dataclasses import dataclass, replace

from stsutils.errors import UserError

BATCH = 16
SLACK = 0.85  # of the budget is planned: a machine is sometimes slower than in its trial
FEWEST_ROWS = 200  # no part is cut below this


@dataclass(frozen=True)
class Cost:
    """Seconds that a training step of `BATCH` pairs takes, and the encoding of one pair."""

    step: float
    pair: float


@dataclass(frozen=True)
class Plan:
    """What every loss gets: pairs to train, choose and test with, epochs, rates tried, seeds."""

    rows: int
    validation: int
    test: int
    epochs: int
    rates: tuple[float, ...]
    seeds: int
    batch_size: int = BATCH

    @property
    def steps(self) -> int:
        """Steps of one training."""
        return self.epochs * math.ceil(self.rows / self.batch_size)

    @property
    def trainings(self) -> int:
        """Trainings a loss: each rate on the first seed, the best rate on the others."""
        return len(self.rates) + self.seeds - 1

    def learning(self, cost: Cost) -> float:
        """Seconds of the steps of one training."""
        return self.steps * cost.step

    def judging(self, cost: Cost) -> float:
        """Seconds one training spends on validation, after each epoch and at last, and on test."""
        return ((self.epochs + 1) * self.validation + self.test) * cost.pair

    def minutes(self, cost: Cost, losses: int) -> float:
        """How long all trainings take together."""
        return losses * self.trainings * (self.learning(cost) + self.judging(cost)) / 60

    def budget(self, cost: Cost, losses: int) -> int:
        """The smallest budget, in whole minutes, that allows this plan."""
        return math.ceil(self.minutes(cost, losses) / SLACK)

    def least(self) -> "Plan":
        """The smallest plan that `choose` takes with all of these pairs."""
        return replace(self, epochs=1, rates=self.rates[:2])


def usual_epochs(rows: int) -> int:
    """Epochs in which about 4,000 pairs are seen, ten at most."""
    return min(10, max(1, round(4000 / rows)))


def choose(wish: Plan, cost: Cost, losses: int, minutes: float) -> tuple[Plan, list[str]]:
    """The largest plan that the minutes allow, and in words what had to go of the wished one.

    First the epochs go down to two and the rates to two, then the epochs to one, then the pairs,
    then the rates to one, and last the seeds to two: an interval needs two at least. Of the pairs,
    those go that take longer: to train with, or to choose and to test with. Raises UserError where
    even that is too long.
    """
    for plan in _ladder(wish, cost):
        if plan.minutes(cost, losses) <= SLACK * minutes:
            return plan, _words(wish, plan)
    raise UserError(
        f"the smallest comparison would take about {plan.minutes(cost, losses) / SLACK:.1f} "
        f"minutes here; give --budget {plan.budget(cost, losses)} or fewer --losses"
    )


def _ladder(plan: Plan, cost: Cost):
    """Smaller and smaller plans."""
    yield plan
    while plan.epochs > 2:
        plan = replace(plan, epochs=plan.epochs - 1)
        yield plan
    if len(plan.rates) > 2:
        plan = replace(plan, rates=plan.rates[:2])
        yield plan
    if plan.epochs > 1:
        plan = replace(plan, epochs=1)
        yield plan
    while max(plan.rows, plan.validation, plan.test) > FEWEST_ROWS:
        plan = _fewer_pairs(plan, cost)
        yield plan
    if len(plan.rates) > 1:
        plan = replace(plan, rates=plan.rates[:1])
        yield plan
    while plan.seeds > 2:
        plan = replace(plan, seeds=plan.seeds - 1)
        yield plan


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
    return [
        f"{what}: {has:,} instead of {had:,}"
        for what, had, has in (
            ("training pairs", wish.rows, plan.rows),
            ("validation pairs", wish.validation, plan.validation),
            ("test pairs", wish.test, plan.test),
            ("epochs", wish.epochs, plan.epochs),
            ("learning rates tried", len(wish.rates), len(plan.rates)),
            ("seeds", wish.seeds, plan.seeds),
        )
        if has < had
    ]
