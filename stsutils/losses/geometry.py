"""Unit vectors and cosines, in full precision."""

import torch
from jaxtyping import Float
from torch import Tensor

from stsutils.losses.guards import at_least_float32


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
