"""Pairs with their scores in all contexts of both: what every reading of Eq. 4 starts from."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file, save_file

from stsutils.methods.contexts.context_sets import ContextSets
from stsutils.methods.contexts.models import name_of
from stsutils.methods.contexts.score import combine, terms
from stsutils.methods.contexts.similarity import cosines
from stsutils.writing import write_atomically

#: Pairs that are scored, and written to disk, together.
BLOCK = 200


@dataclass(frozen=True)
class Scored:
    """n pairs. ``contexts`` n×2k: C_s₁, then C_s₂, each best first. ``terms`` n×2×2k×4: the four
    terms of Eq. 3 of either sentence in each context. ``reference`` n×2k×r×4: those of the r
    reference sentences, which are the same for all pairs.
    """

    contexts: np.ndarray
    terms: np.ndarray
    reference: np.ndarray

    def similarity(self, reading: str, weights: tuple = (1.0, 1.0, 1.0, 1.0)) -> np.ndarray:
        """Eq. 4 of each pair, see `cosines`."""
        reference = None
        if reading == "standardised":
            scores = combine(self.reference, weights)
            reference = np.stack([scores.mean(2), scores.std(2)], axis=1)
        return cosines(combine(self.terms, weights), reading, reference)

    def first(self, size: int) -> "Scored":
        """With the `size` best contexts of each sentence only."""
        half = self.contexts.shape[1] // 2
        keep = np.r_[:size, half : half + size]
        return Scored(self.contexts[:, keep], self.terms[:, :, keep], self.reference[:, keep])


def score_pairs(
    sets: ContextSets, pairs: list[tuple[str, str]], folder: Path, references: int = 0
) -> Scored:
    """Score pairs of sentences, in blocks that are kept in `folder`: a stopped run goes on.

    `references` is the number of reference sentences, taken from the text by a fixed seed.
    """
    settings = {"models": sets.models.sha, "size": sets.size, "shortlist": sets.shortlist}
    settings |= {"chunks": sets.chunks, "construction": sets.construction, "seed": sets.seed}
    settings |= {"references": references}
    blocks = []
    for start in range(0, len(pairs), BLOCK):
        part = pairs[start : start + BLOCK]
        path = folder / f"scored-{name_of(settings | {'pairs': part})}.safetensors"
        if not path.exists():
            found = vars(_block(sets, part, references))
            whole = {name: np.ascontiguousarray(array) for name, array in found.items()}
            write_atomically(path, lambda temporary, whole=whole: save_file(whole, temporary))
        blocks.append(load_file(path))
    joined = {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}
    return replace(Scored(**joined), contexts=joined["contexts"].astype(np.int64))


def _block(sets: ContextSets, pairs: list[tuple[str, str]], references: int) -> Scored:
    """Each distinct sentence's contexts once, then the other sentence of each pair in them."""
    known = {text: row for row, text in enumerate(dict.fromkeys(s for pair in pairs for s in pair))}
    contexts, own = sets.of(list(known))
    numbers, models = sets.models.number(list(known)), sets.models
    first, second = (np.array([known[pair[side]] for pair in pairs]) for side in (0, 1))
    size = contexts.shape[1]

    def across(of: np.ndarray, within: np.ndarray) -> np.ndarray:
        placed = numbers[of].repeat_interleave(size, 0)
        return terms(models, placed, contexts[within].ravel()).reshape(len(of), size, -1)

    crossed = np.concatenate([own[first], across(first, second)], 1)
    other = np.concatenate([across(second, first), own[second]], 1)
    reference = np.zeros((*contexts.shape, references, own.shape[-1]), np.float32)
    rng = np.random.default_rng(0)
    for column, i in enumerate(rng.choice(len(models.numbers), references, replace=False)):
        placed = models.numbers[[i]].expand(contexts.size, -1)
        reference[:, :, column] = terms(models, placed, contexts.ravel()).reshape(own.shape)
    joined = np.concatenate([contexts[first], contexts[second]], 1)
    both = np.concatenate([reference[first], reference[second]], 1)
    return Scored(joined, np.stack([crossed, other], 1), both)
