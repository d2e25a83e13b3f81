"""Word vectors by counting: what a word's neighbours say, in one pass over the text.

A masked language model needs many millions of tokens before its word vectors hold meaning. The
same text, counted once, gives vectors that do in seconds (Levy & Goldberg 2014: word2vec factors
this matrix, too). They are a good place to start the slow training from.
"""

import numpy as np
import torch
from torch import Tensor

from stsutils.methods.wordpieces import SPECIAL


def ppmi_vectors(
    flat: np.ndarray, lengths: np.ndarray, size: int, width: int, window: int = 8
) -> Tensor:
    """Return word vectors (size×width, rows of length 1) from co-occurrence counts.

    Formula:
        M[a, b] = Σ over places of a and b in one sentence, at distance d ≤ window, of 1/d
        P[a, b] = max(0, log(M[a, b] / (M[a, ·] q[b]))),  q[b] ∝ M[·, b]^¾
        P ≈ U S Vᵀ (the `width` largest), vectors = rows of U S^¼, their mean taken off.

    Args:
        flat: all pieces of the text, sentence after sentence (n integers below `size`); special
            pieces are no words: not counted, their vectors are 0.
        lengths: pieces in each sentence, in order; they sum to n.
        size: pieces in the vocabulary; memory is about 24·size² bytes.
        width: numbers in a vector, at most `size`.
        window: how far apart two pieces count as neighbours.

    Source: Levy & Goldberg, Neural word embedding as implicit matrix factorization (2014); the
    exponents are those of Levy, Goldberg & Dagan (2015), made for this use.
    """
    flat = np.asarray(flat, np.int64)
    sentence = np.repeat(np.arange(len(lengths)), lengths)
    word = flat >= len(SPECIAL)
    counts = np.zeros(size * size, np.float32)
    for distance in range(1, min(window, len(flat) - 1) + 1):
        left, right = flat[:-distance], flat[distance:]
        near = sentence[:-distance] == sentence[distance:]
        near &= word[:-distance] & word[distance:]
        seen = np.bincount(left[near] * size + right[near], minlength=size * size)
        counts += (seen / distance).astype(np.float32)
    m = torch.from_numpy(counts.reshape(size, size))
    m = m + m.T
    rows = m.sum(1)
    q = rows**0.75 / (rows**0.75).sum().clamp_min(1e-30)
    p = torch.log(m / (rows[:, None] * q).clamp_min(1e-30)).clamp_min(0.0)  # log 0 becomes 0
    with torch.random.fork_rng():
        torch.manual_seed(0)  # the factors are found from random directions
        u, s, _ = torch.svd_lowrank(p, q=min(size, width + 44), niter=4)
    vectors = (u * s**0.25)[:, :width]
    vectors[len(SPECIAL) :] -= vectors[len(SPECIAL) :].mean(0)
    vectors[: len(SPECIAL)] = 0.0
    return torch.nn.functional.normalize(vectors, dim=1)
