"""Triplet loss: the anchor nearer to its positive than to its negative, by a margin."""

from typing import Literal

import torch

from stsutils.losses.entry import Entry
from stsutils.losses.geometry import cosine
from stsutils.losses.guards import at_least_float32, one_of_two, one_shape
from stsutils.losses.lifts.embeddings import on_embeddings
from stsutils.losses.shapes import Scalar, Vectors


def triplet(
    anchor: Vectors,
    positive: Vectors,
    negative: Vectors,
    *,
    margin: float = 1.0,
    distance: Literal["euclid", "cosine"] = "euclid",
) -> Scalar:
    """Return the mean of what is missing to the margin between the two distances.

    Formula, with a, p, n one triplet's vectors:
        L = mean over triplets of max(0, d(a, p) − d(a, n) + margin),
        d(a, b) = |a − b| ("euclid") or 1 − cos(a, b) ("cosine").

    Args:
        anchor, positive, negative: (B, d) embeddings; bf16 and fp16 are lifted to float32 first.
        margin: ε of the paper, which names no value. Sentence-BERT: 1 with "euclid". Between
            cosines a margin above 2 can never be met.
        distance: which d.

    Returns:
        One scalar, at least float32. 0 with a zero gradient once every triplet has its margin. Two
        equal vectors pass no gradient through their Euclidean distance.

    Raises:
        UserError: shapes that differ, a distance that does not exist.

    Data:
        Triplets: an anchor, a sentence like it and a sentence unlike it.

    Reference:
        Huang et al., CoSENT (TASLP 2024), Eq. 6; Hoffer & Ailon (2014); Reimers & Gurevych,
        Sentence-BERT (2019).

    As written, as coded:
        Eq. 6 leaves d open and prints one triplet; Sentence-BERT takes Euclid and the mean. The
        text below Eq. 6 reads as if the positive were nearer to the anchor "than to" the negative;
        meant is: nearer to the anchor than the negative is. sentence-transformers' TripletLoss is
        this one with 5 as its margin. pytorch-metric-learning's default puts vectors at length 1
        first and takes the mean over those triplets only that still cost something.

    Relations:
        With "cosine" it is a hinge where CoSENT on the same two pairs has
        softplus(scale · (negative − positive)), and `info_nce` with one negative the same
        at 1 / temperature: those never stop pushing. Unit vectors have |a − b|² = 2 (1 − cos).

    Example:
        >>> import torch
        >>> a, p, n = torch.tensor([[0.0, 0.0]]), torch.tensor([[3.0, 4.0]]), torch.eye(2)[:1]
        >>> triplet(a, p, n).item()  # 5 − 1 + 1
        5.0
    """
    one_shape("triplet", anchor=anchor, positive=positive, negative=negative)
    a, p, n = (at_least_float32(column) for column in (anchor, positive, negative))
    one_of_two("triplet", "distance", distance, ("euclid", "cosine"))
    if distance == "euclid":
        # the norm of an exact zero has slope 0 here, where sqrt(sum of squares) would give NaN
        near, far = torch.linalg.vector_norm(a - p, dim=1), torch.linalg.vector_norm(a - n, dim=1)
    else:
        near, far = 1 - cosine(a, p), 1 - cosine(a, n)
    return torch.relu(near - far + margin).mean()


ENTRY = Entry(triplet, "triplet", ("triplets",), lift=on_embeddings)
