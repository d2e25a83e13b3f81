"""How much of everything fits into the budget, the same for every loss."""

import math
from dataclasses import asdict, dataclass, replace

from stsutils.errors import UserError

BATCH = 16
SLACK = 0.85  # of the budget is planned: a machine is sometimes slower than in its trial
FEWEST_ROWS = 200  # rows are not cut below this


@dataclass(frozen=True)
class Cost:
    """Seconds that a training step of `BATCH` pairs takes, and the encoding of one pair."""

    step: float
    pair: float


@dataclass(frozen=True)
class Sizes:
    """Pairs at hand to train, to choose and to test with; and how many losses share the time."""

    train: int
    validation: int
    test: int
    losses: int


@dataclass(frozen=True)
class Plan:
    """What every loss gets: the same rows, epochs, learning rates tried, and seeds."""

    rows: int
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

    def seconds(self, cost: Cost, sizes: Sizes) -> float:
        """How long all trainings take together."""
        one = self.steps * cost.step
        one += (self.epochs * sizes.validation + sizes.validation + sizes.test) * cost.pair
        return sizes.losses * self.trainings * one

    def as_dict(self) -> dict:
        """The plan as JSON."""
        return asdict(self) | {"rates": list(self.rates)}


def wished(sizes: Sizes, rates: tuple[float, ...], seeds: int, epochs: int | None = None) -> Plan:
    """What would be done if time were free: about 4,000 pairs seen, in ten epochs at most."""
    usual = min(10, max(1, round(4000 / sizes.train)))
    return Plan(sizes.train, epochs or usual, rates, seeds)


def choose(wish: Plan, cost: Cost, sizes: Sizes, seconds: float) -> tuple[Plan, list[str]]:
    """The largest plan that `seconds` allow, and in words what had to go.

    First the epochs go down to two and the rates to two, then the epochs to one, then the rows,
    then the rates to one, and last the seeds to two: an interval needs two at least. Raises
    UserError where even that is too long.
    """
    for plan in _ladder(wish):
        if plan.seconds(cost, sizes) <= SLACK * seconds:
            return plan, _words(wish, plan)
    minutes = plan.seconds(cost, sizes) / SLACK / 60
    raise UserError(
        f"the smallest comparison would take about {minutes:.1f} minutes here; "
        f"give --budget {math.ceil(minutes)} or fewer --losses"
    )


def _ladder(plan: Plan):
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
    while plan.rows > FEWEST_ROWS:
        plan = replace(plan, rows=max(FEWEST_ROWS, int(plan.rows * 0.9)))
        yield plan
    if len(plan.rates) > 1:
        plan = replace(plan, rates=plan.rates[:1])
        yield plan
    while plan.seeds > 2:
        plan = replace(plan, seeds=plan.seeds - 1)
        yield plan


def _words(wish: Plan, plan: Plan) -> list[str]:
    found = []
    for what, had, has in (
        ("training pairs", wish.rows, plan.rows),
        ("epochs", wish.epochs, plan.epochs),
        ("learning rates tried", len(wish.rates), len(plan.rates)),
        ("seeds", wish.seeds, plan.seeds),
    ):
        if has < had:
            found.append(f"{what}: {has:,} instead of {had:,}")
    return found
