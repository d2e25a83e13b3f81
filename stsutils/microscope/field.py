"""Gradient fields: how hard, and which way, a loss pushes a cosine. Data only; chapters plot."""

from itertools import product

import pandas as pd
import torch

from stsutils.microscope.subjects import subject


def gradient_field(name: str, steps: int = 41, **settings: object) -> pd.DataFrame:
    """Return ∂L/∂cosine over a grid of cosines from −1 to 1.

    Args:
        name: the loss, such as "contrastive".
        steps: cosines on the grid; CoSENT's grid has steps² cells.
        settings: the loss's own settings, such as threshold=0.5.

    Returns:
        A loss of single pairs: columns cosine, label, loss, gradient, one pair a row.
        A ranking loss: columns cos_pos, cos_neg, loss, gradient_pos, gradient_neg, a batch of one
        positive and one negative pair a row. Descent moves against the gradient.

    Example:
        >>> field = gradient_field("cosine_mse", steps=3)
        >>> field[field.label == 1.0].gradient.tolist()
        [-4.0, -2.0, 0.0]
    """
    one = subject(name)
    grid = torch.linspace(-1, 1, steps, dtype=torch.float64).tolist()
    if one.ranks:
        rows = [_two_pairs(one.function, p, n, settings) for p, n in product(grid, grid)]
    else:
        rows = [_one_pair(one.function, c, y, settings) for y, c in product(one.labels, grid)]
    return pd.DataFrame(rows)


def _loss_and_gradient(function, cosines: list, labels: list, settings: dict) -> tuple:
    leaf = torch.tensor(cosines, dtype=torch.float64, requires_grad=True)
    loss = function(leaf, torch.tensor(labels), **settings)
    (gradient,) = torch.autograd.grad(loss, leaf)
    return loss.item(), gradient.tolist()


def _one_pair(function, cosine: float, label: float, settings: dict) -> dict:
    loss, (gradient,) = _loss_and_gradient(function, [cosine], [label], settings)
    return {"cosine": cosine, "label": label, "loss": loss, "gradient": gradient}


def _two_pairs(function, pos: float, neg: float, settings: dict) -> dict:
    loss, (up, down) = _loss_and_gradient(function, [pos, neg], [1, 0], settings)
    pair = {"cos_pos": pos, "cos_neg": neg, "loss": loss}
    return {**pair, "gradient_pos": up, "gradient_neg": down}
