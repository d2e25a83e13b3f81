"""What the microscope must know of a loss in order to judge it, and how batches are drawn."""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial

import torch
from torch import Generator, Tensor

from stsutils.losses import LOSSES

Draw = Callable[[int, Generator], dict[str, Tensor]]


@dataclass(frozen=True)
class Subject:
    """One loss under the microscope. Its inputs are passed in order, its settings by name.

    Attributes:
        naive: the loss on nested lists of Python floats, as loops to read; it has the loss's name.
        cases: (draw, settings) pairs that every check is repeated with, the defaults first;
            `draw(rows, generator)` makes the inputs of one batch, a dict in the function's order.
        known: (inputs, settings, value) with a value worked out by hand, or by the naive loop.
        fixed: inputs that are never pushed, such as labels.
        whole: inputs that belong to the batch and not to a row, such as a head's weight.
        rows: the sizes of the random batches.
        extreme: settings that must neither overflow nor lose the value.
        silent: settings that change time or memory and not the number.
        labels: where the inputs are one vector and labels: the labels that batches draw from.
        span: where the inputs are one vector and labels: the ends of the field's grid.
        ranks: only the order of labels counts, so that pairs with equal labels are not compared.
    """

    naive: Callable[..., float]
    cases: tuple[tuple[Draw, dict], ...]
    known: tuple[tuple[dict, dict, float], ...]
    fixed: tuple[str, ...] = ("labels",)
    whole: tuple[str, ...] = ()
    rows: tuple[int, ...] = (4, 2, 3, 20)
    extreme: tuple[dict, ...] = ()
    silent: tuple[str, ...] = ()
    labels: tuple[float, ...] = ()
    span: tuple[float, float] = (-1.0, 1.0)
    ranks: bool = False

    @property
    def name(self) -> str:
        """The loss's name."""
        return self.naive.__name__

    @property
    def function(self) -> Callable[..., Tensor]:
        """The package's loss, `function(*inputs, **settings) -> scalar`."""
        return LOSSES[self.name].function

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs, those that may be left out too."""
        return max((tuple(draw(2, Generator())) for draw, _ in self.cases), key=len)

    def batches(self) -> Iterator[tuple[dict[str, Tensor], dict]]:
        """Yield float64 batches of every size for every case, always the same ones."""
        return self.drawn(*self.rows, seed=7)

    def drawn(self, *sizes: int, seed: int) -> Iterator[tuple[dict[str, Tensor], dict]]:
        """Yield a batch of each of these sizes for every case, as the seed draws them."""
        generator = torch.Generator().manual_seed(seed)
        for rows in sizes:
            for draw, settings in self.cases:
                yield draw(rows, generator), settings


# ---------------------------------------------------------------- families


def on_a_vector(
    loop: Callable[..., float],
    labels: tuple[float, ...],
    settings: tuple[dict, ...] = ({},),
    low: float = -0.9,
    high: float = 1.0,
    larger: tuple[int, ...] = (),
    **facts: object,
) -> Subject:
    """Return the subject of a loss on one vector, of cosines or other numbers, and labels.

    `labels` are the values that batches draw from, lowest first; `settings` those to check, the
    defaults first; `low` and `high` the range of the random numbers; `larger` more sizes of
    batches, where a loss goes another way from some size on.
    """
    first = next(iter(inspect.signature(loop).parameters))

    def between(rows: int, generator: Generator) -> dict:
        uniform = torch.rand(rows, generator=generator, dtype=torch.float64)
        return {first: low + (high - low) * uniform}

    draw = labelled(between, labels)
    least, most = labels[0], labels[-1]
    angles = {
        first: [1, 0.5, 0, 0.5, 0, -0.5, -1],  # not a mirror image: a flipped sign must show
        "labels": [most, most, most, least, least, least, least],
    }
    return Subject(
        loop,
        cases=tuple((draw, one) for one in settings),
        known=tuple((angles, one, loop(*angles.values(), **one)) for one in settings),
        rows=(*range(2, 13), 24, *larger),  # a slip may show in larger batches only
        labels=labels,
        **facts,
    )


def on_rows(loop: Callable[..., float], *cases: tuple[Draw, dict], **facts: object) -> Subject:
    """Return the subject of a loss on rows of student and teacher scores."""
    return Subject(loop, cases, fixed=("teacher_scores",), **facts)


# ---------------------------------------------------------------- ways to draw a batch


def embeddings(*names: str, width: int = 3) -> Draw:
    """Draw one rows × width matrix for each name."""

    def draw(rows: int, generator: Generator) -> dict:
        one = partial(torch.randn, rows, width, generator=generator, dtype=torch.float64)
        return {name: one() for name in names}

    return draw


def labelled(draw: Draw, labels: tuple[float, ...]) -> Draw:
    """Draw as `draw` does, and labels; from two rows on the first and last label are both there."""

    values = torch.tensor(labels, dtype=torch.float64)

    def drawn(rows: int, generator: Generator) -> dict:
        chosen = values[torch.randint(len(values), (rows,), generator=generator)]
        if rows > 1:  # no batch is all ties
            chosen[0], chosen[-1] = values[0], values[-1]
        return {**draw(rows, generator), "labels": chosen}

    return drawn


def student_and_teacher(rows: int, generator: Generator, items: int = 5) -> dict:
    """Draw student and teacher scores of `items` others a row."""
    draw = partial(torch.rand, rows, items, generator=generator, dtype=torch.float64)
    return {"scores": 1.6 * draw() - 0.8, "teacher_scores": 1.4 * draw() - 0.4}


def tied_teacher(rows: int, generator: Generator) -> dict:
    """Draw rows of five whose teacher scores have ties."""
    inputs = student_and_teacher(rows, generator)
    return inputs | {"teacher_scores": (4 * inputs["teacher_scores"]).round() / 4}


def each_with_each(rows: int, generator: Generator) -> dict:
    """Draw the scores of the rows with themselves."""
    inputs = student_and_teacher(rows, generator, rows)
    inputs["teacher_scores"].fill_diagonal_(1.0)
    return inputs
