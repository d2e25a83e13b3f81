"""Unit vectors and cosines, in full precision."""

import torch
from torch import Tensor
from torch.nn import functional as F

from stsutils.losses.guards import at_least_float32
from stsutils.losses.shapes import Numbers, Vectors


def cosine(u: Vectors, v: Vectors) -> Numbers:
    """Return each pair's cosine, row by row.

    Formula:
        cosine[i] = u[i]·v[i] / (|u[i]| |v[i]|).

    Args:
        u, v: (B, d) embeddings; bf16 and fp16 are lifted to float32 first.

    Returns:
        (B,), at least float32. A zero vector has cosine 0, and its gradient is the other vector's
        direction: finite and of size 1, where a small epsilon in the divisor makes it 10⁸. In
        float32 lengths from 10⁻¹⁸ to 10¹⁸ keep their digits; squares of others leave its range, and
        a longer vector counts as zero.

    Example:
        >>> import torch
        >>> cosine(torch.tensor([[3.0, 0.0], [0.0, 0.0]]), torch.tensor([[2.0, 0.0], [1.0, 1.0]]))
        tensor([1., 0.])
    """
    u, v = unit(at_least_float32(u)), unit(at_least_float32(v))
    return (u * v).sum(-1)


def angle_between(u: Vectors, v: Vectors) -> Numbers:
    """Return each pair's angle taken from π: 0 for opposite vectors, π for equal ones.

    Formula:
        π − arccos(cosine) = 2 · arctan2(|û + v̂|, |û − v̂|), which keeps its digits near ±1. Its
        slope by the cosine is 1 / √(1 − cosine²), where the cosine's own push on the vectors fades
        as √(1 − cosine²): together they push alike at every angle but 0 and π, where there is no
        gradient. Two zero vectors have 0, not π / 2.

    Example:
        >>> import torch
        >>> u, v = torch.eye(2), torch.tensor([[2.0, 0.0], [1.0, 0.0]])
        >>> angle_between(u, v)
        tensor([3.1416, 1.5708])
    """
    u, v = unit(at_least_float32(u)), unit(at_least_float32(v))
    return 2 * torch.atan2(_length(u + v), _length(u - v))


def _length(vectors: Tensor) -> Tensor:
    """Return each row's length; its gradient at 0 is 0."""
    square = (vectors * vectors).sum(-1)
    return torch.where(square > 0, square, 1.0).sqrt() * (square > 0)


def angle_score(u: Vectors, v: Vectors) -> Numbers:
    """Return AnglE's score of each pair, from 0 to √2, high for similar pairs; see `angle`."""
    u, v = (F.pad(unit(at_least_float32(x)), (0, x.shape[1] % 2)) for x in (u, v))
    (real_u, imaginary_u), (real_v, imaginary_v) = u.chunk(2, dim=1), v.chunk(2, dim=1)
    imaginary = (imaginary_u * real_v - real_u * imaginary_v).sum(1)
    return ((u * v).sum(1) + imaginary).abs()


def unit(vectors: Tensor) -> Tensor:
    """Return each row at length 1; a zero row stays zero, with a finite gradient."""
    square = (vectors * vectors).sum(-1, keepdim=True)
    return vectors * torch.where(square > 0, square, 1.0).rsqrt()
