"""From a loss on cosines to a loss on embeddings, the call that `fit` makes."""

import inspect
from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor

from stsutils.errors import UserError
from stsutils.losses.guards import at_least_float32
from stsutils.losses.settings import complete_settings


def cosine(u: Float[Tensor, "pairs dim"], v: Float[Tensor, "pairs dim"]) -> Float[Tensor, "pairs"]:
    """Return each pair's cosine, row by row.

    Formula:
        cosine[i] = u[i]·v[i] / (|u[i]| |v[i]|).

    Args:
        u, v: (B, d) embeddings; bf16 and fp16 are lifted to float32 first.

    Returns:
        (B,), at least float32. A zero vector has cosine 0, and its gradient is the other vector's
        direction: finite and of size 1, where a small epsilon in the divisor makes it 10⁸.

    Example:
        >>> import torch
        >>> cosine(torch.tensor([[3.0, 0.0], [0.0, 0.0]]), torch.tensor([[2.0, 0.0], [1.0, 1.0]]))
        tensor([1., 0.])
    """
    u, v = unit(at_least_float32(u)), unit(at_least_float32(v))
    return (u * v).sum(-1)


def unit(vectors: Tensor) -> Tensor:
    """Return each row at length 1; a zero row stays zero, with a finite gradient."""
    square = (vectors * vectors).sum(-1, keepdim=True)
    return vectors * torch.where(square > 0, square, 1.0).rsqrt()


class OnCosines:
    """A loss on embeddings: cosines first, then the loss on them, both in full precision.

    Made by `on_cosines`. Attributes: `function`, `name` (the function's), `settings` (all of them,
    the defaults too), `chance_level` (labels → the loss when all cosines are equal, where the loss
    has one; training watches it).
    """

    def __init__(self, function: Callable[..., Tensor], settings: dict) -> None:
        """Keep the function and its settings; a name it does not know is a UserError."""
        self.function = function
        self.name = function.__name__
        first = next(iter(inspect.signature(function).parameters))  # cosines, scores, predictions
        self.settings = complete_settings(function, settings, (first, "labels"))
        self.chance_level = getattr(function, "chance_level", None)

    def __call__(self, embeddings: list[Tensor], labels: Tensor) -> Tensor:
        """Return the loss of u, v (two B×d columns) or of one column of scores (B or B×1)."""
        if labels is None:
            raise UserError(f"{self.name} needs a label or a score for each pair; got none.")
        # autocast would round the cosines to bf16: steps of 0.004 near 1, where the ranking happens
        with torch.autocast(embeddings[0].device.type, enabled=False):
            return self.function(self._cosines(embeddings), labels, **self.settings)

    def _cosines(self, embeddings: list[Tensor]) -> Tensor:
        shapes = [tuple(column.shape) for column in embeddings]
        if len(shapes) == 2 and shapes[0] == shapes[1] and len(shapes[0]) == 2:
            return cosine(*embeddings)
        if len(shapes) == 1 and (len(shapes[0]) == 1 or shapes[0][1:] == (1,)):
            return at_least_float32(embeddings[0].reshape(-1))
        raise UserError(
            f"{self.name} takes two B×d embeddings (sentence1, sentence2) or one column of B "
            f"scores; got shapes {shapes}."
        )

    def __repr__(self) -> str:
        """Show the call that makes this loss again."""
        settings = "".join(f", {name}={value!r}" for name, value in self.settings.items())
        return f"on_cosines({self.name}{settings})"


def on_cosines(function: Callable[..., Tensor], **settings: object) -> OnCosines:
    """Lift a loss on cosines to `loss(embeddings: list of B×d tensors, labels) -> scalar`.

    Formula:
        loss([u, v], labels) = function(cosine(u, v), labels, **settings).

    Args:
        function: a loss with the arguments (cosines, labels, **settings), such as `cosent`.
        settings: the loss's own settings, such as scale=20.0.

    Returns:
        An `OnCosines`: callable, picklable, with a `name`. Cosines are computed in float32 (or
        float64 if the embeddings are) even inside torch.autocast.

    Raises:
        UserError: a setting the loss does not have; columns of the wrong number or shape.

    Relations:
        A loss with parameters of its own is an nn.Module with the same call.

    Example:
        >>> import torch
        >>> from stsutils.losses import cosent
        >>> loss = on_cosines(cosent, scale=20.0)
        >>> loss
        on_cosines(cosent, scale=20.0)
        >>> u, v = torch.eye(2), torch.tensor([[1.0, 0.0], [1.0, 0.0]])
        >>> loss([u, v], torch.tensor([1, 0])).item() < 1e-6
        True
    """
    return OnCosines(function, settings)
