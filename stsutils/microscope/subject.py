"""What the microscope must know of a loss in order to judge it, and how batches are drawn."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import torch
from torch import Generator, Tensor

STEP = 1e-6


@dataclass(frozen=True)
class Subject:
    """One loss under the microscope. Its inputs are passed in order, its settings by name.

    Attributes:
        name: the loss's name.
        function: the loss, `function(*inputs, **settings) -> scalar`.
        naive: the same on nested lists of Python floats, as loops to read.
        cases: (draw, settings) pairs that every check is repeated with, the defaults first;
            `draw(rows, generator)` makes the inputs of one batch, a dict in the function's order.
        known: (inputs, settings, value) with a value worked out by hand, or by the naive loop.
        wrong: one batch, as lists, that is plainly wrong: every input must be pushed there.
        fixed: inputs that are never pushed, such as labels.
        whole: inputs that belong to the batch and not to a row, such as a head's weight.
        shuffle: `shuffle(inputs, order)` puts the rows of some inputs, or of their gradients, in
            another order; by default all rows but those of `whole` inputs.
        rows: the sizes of the random batches.
        extreme: settings that must neither overflow nor lose the value.
        naive_gradient: the gradient by the first input, written down from the formula; without it
            the slopes of the naive loop are the judge.
        labels: where the inputs are one vector and labels: the labels that batches draw from.
        span: where the inputs are one vector and labels: the ends of the field's grid.
        ranks: only the order of labels and the differences of the scores count.
    """

    name: str
    function: Callable[..., Tensor]
    naive: Callable[..., float]
    cases: tuple[tuple[Callable[[int, Generator], dict], dict], ...]
    known: tuple[tuple[dict, dict, float], ...]
    wrong: dict[str, list]
    fixed: tuple[str, ...] = ("labels",)
    whole: tuple[str, ...] = ()
    shuffle: Callable[[dict, Tensor], dict] | None = None
    rows: tuple[int, ...] = (4, 1, 2, 3)
    extreme: tuple[dict, ...] = ()
    naive_gradient: Callable[..., list] | None = None
    labels: tuple[float, ...] = ()
    span: tuple[float, float] = (-1.0, 1.0)
    ranks: bool = False

    @property
    def settings(self) -> tuple[dict, ...]:
        """The settings of all cases."""
        return tuple(settings for _, settings in self.cases)

    @property
    def tolerance(self) -> float:
        """How near a gradient must be: a slope by differences has ten digits, not sixteen."""
        return 1e-10 if self.naive_gradient else 1e-6

    def reorder(self, inputs: dict[str, Tensor], order: Tensor) -> dict[str, Tensor]:
        """Return the inputs, or their gradients, with the rows in another order."""
        if self.shuffle:
            return self.shuffle(inputs, order)
        return {name: x if name in self.whole else x[order] for name, x in inputs.items()}

    def batches(self) -> Iterator[tuple[dict[str, Tensor], dict]]:
        """Yield float64 batches of every size for every case, always the same ones."""
        generator = torch.Generator().manual_seed(7)
        for rows in self.rows:
            for draw, settings in self.cases:
                yield draw(rows, generator), settings

    def gradient(self, inputs: dict[str, Tensor], settings: dict) -> dict[str, list]:
        """Return the naive gradient by each input that is not fixed, as flat lists."""
        lists = {name: value.tolist() for name, value in inputs.items()}
        if self.naive_gradient:
            return {next(iter(lists)): self.naive_gradient(*lists.values(), **settings)}
        moving = [name for name in lists if name not in self.fixed]
        return {name: slopes(self.naive, lists, settings, name) for name in moving}


def slopes(naive: Callable, lists: dict[str, list], settings: dict, name: str) -> list[float]:
    """Return the loop's slope by each number of the input `name`: two calls a number."""
    found = []
    values = lists[name]
    nested = isinstance(values[0], list)
    for row in values if nested else [values]:
        for place, value in enumerate(row):
            ends = []
            for moved in (value + STEP, value - STEP):
                row[place] = moved
                ends.append(naive(*lists.values(), **settings))
            row[place] = value
            found.append((ends[0] - ends[1]) / (2 * STEP))
    return found


# ---------------------------------------------------------------- ways to draw a batch


def embeddings(*names: str, width: int = 3) -> Callable[[int, Generator], dict]:
    """Draw one rows × width matrix for each name."""
    return partial(_embeddings, names, width)


def _embeddings(names: tuple[str, ...], width: int, rows: int, generator: Generator) -> dict:
    draw = partial(torch.randn, rows, width, generator=generator, dtype=torch.float64)
    return {name: draw() for name in names}


def labelled(
    draw: Callable[[int, Generator], dict], labels: tuple[float, ...]
) -> Callable[[int, Generator], dict]:
    """Draw as `draw` does, and labels; from two rows on the first and last label are both there."""
    return partial(_labelled, draw, labels)


def _labelled(draw: Callable, labels: tuple, rows: int, generator: Generator) -> dict:
    values = torch.tensor(labels, dtype=torch.float64)
    chosen = values[torch.randint(len(values), (rows,), generator=generator)]
    if rows > 1:  # no batch is all ties
        chosen[0], chosen[-1] = values[0], values[-1]
    return {**draw(rows, generator), "labels": chosen}


def spread(name: str, low: float, high: float) -> Callable[[int, Generator], dict]:
    """Draw one vector with numbers between low and high."""
    return partial(_spread, name, low, high)


def _spread(name: str, low: float, high: float, rows: int, generator: Generator) -> dict:
    uniform = torch.rand(rows, generator=generator, dtype=torch.float64)
    return {name: low + (high - low) * uniform}
