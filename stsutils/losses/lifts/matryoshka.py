"""One training for several lengths of the vector: a loss on its first numbers, added up."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from stsutils.errors import UserError


class Matryoshka:
    """A loss for `fit`, summed over the first numbers of each vector. Made by `matryoshka`."""

    def __init__(self, loss: Callable[..., Tensor], dimensions: Sequence[int]) -> None:
        """Keep both."""
        self.loss, self.dimensions = loss, tuple(dimensions)
        self.name, self.chance_level = loss.name, None
        self.settings = loss.settings | {"dimensions": list(dimensions)}
        # what a checkpoint asks of a loss, beside its settings
        self.shown, self.teacher = getattr(loss, "shown", {}), getattr(loss, "teacher", None)

    def __call__(self, embeddings: list[Tensor], labels: Tensor | None = None) -> Tensor:
        """Return the sum of the losses at all lengths."""
        width = embeddings[0].shape[1]
        if max(self.dimensions) > width:
            raise UserError(f"matryoshka: {max(self.dimensions)} numbers, and a vector has {width}")
        losses = [self.loss([x[:, :d] for x in embeddings], labels) for d in self.dimensions]
        return torch.stack(losses).sum()

    def __repr__(self) -> str:
        """Show the call that makes this loss again."""
        return f"matryoshka({self.loss!r}, {list(self.dimensions)})"


def matryoshka(loss: Callable[..., Tensor], dimensions: Sequence[int]) -> Matryoshka:
    """Return a loss on embeddings that also counts their first numbers alone.

    Formula:
        L([u, v, …], y) = Σ over d in dimensions of loss([u[:, :d], v[:, :d], …], y).

    Args:
        loss: a loss without weights of its own, from `on_cosines`, `on_embeddings` or `make_loss`.
        dimensions: lengths of the vector, such as [256, 128, 64]; all count alike.

    Raises:
        UserError: no lengths, a length below 1 or above the vector's, a loss with weights.

    Reference:
        Kusupati et al., Matryoshka Representation Learning (2022), Eq. 1 with equal weights;
        sentence-transformers 6.2, MatryoshkaLoss. Theirs puts each shortened vector at length 1
        first: the same number for losses on cosines, another one for `triplet` with "euclid".

    Example:
        >>> import torch
        >>> from stsutils.losses import cosine_mse, on_cosines
        >>> loss = matryoshka(on_cosines(cosine_mse), [2, 1])
        >>> u, v = torch.tensor([[1.0, 0.0]]), torch.tensor([[1.0, 1.0]])
        >>> round(loss([u, v], torch.tensor([1.0])).item(), 4)  # (1 − √½)² + (1 − 1)²
        0.0858
    """
    if not dimensions or min(dimensions) < 1:
        raise UserError(f"matryoshka needs lengths of 1 or more; got {list(dimensions)}")
    if getattr(loss, "parameters", None):
        raise UserError(f"matryoshka takes a loss without weights of its own; {loss.name} has some")
    return Matryoshka(loss, dimensions)
