"""How a training goes that somebody asked for: loss, rate, epochs, when to stop."""

from dataclasses import dataclass, field

from stsutils.errors import UserError
from stsutils.own_pairs.plan import MOST_EPOCHS, rates_for

MOST_ROWS = 100_000  # of a batch


@dataclass(frozen=True)
class Course:
    """One training with one loss.

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
        limits = {"epochs": (self.epochs, MOST_EPOCHS), "patience": (self.patience, MOST_EPOCHS)}
        check_limits(limits | {"batch size": (self.batch_size, MOST_ROWS)})
        if self.lr is not None and not 0 < self.lr < 1:
            raise UserError(f"the learning rate ({self.lr:g}) must be above 0 and below 1")
        if self.precision not in ("float32", "bfloat16"):
            raise UserError(f"precision is float32 or bfloat16, not {self.precision!r}")

    def rate(self, dimension: int) -> float:
        """The top learning rate for an encoder of so many numbers."""
        return self.lr or rates_for(dimension)[0]


def check_limits(limits: dict[str, tuple[int | None, int]]) -> None:
    """Raise UserError for a number that is not 1 to its highest; None is left to others."""
    for what, (number, most) in limits.items():
        if number is not None and not 1 <= number <= most:
            raise UserError(f"{what} ({number}) must be 1 to {most}")
