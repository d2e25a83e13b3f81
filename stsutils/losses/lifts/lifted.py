"""What all lifted losses share: a function with its settings filled in, in full precision."""

import torch
from torch import Tensor

from stsutils.errors import UserError
from stsutils.losses.settings import complete_settings
from stsutils.losses.shapes import Loss


class Lifted:
    """A loss for `fit`: callable, picklable.

    Attributes: `function`, `name` (the function's), `settings` (all of them, the defaults too),
    `chance_level` (labels → the loss when all cosines are equal, where the loss has one; training
    watches it).
    """

    lift = ""  # the function that makes it, for its repr

    def __init__(self, function: Loss, given: dict, inputs: int = 2) -> None:
        """Keep the function and its settings, after its `inputs`; an unknown one is a UserError."""
        self.function = function
        self.name = function.__name__
        self.settings = complete_settings(function, given, inputs)
        self.shown: dict = {}  # what its maker takes beside the settings, for its repr
        self.chance_level = getattr(function, "chance_level", None)

    def __call__(self, embeddings: list[Tensor], labels: Tensor | None = None) -> Tensor:
        """Return the loss of the columns, B×d each, or one column of B scores."""
        # autocast would round the cosines to bf16: steps of 0.004 near 1, where the ranking happens
        with torch.autocast(embeddings[0].device.type, enabled=False):
            return self.loss(embeddings, labels)

    def loss(self, embeddings: list[Tensor], labels: Tensor | None) -> Tensor:
        """Return the loss outside of autocast; a UserError where columns or labels do not fit."""
        raise NotImplementedError

    def labelled(self, labels: Tensor | None, what: str = "pair") -> Tensor:
        """Return the labels; none is a UserError."""
        if labels is None:
            raise UserError(f"{self.name} needs a label or a score for each {what}; got none.")
        return labels

    def __repr__(self) -> str:
        """Show the call that makes this loss again."""
        told = {**self.shown, **self.settings}
        settings = "".join(f", {name}={value!r}" for name, value in told.items())
        return f"{self.lift}({self.name}{settings})"
