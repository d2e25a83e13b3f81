"""Where rank vectors help: pairs by gold score, pairs by shared neighbours, and the space itself.

RankEncoder (Seonwoo et al., ACL 2023): Fig. 5 and Table 5 look at three groups of gold scores,
Fig. 6 at groups of cosines and the neighbours that the two sentences share, Table 2 at uniformity
and alignment.

A caution about groups of gold scores: a group has a third of the range, so its Spearman is far
below that of all pairs, whatever the method (restriction of range). Only methods may be compared
within a group, not groups with each other or with the whole.
"""

import numpy as np

from stsutils.evaluation import alignment, uniformity
from stsutils.evaluation.geometry import normalized
from stsutils.methods.rank_vectors import BINS, rank_vectors, unit
from stsutils.statistics import bootstrap_copies

THIRDS = ("low third", "middle third", "high third")
FIFTHS = tuple(f"fifth {number}" for number in range(1, 6))
#: Neighbours whose overlap is counted, and the sentences that uniformity is measured on.
NEIGHBOURS, SCATTERED = 100, 1_000
#: Pairs above this share of the scale are positive: 4.0 of 5 on STS-B.
POSITIVE = 0.8


def thirds(gold: np.ndarray, low: float, high: float) -> dict[str, np.ndarray]:
    """Which pairs (n gold scores on a scale from `low` to `high`) are in each third of the scale.

    A score on a boundary is in the upper group.
    """
    place = np.clip((gold - low) / (high - low) * 3, 0, 2.999_999_999).astype(int)
    return {name: place == number for number, name in enumerate(THIRDS)}


def fifths(cosines: np.ndarray) -> dict[str, np.ndarray]:
    """Which pairs are in each fifth of the pairs by their cosine, lowest first."""
    parts = np.array_split(np.argsort(cosines, kind="stable"), len(FIFTHS))
    every = np.arange(len(cosines))
    return {name: np.isin(every, own) for name, own in zip(FIFTHS, parts, strict=True)}


def overlap(
    u: np.ndarray, v: np.ndarray, corpus: np.ndarray, neighbours: int = NEIGHBOURS, block: int = 256
) -> np.ndarray:
    """How many of the corpus' nearest sentences the two of each pair share (m numbers).

    `u` and `v` are m×d, `corpus` n×d; `neighbours` of each sentence are looked at (all n, where
    there are fewer), by cosine.
    """
    u, v, corpus = (normalized(x).astype(np.float32) for x in (u, v, corpus))
    most, out = min(neighbours, len(corpus)), np.zeros(len(u), int)
    for start in range(0, len(u), block):
        rows = slice(start, start + block)
        near = np.zeros((2, len(u[rows]), len(corpus)), bool)
        for marked, side in zip(near, (u[rows], v[rows]), strict=True):
            found = np.argpartition(-(side @ corpus.T), most - 1, axis=1)[:, :most]
            np.put_along_axis(marked, found, True, axis=1)
        out[rows] = near.all(axis=0).sum(axis=1)
    return out


def shape(
    u: np.ndarray,
    v: np.ndarray,
    positive: np.ndarray,
    corpus: np.ndarray,
    groups: np.ndarray | None = None,
) -> tuple[dict[str, float], dict[str, np.ndarray]]:
    """Uniformity and alignment of the vectors, and of their rank vectors; and resamples of them.

    `u` and `v` (m×d) are the sentences of pairs, `positive` (m, bool) says which of them mean the
    same: alignment is measured on those. Uniformity is measured on `SCATTERED` different vectors
    of all, chosen by a fixed seed. Keys: ``uniformity``, ``alignment``, and both ``… of ranks``.
    Vectors and rank vectors see the same resamples, of sentences and of positive pairs; ``groups``
    are those of positive pairs that are drawn together, as in `bootstrap_copies`.
    """
    every = np.unique(np.concatenate([u, v]), axis=0)
    if len(every) > SCATTERED:
        every = every[np.random.default_rng(0).choice(len(every), SCATTERED, replace=False)]
    plain = (every, u[positive], v[positive])
    ranked = tuple(unit(rank_vectors(x, corpus, bins=BINS)) for x in plain)
    found, draws = {}, {}
    for way, (scattered, *pairs) in (("", plain), (" of ranks", ranked)):
        found["uniformity" + way] = uniformity(scattered)
        draws["uniformity" + way] = _uniformity_drawn(scattered)
        found["alignment" + way] = alignment(*pairs)
        draws["alignment" + way] = _alignment_drawn(*pairs, groups)
    return found, draws


def _uniformity_drawn(vectors: np.ndarray) -> np.ndarray:
    """Uniformity of resampled sentences; two copies of one sentence are no pair."""
    rows = normalized(vectors)
    kernel = np.exp(4.0 * (rows @ rows.T) - 4.0)
    np.fill_diagonal(kernel, 0.0)
    copies = bootstrap_copies("uniformity", len(rows)).astype(float)
    pairs = copies.sum(axis=1) ** 2 - np.square(copies).sum(axis=1)
    return np.log((copies @ kernel * copies).sum(axis=1) / pairs)


def _alignment_drawn(u: np.ndarray, v: np.ndarray, groups: np.ndarray | None) -> np.ndarray:
    """Alignment of resampled pairs."""
    moved = np.square(normalized(u) - normalized(v)).sum(axis=1)
    copies = bootstrap_copies("alignment", len(moved), groups=groups)
    return copies @ moved / copies.sum(axis=1)
