"""From a loss on matrices of embeddings to the call that `fit` makes."""

import inspect

from torch import Tensor

from stsutils.errors import UserError
from stsutils.losses.lifts.lifted import Lifted
from stsutils.losses.shapes import Loss


class OnEmbeddings(Lifted):
    """A loss on embeddings. Made by `on_embeddings`."""

    lift = "on_embeddings"

    def __init__(self, function: Loss, settings: dict) -> None:
        """Keep the function and its settings; a name it does not know is a UserError."""
        parameters = inspect.signature(function).parameters.values()
        columns = [p for p in parameters if p.kind is not p.KEYWORD_ONLY and p.name != "labels"]
        self.columns = tuple(p.name for p in columns)
        self.needed = sum(p.default is p.empty for p in columns)
        self.needs_labels = any(p.name == "labels" for p in parameters)
        super().__init__(function, settings, len(columns) + self.needs_labels)

    def loss(self, embeddings: list[Tensor], labels: Tensor | None) -> Tensor:
        """Return the loss of the B×d columns; a loss without labels ignores those it is given."""
        shapes = [tuple(column.shape) for column in embeddings]
        number = self.needed <= len(shapes) <= len(self.columns)
        if not number or len(set(shapes)) != 1 or len(shapes[0]) != 2:
            names = ", ".join(self.columns[: self.needed])
            more = "".join(f" or with {name} too" for name in self.columns[self.needed :])
            raise UserError(
                f"{self.name} takes {self.needed} B×d embeddings ({names}{more}); "
                f"got shapes {shapes}."
            )
        given = dict(zip(self.columns, embeddings, strict=False))
        if self.needs_labels:
            given["labels"] = self.labelled(labels, "row")
        return self.function(**given, **self.settings)


def on_embeddings(function: Loss, **settings: object) -> OnEmbeddings:
    """Lift a loss on embeddings to `loss(embeddings: list of B×d tensors, labels) -> scalar`.

    Formula:
        loss([u, v, …], labels) = function(u, v, …, **settings), with `labels` if it asks for them.

    Args:
        function: a loss such as `triplet`. Its arguments before the `*` are the text columns in
            their order (those with a default may be left out) and `labels`; its keyword-only
            arguments are its settings.
        settings: the loss's own settings, such as margin=1.0.

    Returns:
        An `OnEmbeddings`: callable, picklable, with a `name`; torch.autocast does not touch it.

    Raises:
        UserError: a setting the loss does not have; columns of the wrong number or shape.

    Relations:
        `on_cosines` for losses on one vector of cosines; a loss with parameters of its own is an
        nn.Module with the same call.

    Example:
        >>> import torch
        >>> from stsutils.losses import triplet
        >>> loss = on_embeddings(triplet, margin=0.5, distance="cosine")
        >>> loss
        on_embeddings(triplet, margin=0.5, distance='cosine')
        >>> anchor, negative = torch.tensor([[1.0, 0.0]]), torch.tensor([[0.0, 1.0]])
        >>> loss([anchor, anchor, negative]).item()
        0.0
    """
    return OnEmbeddings(function, settings)
