"""Rank vectors: a sentence as the order in which a corpus stands around it.

RankEncoder (Seonwoo et al., ACL 2023) sorts a corpus of n sentences by their cosine with a
sentence x; the n ranks are x's rank vector (Eq. 2). Centred and scaled to length 1 (Eq. 3), the
inner product of two rank vectors is Spearman's correlation of the two lists of cosines. Nothing is
trained for it: any encoder will do.

Ranks come in two ways. *Exact*: ties share their mean rank, as in `scipy.stats.rankdata`.
*By histogram*: cosines of one of `bins` equal steps count as tied, which is some five times faster.

How far off is the histogram? The unit vector û it gives is the exact one, u, averaged within the
bins. With c_b cosines in bin b and ε = Σ (c_b³ − c_b) / (n³ − n), |u − û|² ≤ 2 − 2√(1 − ε), and no
correlation of two sentences is off by more than the sum of their |u − û|. `distance_to_exact`
returns that number for the ranks at hand: about 9·10⁻⁵ for 100,000 bell-shaped cosines and 32,768
bins. That is the worst case. Errors of different bins do not add up in practice: on random cosines
the correlations are off by less than 3·10⁻⁶. Tests hold both.
"""

import numpy as np
from tqdm import tqdm

from stsutils.errors import UserError

BINS = 32_768  # half as many are a fifth faster and miss by up to 3.2·10⁻⁶ on random cosines


def ranks(cosines: np.ndarray, bins: int | None = None) -> np.ndarray:
    """Rank each row of `cosines` (m×n) from 1, the least similar, to n; returns float32, m×n.

    Cosines are taken in float32. With `bins` the ranks are those of a histogram with that many
    equal steps between a row's smallest and largest cosine. Raises UserError for NaN.
    """
    cosines = np.ascontiguousarray(cosines, np.float32)
    out = np.empty_like(cosines)
    for row, own in enumerate(cosines):
        low, high = float(own.min()), float(own.max())
        if np.isnan(low):
            raise UserError(f"rank vectors: row {row} of the cosines holds NaN, which has no rank")
        # a spread that float32 cannot divide by (all alike, most likely) is left to the sort
        if bins is None or high - low < 1e-30:
            _exact(own, out[row])
        else:
            _binned(own, out[row], low, high, bins)
    return out


def _exact(values: np.ndarray, out: np.ndarray) -> None:
    """Sort whole numbers that hold the value above, the place below: numpy sorts those fastest."""
    bits = (values + np.float32(0)).view(np.int32)  # −0 becomes 0, whose bits are another's
    keys = bits ^ ((bits >> 31) & 0x7FFF_FFFF)  # as whole numbers in the order of the floats
    packed = (keys.astype(np.int64) << 32) | np.arange(len(values))
    packed.sort()
    place, keys = packed & 0xFFFF_FFFF, packed >> 32
    starts = np.flatnonzero(np.diff(keys, prepend=keys[0] - 1))
    edges = np.append(starts, len(values))
    # the mean of the ranks edge + 1 … next edge
    out[place] = np.repeat((edges[:-1] + edges[1:] + 1) / 2, np.diff(edges))


def _binned(values: np.ndarray, out: np.ndarray, low: float, high: float, bins: int) -> None:
    """Count the cosines of each bin; all of a bin get the mean of its ranks."""
    # half a bin is left over, so that rounding cannot reach past the last one
    scaled = values - np.float32(low)
    scaled *= np.float32((bins - 0.5) / (high - low))
    place = scaled.astype(np.intp)
    counts = np.bincount(place, minlength=bins)
    middle = np.cumsum(counts) - (counts - 1) / 2
    np.take(middle.astype(np.float32), place, out=out, mode="clip")


def distance_to_exact(ranks: np.ndarray) -> np.ndarray:
    """How far each row's unit vector can be from that of the exact ranks (m numbers).

    `ranks` are by histogram, m×n. The correlation of two sentences differs from the exact one by
    at most the sum of their two numbers.
    """
    n = float(ranks.shape[1])
    counts = (np.unique(row, return_counts=True)[1].astype(np.float64) for row in ranks)
    lost = np.array([(c**3 - c).sum() for c in counts]) / (n**3 - n)
    return np.sqrt(2 - 2 * np.sqrt(1 - lost))


def rank_vectors(
    vectors: np.ndarray, corpus: np.ndarray, *, bins: int | None = None, block: int = 64
) -> np.ndarray:
    """The ranks (float32, m×n) of the `corpus` (n×d) around each of `vectors` (m×d), before Eq. 3.

    Beside the result, memory for `block` rows is used.
    """
    vectors, corpus = _unit_rows(vectors), _unit_rows(corpus)
    out = np.empty((len(vectors), len(corpus)), np.float32)
    for start in range(0, len(vectors), block):
        rows = slice(start, start + block)
        out[rows] = ranks(vectors[rows] @ corpus.T, bins)
    return out


def unit(ranks: np.ndarray) -> np.ndarray:
    """Eq. 3, the paper's g: each row centred and scaled to length 1 (float32, m×n).

    A row of equal ranks has no order and becomes 0.
    """
    centred = ranks - ranks.mean(axis=1, dtype=np.float64, keepdims=True).astype(np.float32)
    length = np.sqrt(np.einsum("ij,ij->i", centred, centred, dtype=np.float64))[:, None]
    # in place: a matrix of float64 would be twice the memory of all that is kept
    length = np.where(length > 0, length, 1)
    np.divide(centred, length, out=centred, casting="same_kind")
    return centred.astype(np.float32, copy=False)


def similarity(
    u: np.ndarray,
    v: np.ndarray,
    corpus: np.ndarray,
    *,
    bins: int | None = BINS,
    block: int = 64,
    progress: bool = False,
) -> np.ndarray:
    """The similarity of each pair (u[i], v[i]) by rank vectors over `corpus`: m numbers in [−1, 1].

    Pairs go through in blocks, so no rank vector outlives its block. `progress` shows a bar.
    """
    u, v, corpus = _unit_rows(u), _unit_rows(v), _unit_rows(corpus)
    out = np.empty(len(u), np.float32)
    with tqdm(total=len(u), unit="pair", disable=not progress) as bar:
        for start in range(0, len(u), block):
            rows = slice(start, start + block)
            one, two = (unit(ranks(side[rows] @ corpus.T, bins)) for side in (u, v))
            out[rows] = np.einsum("ij,ij->i", one, two, dtype=np.float64)
            bar.update(len(one))
    return out


def block_within(megabytes: float, corpus: int) -> int:
    """How many pairs `similarity` may take at once around so many sentences.

    Counted are five rows of n numbers of four bytes a pair: the unit ranks of its first sentence,
    of its second the cosines, ranks and unit ranks, and one to spare.
    Raises UserError where not even one pair fits.
    """
    block = int(megabytes * 1e6 / (20 * corpus))
    if block < 1:
        raise UserError(
            f"{megabytes:g} MB are too few for ranks of {corpus:,} sentences; "
            f"give {20 * corpus / 1e6:.1f} or more, or a smaller corpus"
        )
    return min(block, 4096)


def _unit_rows(vectors: np.ndarray) -> np.ndarray:
    """Rows scaled to length 1 in float32, without a second copy in float64; zero rows stay."""
    vectors = np.asarray(vectors, np.float32)
    length = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))[:, None]
    return vectors / np.where(length > 0, length, 1)
