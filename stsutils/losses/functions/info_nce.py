"""InfoNCE: find each sentence's partner among all the batch's candidates."""

from typing import Literal

import torch
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from stsutils.errors import UserError
from stsutils.losses.entry import Entry, any_pairs
from stsutils.losses.geometry import unit
from stsutils.losses.guards import above_0, at_least_float32, one_shape
from stsutils.losses.lifts.embeddings import on_embeddings
from stsutils.losses.shapes import Scalar, Vectors


def info_nce(
    u: Vectors,
    v: Vectors,
    negatives: Vectors | None = None,
    *,
    temperature: float = 0.05,
    denominator: Literal["in_batch", "as_printed"] = "in_batch",
    chunk: int = 256,
) -> Scalar:
    """Return the mean cross-entropy of picking v[i] for u[i] among all candidates of the batch.

    Formula, with s(a, b) = cos(a, b) / temperature:
        L = mean over i of log Σ_c exp(s(u_i, c)) − s(u_i, v_i),
        in_batch:   c runs over all of v, and over all of `negatives` where they are given;
        as_printed: c runs over all of u, as Eq. 3 prints it.

        How it is computed: `chunk` rows of the matrix at a time. Beyond one chunk the rows are
        computed again for the gradient and not kept: equal gradients in O(B · chunk) memory.

    Args:
        u, v: (B, d) embeddings of the sentences and of their partners; bf16 and fp16 are lifted to
            float32 first. Unsupervised SimCSE: the same sentences twice, under two dropout masks.
        negatives: (B, d) one hard negative a row; each row's is a candidate for all rows.
        temperature: τ. SimCSE: 0.05. It is one over what CoSENT calls scale.
        denominator: which candidates, see above.
        chunk: rows at a time; it changes memory and time, not the number.

    Returns:
        One scalar, at least float32. log(number of candidates) if all cosines are equal.

    Raises:
        UserError: shapes that differ, a temperature or chunk that is not above 0, a denominator
            that does not exist, negatives with "as_printed".

    Data:
        Sentences without labels (name one text column twice), pairs known to be similar, or
        triplets. Labels are ignored: give it the similar pairs only. Two equal sentences in one
        batch are each other's negative.

    Reference:
        Huang et al., CoSENT (TASLP 2024), Eq. 3; van den Oord et al. (2018); Gao et al., SimCSE
        (2021), Eq. 1, 4 and 5.

    As written, as coded:
        Eq. 3's denominator holds cos(u_i, u_j) for every j: u_i itself is in it, its positive is
        not. Read so, the pull on the positive is 1 / (temperature · B) for ever, whatever is
        reached. SimCSE's code is "in_batch", and so is sentence-transformers'
        MultipleNegativesRankingLoss with scale = 1 / temperature.

    Relations:
        One row and one negative: softplus((cos(u, negative) − cos(u, v)) / temperature), which is
        CoSENT on those two pairs. CoSENT ranks all pairs of a batch among each other; here each
        row has its own ranking, whose best is known.

    Example:
        >>> import torch
        >>> u = torch.eye(2)
        >>> round(info_nce(u, u, temperature=1.0).item(), 4)  # log(e + 1) − 1
        0.3133
    """
    columns = {"u": u, "v": v} if negatives is None else {"u": u, "v": v, "negatives": negatives}
    one_shape("info_nce", **columns)
    above_0("info_nce", temperature=temperature, chunk=chunk)
    a, b, *hard = (unit(at_least_float32(column)) for column in columns.values())
    if denominator == "in_batch":
        candidates = torch.cat([b, *hard])
    elif denominator == "as_printed" and not hard:
        candidates = a
    else:
        raise UserError(
            f"info_nce: denominator is {denominator!r} with {len(columns)} columns; choose "
            '"in_batch", or "as_printed" with two columns (Eq. 3 has no third).'
        )
    rows = []
    for start in range(0, len(a), chunk):
        part = a[start : start + chunk], b[start : start + chunk], candidates, temperature
        if len(a) <= chunk:
            rows.append(_rows(*part))
        else:
            rows.append(checkpoint(_rows, *part, use_reentrant=False, preserve_rng_state=False))
    return torch.cat(rows).mean()


def _rows(a: Tensor, b: Tensor, candidates: Tensor, temperature: float) -> Tensor:
    """The loss of some rows; only here does a matrix as wide as the batch exist."""
    return (a @ candidates.T / temperature).logsumexp(1) - (a * b).sum(1) / temperature


ENTRY = Entry(
    info_nce,
    "InfoNCE",
    ("sentences", "triplets"),
    lift=on_embeddings,
    own_pairs=any_pairs("positives"),
)
