"""How a training goes, and how much of everything fits into a budget, the same for every loss.

Losses and rates are tried on a quarter of the training pairs first. The best third of the losses,
each with its best rate, goes on with twice the pairs, and so on, until as many are left as the
budget allows in the final: successive halving, with a third in place of a half. In the final each
of them is trained on all planned pairs, with equal seeds.
"""

import math
from dataclasses import asdict, dataclass, field, replace

from stsutils.errors import UserError
from stsutils.ledger.store import BROKEN

BATCH = 16
SLACK = 0.85  # of the budget is planned: a machine is sometimes slower than in its trial
FEWEST_ROWS = 200  # no part is cut below this
#: The highest numbers that make sense, each from 1.
LIMITS = {"seeds": 64, "epochs": 1000, "patience": 1000, "batch_size": 100_000}
# Tried in this order; a small encoder takes larger rates than one of BERT's size.
SMALL, LARGE = (3e-4, 1.5e-4, 6e-4), (4e-5, 2e-5, 8e-5)


def rates_for(dimension: int) -> tuple[float, ...]:
    """The top learning rates to try with an encoder of so many numbers, the usual one first."""
    return SMALL if dimension < 384 else LARGE


@dataclass(frozen=True)
class Course:
    """One training with one loss, as somebody asks for it.

    Args:
        loss: a name from `stsutils.losses.LOSSES`; ``settings`` are its own.
        lr: top learning rate [the first of `rates_for` the encoder].
        epochs, batch_size, precision: as for `fit`; ``epochs`` at most.
        patience: stop after so many epochs without a better one.

    Raises UserError for a number out of range.
    """

    loss: str
    settings: dict[str, float] = field(default_factory=dict)
    lr: float | None = None
    epochs: int = 10
    batch_size: int = 16
    patience: int = 2
    precision: str = "float32"

    def __post_init__(self):
        """Check the numbers."""
        check_limits(epochs=self.epochs, patience=self.patience, batch_size=self.batch_size)
        if self.lr is not None and not 0 < self.lr < 1:
            raise UserError(f"the learning rate ({self.lr:g}) must be above 0 and below 1")
        if self.precision not in ("float32", "bfloat16"):
            raise UserError(f"precision is float32 or bfloat16, not {self.precision!r}")


def check_limits(**numbers: int | None) -> None:
    """Raise UserError for a number beyond its `LIMITS`; None is left to others."""
    for what, number in numbers.items():
        if number is not None and not 1 <= number <= LIMITS[what]:
            raise UserError(f"{what.replace('_', ' ')} ({number}) must be 1 to {LIMITS[what]}")


@dataclass(frozen=True)
class Cost:
    """Seconds that a training step of `BATCH` pairs takes, and the encoding of one pair."""

    step: float
    pair: float


@dataclass(frozen=True)
class Plan:
    """Pairs to train, choose and test with, epochs, rates tried, seeds, losses in the final."""

    rows: int
    validation: int
    test: int
    epochs: int
    rates: tuple[float, ...]
    seeds: int
    finalists: int
    batch_size: int = BATCH

    def rounds(self, losses: int) -> list[tuple[int, int, int]]:
        """(training pairs, losses, rates) of each round before the final, see above.

        A round that takes all pairs is the last one: its trainings are the final's first seed.
        """
        rows, rates, rounds = min(self.rows, max(FEWEST_ROWS, self.rows // 4)), len(self.rates), []
        while rates > 1 or losses > self.finalists:
            rounds.append((rows, losses, rates))
            if rows == self.rows:
                break
            losses = min(losses, max(self.finalists, math.ceil(losses / 3)))
            rows, rates = min(self.rows, 2 * rows), 1
        return rounds

    def final(self, losses: int) -> int:
        """Trainings of the final that no round has made."""
        seeds = self.seeds - any(rows == self.rows for rows, _, _ in self.rounds(losses))
        return min(losses, self.finalists) * seeds

    def trainings(self, losses: int) -> int:
        """All trainings."""
        return self.final(losses) + sum(n * rates for _, n, rates in self.rounds(losses))

    def learning(self, cost: Cost, rows: int) -> float:
        """Seconds of the steps of one training with so many pairs."""
        return self.epochs * math.ceil(rows / self.batch_size) * cost.step

    def judging(self, cost: Cost, rows: int) -> float:
        """Seconds one training spends on validation, once an epoch, and on test.

        Before the final no test pair is looked at.
        """
        test = self.test if rows == self.rows else 0
        return (self.epochs * self.validation + test) * cost.pair

    def minutes(self, cost: Cost, losses: int) -> float:
        """How long all trainings take together."""
        numbers = [(rows, n * rates) for rows, n, rates in self.rounds(losses)]
        numbers.append((self.rows, self.final(losses)))
        return sum(n * (self.learning(cost, r) + self.judging(cost, r)) for r, n in numbers) / 60

    def budget(self, cost: Cost, losses: int) -> int:
        """The smallest budget, in whole minutes, that allows this plan."""
        return math.ceil(self.minutes(cost, losses) / SLACK)

    def as_json(self) -> dict:
        """Its numbers, as they stand in ``plan.json`` and ``results.json``."""
        return asdict(self) | {"rates": list(self.rates)}

    def least(self) -> "Plan":
        """The smallest plan that `choose` takes with all of these pairs."""
        return replace(self, epochs=1, rates=self.rates[:2], finalists=1)


def as_planned(kept: dict, where) -> dict:
    """What lies in ``plan.json`` (`compare` writes it) with its `Plan`; UserError if it is odd."""
    try:
        plan = Plan(**kept["plan"] | {"rates": tuple(kept["plan"]["rates"])})
        numbers = (plan.rows, plan.validation, plan.test, plan.epochs, plan.seeds, plan.finalists)
        sound = all(type(n) is int and 0 < n < 1e9 for n in (*numbers, plan.batch_size))
        if not (sound and plan.rates and all(0 < rate < 1 for rate in plan.rates)):
            raise ValueError(plan)
        return {
            "plan": plan,
            "notes": list(map(str, kept["notes"])),
            "minutes": float(kept["minutes"]),
            "enough": {what: int(kept["enough"][what]) for what in ("rows", "all")},
        }
    except BROKEN:
        raise UserError(f"{where} can't be read; delete it to begin anew") from None


def usual_epochs(rows: int) -> int:
    """Epochs in which about 4,000 pairs are seen, ten at most."""
    return min(10, max(1, round(4000 / rows)))


def choose(wish: Plan, cost: Cost, losses: int, minutes: float) -> tuple[Plan, list[str]]:
    """The largest plan that the minutes allow, and in words what had to go of the wished one.

    First the epochs go down to two and the rates to two, then the losses in the final to two and
    to one, then the epochs to one, then the pairs, then the rates to one, and last the seeds to
    two: an interval needs two at least. Of the pairs, those go that take longer: to train with, or
    to choose and to test with. Raises UserError where even that is too long.
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
    for finalists in (2, 1):
        if plan.finalists > finalists:
            plan = replace(plan, finalists=finalists)
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
    if plan.judging(cost, plan.rows) > plan.learning(cost, plan.rows):
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
            ("losses in the final", wish.finalists, plan.finalists),
            ("seeds", wish.seeds, plan.seeds),
        )
        if has < had
    ]
