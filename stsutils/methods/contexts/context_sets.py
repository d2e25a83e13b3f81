"""The contexts C_s of a sentence: retrieved, screened, ranked and kept apart from each other."""

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from sklearn.feature_extraction.text import TfidfVectorizer

from stsutils.errors import UserError
from stsutils.methods.contexts.models import ContextModels
from stsutils.methods.contexts.score import BATCH, combine, terms

CONSTRUCTIONS = ("two-step", "no diversity", "random")
#: Two contexts whose preceding sentences share this much of their words are one too many.
OVERLAP = 0.5


@dataclass
class ContextSets:
    """Finds C_s for any sentence s.

    Three steps (section 3.3): the `chunks` chunks with the nearest TF-IDF vectors of words and
    bigrams (twice as many where they hold too few contexts, and so on); of their contexts the
    `shortlist` with the highest p(y = 1) by the discriminator; of those the `size` with the
    highest score by Eq. 3, one after the other, where a context is passed over if its chunk has
    given one already, or if the words of its preceding sentence overlap by half or more (Jaccard)
    with those of a chosen one. "no diversity" passes over none; "random" takes contexts at random,
    which needs no step at all. Where too few are left, the best of those that were passed over
    fill the set, so that every set has `size` contexts.

    But for "random" no sentence's own contexts hold the gap that it was taken from. The other
    sentence of a pair is placed into them as well, and may meet its own gap there, most often if
    the two were neighbours.

    The paper retrieves 20,000 chunks and keeps 500 contexts. Of the second step's cut it says
    nothing. `size`, `shortlist` and `chunks` must rise.
    """

    models: ContextModels
    size: int
    shortlist: int
    chunks: int
    construction: str = "two-step"
    seed: int = 0

    def of(self, sentences: list[str]) -> tuple[np.ndarray, np.ndarray]:
        """Contexts (n×size), best first, and the terms of Eq. 3 of each in its own (n×size×4)."""
        numbers = self.models.number(sentences)
        random = self.construction == "random"
        short = self._at_random(sentences) if random else self._shortlists(sentences)
        flat = terms(self.models, numbers.repeat_interleave(short.shape[1], 0), short.ravel())
        found = flat.reshape(*short.shape, -1)
        if random:
            return short, found
        kept = np.stack([self._pick(row, combine(own)) for row, own in zip(short, found)])  # noqa: B905
        return np.take_along_axis(short, kept, 1), np.take_along_axis(found, kept[..., None], 1)

    def vectors(self, sentences: list[str]):
        """The TF-IDF vectors that chunks are retrieved by: sparse, n rows of length 1."""
        return self._index[0].transform(sentences)

    def _at_random(self, sentences: list[str]) -> np.ndarray:
        """Contexts n×size, those of a sentence drawn by its own letters."""
        draws = [np.random.default_rng([self.seed, *sentence.encode()]) for sentence in sentences]
        contexts = self.models.text.contexts
        return np.stack([rng.choice(contexts, self.size, replace=False) for rng in draws])

    def _shortlists(self, sentences: list[str]) -> np.ndarray:
        """Contexts n×shortlist by p(y = 1), from the nearest chunks."""
        near = self.vectors(sentences) @ self._index[1].T
        model, text, out = self.models.discriminator, self.models.text, []
        numbers = self.models.number(sentences)
        for row, sentence in enumerate(sentences):
            own = near[[row]].toarray()[0]
            nearest, taken, found = np.argsort(-own, kind="stable"), min(self.chunks, len(own)), ()
            while len(found) < self.shortlist:  # short documents have chunks without a context
                if taken >= 2 * len(nearest):
                    raise UserError(f"only {len(found)} contexts for {sentence!r}: give more text")
                found = np.concatenate([self._by_chunk[chunk] for chunk in nearest[:taken]])
                found = found[[text.sentences[i] != sentence for i in found]]
                taken *= 2
            with torch.no_grad():
                vector = model.read(numbers[[row]].to(self.models.device)).expand(len(found), -1)
                left, right = self._read[found - 1], self._read[found + 1]
                logits = model.logits(left, vector, right).cpu().numpy()
            out.append(found[np.argsort(-logits, kind="stable")][: self.shortlist])
        return np.stack(out)

    def _pick(self, contexts: np.ndarray, scores: np.ndarray) -> np.ndarray:
        """Places of the chosen contexts in the shortlist."""
        order = np.argsort(-scores, kind="stable")
        if self.construction == "no diversity":
            return order[: self.size]
        text, kept, passed, seen, words = self.models.text, [], [], set(), []
        for place in order:
            before = bag(text.sentences[contexts[place] - 1])
            chunk = text.chunks[contexts[place]]
            if chunk in seen or any(jaccard(before, other) >= OVERLAP for other in words):
                passed.append(place)
                continue
            kept.append(place)
            seen.add(chunk)
            words.append(before)
            if len(kept) == self.size:
                break
        return np.array([*kept, *passed][: self.size])

    @cached_property
    def _index(self):
        """TF-IDF vectors of all chunks."""
        text = self.models.text
        cuts = np.flatnonzero(np.diff(text.chunks)) + 1
        whole = [" ".join(chunk) for chunk in np.split(np.array(text.sentences, object), cuts)]
        rarest = 2 if len(whole) > 1000 else 1
        vectorizer = TfidfVectorizer(ngram_range=(1, 2), min_df=rarest, dtype=np.float32)
        return vectorizer, vectorizer.fit_transform(whole)

    @cached_property
    def _by_chunk(self) -> list[np.ndarray]:
        """The contexts of each chunk."""
        text = self.models.text
        found = text.contexts
        cuts = np.searchsorted(text.chunks[found], np.arange(text.chunks[-1] + 1))
        return np.split(found, cuts[1:])

    @cached_property
    def _read(self) -> torch.Tensor:
        """The discriminator's vectors of all sentences, read once."""
        model, numbers = self.models.discriminator, self.models.numbers
        with torch.no_grad():
            parts = [model.read(part.to(self.models.device)) for part in numbers.split(4 * BATCH)]
        return torch.cat(parts)


def bag(sentence: str) -> frozenset[str]:
    """The words of a sentence, without their order and capitals."""
    return frozenset(re.findall(r"\w+", sentence.lower()))


def jaccard(a: frozenset, b: frozenset) -> float:
    """What two sets share of what they hold together; 0 for two empty ones."""
    return len(a & b) / len(a | b) if a | b else 0.0
