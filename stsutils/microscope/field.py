"""Gradient fields: how hard, and which way, a loss pushes a cosine. Data only; chapters plot."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

import pandas as pd
import torch
from torch import Tensor

from stsutils.errors import UserError
from stsutils.microscope.subject import Subject
from stsutils.microscope.subjects import subject

NEAREST = 1 - 1e-6  # at a cosine of exactly ±1 an angle has no slope


def gradient_field(name: str, steps: int = 41, **settings: object) -> pd.DataFrame:
    """Return ∂L/∂cosine over a grid of cosines from −1 to 1, or of predictions or scores.

    Args:
        name: the loss, such as "contrastive".
        steps: cosines on the grid; a grid of two cosines has steps² cells.
        settings: the loss's own settings, such as threshold=0.5; for "softmax" see `softmax_field`.

    Returns:
        A loss of single pairs: columns cosine, label, loss, gradient, one pair a row. Softmax is
        one of them, with a fixed head, on unit vectors in the plane. A loss on predictions has the
        column prediction, beyond both ends of its labels, and error, prediction − label; one on
        an interaction model's scores has the column score.
        A ranking loss: columns cos_pos, cos_neg, loss, gradient_pos, gradient_neg, a batch of one
        positive and one negative pair a row. So have losses on triplets of vectors, where the two
        pairs share their first sentence, and "angle"; these stand on unit vectors in the plane,
        with cosines from −0.999999 to 0.999999. Descent moves against the gradient.
        On so few pairs some losses have no slope, and the field is zeros: `pearson`, `margin_mse`
        and `online_contrastive` on one pair, `soft_spearman` on two, `rank_gap` with a gap above 1.

    Raises:
        UserError: a loss that has no field over cosines.

    Example:
        >>> field = gradient_field("cosine_mse", steps=3)
        >>> field[field.label == 1.0].gradient.tolist()
        [-4.0, -2.0, 0.0]
        >>> field = gradient_field("triplet", steps=3, distance="cosine", margin=0.5)
        >>> field[(field.cos_pos == 0) & (field.cos_neg == 0)].gradient_pos.tolist()
        [-1.0]
    """
    one = subject(name)
    grid = torch.linspace(*one.span, steps, dtype=torch.float64).tolist()
    if name == "softmax":
        return softmax_field(steps, **settings)
    if len(one.inputs) == 3:  # three vectors, or two and labels
        cells = product([max(-NEAREST, min(NEAREST, c)) for c in grid], repeat=2)
        loss = _two_pairs(one, settings)
        rows = [_pos_and_neg(cell, *_at_angles(loss, cell)) for cell in cells]
    elif one.ranks:
        loss = _labelled(one, [1, 0], settings)
        rows = [_pos_and_neg(cell, *_slopes(loss, cell)) for cell in product(grid, grid)]
    elif one.labels:
        rows = [_one_pair(one, c, y, settings) for y, c in product(one.labels, grid)]
    else:
        raise UserError(f"{name} has no field over cosines: its value depends on more than those.")
    return pd.DataFrame(rows)


# ---------------------------------------------------------------- losses on cosines


def _slopes(loss: Callable[[Tensor], Tensor], numbers: Sequence[float]) -> tuple[float, list]:
    """The loss of these numbers, and its slope by each."""
    leaf = torch.tensor(numbers, dtype=torch.float64, requires_grad=True)
    value = loss(leaf)
    (gradient,) = torch.autograd.grad(value, leaf)
    return value.item(), gradient.tolist()


def _labelled(one: Subject, labels: list, settings: dict) -> Callable[[Tensor], Tensor]:
    return lambda numbers: one.function(numbers, torch.tensor(labels), **settings)


def _one_pair(one: Subject, value: float, label: float, settings: dict) -> dict:
    loss, (gradient,) = _slopes(_labelled(one, [label], settings), [value])
    name = one.inputs[0].removesuffix("s")
    error = {"error": value - label} if name == "prediction" else {}
    return {name: value, "label": label, **error, "loss": loss, "gradient": gradient}


def _pos_and_neg(cosines: tuple, loss: float, gradient: list) -> dict:
    pair = {"cos_pos": cosines[0], "cos_neg": cosines[1], "loss": loss}
    return {**pair, "gradient_pos": gradient[0], "gradient_neg": gradient[1]}


# ---------------------------------------------------------------- losses on vectors in the plane


def _at_angles(loss: Callable[[Tensor], Tensor], cosines: tuple) -> tuple[float, list]:
    """Turn one unit vector to each cosine and read the push on the angle as one on the cosine."""
    angles = [math.acos(c) for c in cosines]
    value, turns = _slopes(lambda a: loss(torch.stack([a.cos(), a.sin()], dim=1)), angles)
    pushes = [-turn / math.sin(angle) for turn, angle in zip(turns, angles, strict=True)]
    return value, pushes  # ∂cos/∂angle = −sin


def _two_pairs(one: Subject, settings: dict) -> Callable[[Tensor], Tensor]:
    """The loss of two vectors beside one at 0 degrees: a triplet, or two pairs with labels."""
    start = torch.tensor([[1.0, 0.0]], dtype=torch.float64)
    if "labels" in one.inputs:
        return lambda at: one.function(start.repeat(2, 1), at, torch.tensor([1, 0]), **settings)
    return lambda at: one.function(start, at[:1], at[1:], **settings)


def softmax_field(steps: int = 41, turned: float = 0.0) -> pd.DataFrame:
    """Return what a softmax head does to the cosine of two unit vectors in the plane.

    The head is made by hand, for the feature |u − v| and two classes: the further apart, the more
    class 0. Class 1 begins where the sum of |u − v| falls below 1, which is at 45 degrees for u at
    0 degrees.

    Args:
        steps: cosines on the grid, from −0.999999 to 0.999999.
        turned: the angle of u in degrees. The cosine does not see it; the head does.

    Returns:
        Columns cosine, label, loss, gradient, one pair a row, for every class. Near ±1 the push
        on the cosine grows without bound: the head pushes the angle, and there a small change of
        the cosine is a large one of the angle.

    Example:
        >>> upright, turned = (softmax_field(steps=3, turned=angle) for angle in (0, 45))
        >>> bool((upright.cosine == turned.cosine).all()), bool((upright.loss == turned.loss).all())
        (True, False)
    """
    c, s = math.cos(math.radians(turned)), math.sin(math.radians(turned))
    turn = torch.tensor([[c, s], [-s, c]], dtype=torch.float64)
    head = turn.new_tensor([[1.0, 1.0], [-1.0, -1.0]]), turn.new_tensor([-1.0, 1.0])
    function, rows = partial(subject("softmax").function, features="|u-v|"), []
    grid = torch.linspace(-NEAREST, NEAREST, steps, dtype=torch.float64).tolist()
    for label, cosine in product((0, 1), grid):
        y = torch.tensor([label])
        loss = lambda at, y=y: function(turn[:1], at @ turn, y, *head)  # noqa: E731
        value, (gradient,) = _at_angles(loss, (cosine,))
        rows.append({"cosine": cosine, "label": label, "loss": value, "gradient": gradient})
    return pd.DataFrame(rows)
