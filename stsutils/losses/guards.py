"""What every loss asks of its arguments, and how it says no."""

from collections.abc import Callable
from typing import Literal, get_args

import torch
from torch import Tensor

from stsutils.errors import UserError

#: A loss as its paper prints it, or as the released code computes it.
Form = Literal["as_written", "as_coded"]
FORMS = get_args(Form)


def one_label_a_pair(loss: str, cosines: Tensor, labels: Tensor, what: str = "cosine") -> None:
    """Refuse shapes that would broadcast in silence, such as (B,) cosines and (B, 1) labels."""
    if cosines.ndim != 1 or cosines.shape != labels.shape:
        raise UserError(
            f"{loss} needs one {what} and one label for each pair, as two vectors of one length; "
            f"got {what}s {tuple(cosines.shape)} and labels {tuple(labels.shape)}. "
            "Flatten them, for example labels.view(-1)."
        )


def one_shape(loss: str, **columns: Tensor) -> None:
    """Refuse columns of embeddings that are not B×d matrices of one shape."""
    shapes = {name: tuple(column.shape) for name, column in columns.items()}
    if len(set(shapes.values())) != 1 or any(column.ndim != 2 for column in columns.values()):
        got = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise UserError(f"{loss} needs B×d matrices of one shape, a row a sentence; got {got}.")


def refuse_labels(loss: str, cosines: Tensor, labels: Tensor, allowed: Tensor, mend: str) -> Tensor:
    """Return `cosines` if every label is `allowed`; raise a UserError naming the first that is not.

    On a GPU the question would stop the queue of kernels at every step. There the pair's cosine
    becomes NaN instead, which shows in the first loss that is read.
    """
    if labels.device.type != "cpu":
        return cosines.masked_fill(~allowed, torch.nan)
    if not allowed.all():
        place = int((~allowed).nonzero()[0])
        label = labels[place].item()
        raise UserError(f"{loss}: label {label:g} of pair {place} in the batch. {mend}")
    return cosines


def checked(
    loss: str,
    values: Tensor,
    labels: Tensor,
    allowed: Callable[[Tensor], Tensor],
    mend: str,
    what: str = "cosine",
) -> tuple[Tensor, Tensor]:
    """Return values and labels of one type, at least float32; refuse odd shapes and labels.

    `allowed` says of the labels which of them the loss takes; `what` one value is called.
    """
    one_label_a_pair(loss, values, labels, what)
    values = at_least_float32(values)
    y = labels.to(values.dtype)
    return refuse_labels(loss, values, labels, allowed(y), mend), y


def zero_or_one(loss: str, cosines: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
    """Return cosines and labels, `checked` for labels that are 0 or 1."""
    mend = 'Labels must be 0 or 1: mend them with relabel(rows, "binary>2.5").'
    return checked(loss, cosines, labels, lambda y: (y == 0) | (y == 1), mend)


def ordered(loss: str, cosines: Tensor, labels: Tensor, **above_zero: float | int) -> Tensor:
    """Return the cosines where the labels have an order; refuse odd shapes and settings."""
    one_label_a_pair(loss, cosines, labels)
    above_0(loss, **above_zero)
    if not labels.is_floating_point():
        return cosines
    mend = "Drop the row or give it a label: a label that is missing has no rank."
    return refuse_labels(loss, cosines, labels, ~labels.isnan(), mend)


def labels_of_two(loss: str, embeddings: list[Tensor], labels: Tensor | None, what: str) -> Tensor:
    """Return the labels of u and v; refuse what a head cannot read."""
    if labels is None or len(embeddings) != 2:
        got = "no labels" if labels is None else f"{len(embeddings)} columns"
        raise UserError(f"{loss} takes two text columns and a {what} for each pair; got {got}.")
    return labels


def above_0(loss: str, **settings: float | int) -> None:
    """Refuse settings that are not above 0."""
    for name, value in settings.items():
        if not value > 0:
            raise UserError(f"{loss}: {name} is {value}; it must be above 0.")


def one_of_two(loss: str, setting: str, value: str, choices: tuple[str, str] = FORMS) -> None:
    """Refuse a setting that is neither of two words."""
    if value not in choices:
        first, second = choices
        raise UserError(f'{loss}: {setting} is {value!r}; choose "{first}" or "{second}".')


def comparisons(
    loss: str, cosines: Tensor, labels: Tensor, apart: int = 1, **above_zero: float | int
) -> Tensor:
    """Return cosines[i] − cosines[k] of all (i, k) that labels rank `apart` places or more.

    A label's place is the number of strictly lower ones in the batch, so ties share it.
    `above_zero` are settings that must be.
    """
    c = at_least_float32(ordered(loss, cosines, labels, **above_zero))
    place = (labels[:, None] > labels[None, :]).sum(1)
    wanted = place[:, None] - place[None, :] >= apart
    return (c[:, None] - c[None, :])[wanted]


def at_least_float32(values: Tensor) -> Tensor:
    """Lift bf16 and fp16 to float32: eight bits of a cosine are too few to take differences of."""
    return values.to(torch.promote_types(values.dtype, torch.float32))


def one_teacher_score_a_score(
    loss: str, scores: Tensor, teacher: Tensor, square: bool = False, /, **temperatures: float
) -> None:
    """Refuse scores of two shapes, or not `square`, and temperatures that are not above 0."""
    if scores.ndim != 2 or scores.shape != teacher.shape or not scores.numel():
        raise UserError(
            f"{loss} needs one teacher score for each score, as two matrices of one shape, a row a "
            f"sentence; got scores {tuple(scores.shape)} and {tuple(teacher.shape)}."
        )
    if square and scores.shape[0] != scores.shape[1]:
        raise UserError(
            f"{loss}: scores are {tuple(scores.shape)}; give those of a batch with itself, m×m."
        )
    above_0(loss, **temperatures)
