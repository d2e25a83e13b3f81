"""How much of everything fits into the budget, the same for every loss."""

import math
from dataclasses import asdict, dataclass, replace

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
class Sizes:
    """Pairs at hand to train, to choose and to test with."""

    train: int
    validation: int
    test: int


@dataclass(frozen=True)
class Plan:
    """What every loss gets: the same pairs, epochs, learning rates tried, and seeds."""

    rows: int
    epochs: int
    rates: tuple[float, ...]
    seeds: int
    validation: int
    test: int
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

    def seconds(self, cost: Cost, losses: int) -> float:
        """How long all trainings take together."""
        return losses * self.trainings * (self.learning(cost) + self.judging(cost))

    def as_dict(self) -> dict:
        """The plan as JSON."""
        return asdict(self) | {"rates": list(self.rates)}


def wished(sizes: Sizes, rates: tuple[float, ...], seeds: int, epochs: int | None = None) -> Plan:
    """What would be done if time were free: about 4,000 pairs seen, in ten epochs at most."""
    usual = min(10, max(1, round(4000 / sizes.train)))
    return Plan(sizes.train, epochs or usual, rates, seeds, sizes.validation, sizes.test)


def choose(wish: Plan, cost: Cost, losses: int, seconds: float) -> tuple[Plan, list[str]]:
    """The largest plan that `seconds` allow, and in words what had to go.

    First the epochs go down to two and the rates to two, then the epochs to one, then the pairs,
    then the rates to one, and last the seeds to two: an interval needs two at least. Of the pairs,
    those go that take longer: to train with, or to choose and to test with. Raises UserError where
    even that is too long.
    """
    for plan in _ladder(wish, cost):
        if plan.seconds(cost, losses) <= SLACK * seconds:
            return plan, _words(wish, plan)
    minutes = plan.seconds(cost, losses) / SLACK / 60
    raise UserError(
        f"the smallest comparison would take about {minutes:.1f} minutes here; "
        f"give --budget {math.ceil(minutes)} or fewer --losses"
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
    learn, judge = ("rows",), ("validation", "test")
    parts, others = learn, judge
    if plan.judging(cost) > plan.learning(cost):
        parts, others = judge, learn
    if max(getattr(plan, part) for part in parts) <= FEWEST_ROWS:
        parts = others
    less = {}
    for part in parts:
        had = getattr(plan, part)
        less[part] = min(had, max(FEWEST_ROWS, int(had * 0.9)))
    return replace(plan, **less)


def _words(wish: Plan, plan: Plan) -> list[str]:
    found = []
    for what, had, has in (
        ("training pairs", wish.rows, plan.rows),
        ("validation pairs", wish.validation, plan.validation),
        ("test pairs", wish.test, plan.test),
        ("epochs", wish.epochs, plan.epochs),
        ("learning rates tried", len(wish.rates), len(plan.rates)),
        ("seeds", wish.seeds, plan.seeds),
    ):
        if has < had:
            found.append(f"{what}: {has:,} instead of {had:,}")
    return found
