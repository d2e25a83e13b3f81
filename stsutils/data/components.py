"""Cut pairs into parts that share no sentence, where the pairs allow it.

Two pairs that share a sentence belong together, and so do pairs linked through others. Each such
group is a connected component of the graph whose nodes are sentences and whose edges are pairs. If
one group holds too much of the file (one query asked of everything), no such cut is possible. Then
only the pairs are kept apart, and the sentences on both sides are counted.
"""

import contextlib
import unicodedata
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from stsutils.data.splitting import divided
from stsutils.errors import UserError

#: The columns of a pair.
PAIR = ("sentence1", "sentence2")
# A part may be this share off its wished size before the cut by sentences is given up.
SLACK = 0.3


def folded(sentence: str) -> str:
    """The sentence without its capitals and spare spaces, as the lab's tables tell sentences."""
    return " ".join(sentence.casefold().split())


class _Letters(dict):
    """What `str.translate` makes of a character: itself, if it is a letter, mark or digit.

    Marks that only change a look are none: variation selectors, keycaps, the Arabic tatweel.
    """

    def __missing__(self, code: int) -> int | None:
        kind, name = unicodedata.category(chr(code)), unicodedata.name(chr(code), "")
        look = kind == "Me" or "VARIATION SELECTOR" in name or name == "ARABIC TATWEEL"
        self[code] = None if look or kind[0] not in "LMN" else code
        return self[code]


_LETTERS = _Letters()


def letters(sentence: str) -> str:
    """The letters and digits of a sentence: what near-duplicates have in common.

    Capitals, widths (Ａ and A), spaces, punctuation and symbols go. A sentence that is nothing else
    keeps them, so that 👍 and 👎 differ.
    """
    plain = unicodedata.normalize("NFKC", sentence).casefold()
    return plain.translate(_LETTERS) or " ".join(plain.replace("\ufe0f", "").split())


def sentence_numbers(
    rows: pd.DataFrame, columns=PAIR, fold: Callable[[str], str] = letters
) -> tuple[np.ndarray, np.ndarray]:
    """Each row's sentences as numbers (columns, n), equal where ``fold`` is, and those sentences.

    Millions of rows pass: only sentences that differ are folded.
    """
    codes, plain = pd.factorize(pd.concat([rows[c] for c in columns], ignore_index=True))
    numbers, sentences = pd.factorize(np.array([fold(s) for s in plain], object))
    return numbers[codes].reshape(len(columns), -1), sentences


def pair_numbers(
    frames: Sequence[pd.DataFrame], fold: Callable[[str], str] = letters
) -> list[np.ndarray]:
    """A number for each pair of each frame, the same for a pair in either order, after ``fold``."""
    numbers, sentences = sentence_numbers(pd.concat(frames, ignore_index=True), PAIR, fold)
    low, high = np.sort(numbers.astype(np.int64), axis=0)
    return np.split(low * len(sentences) + high, np.cumsum([len(frame) for frame in frames])[:-1])


def sentence_groups(
    rows: pd.DataFrame, columns=PAIR, fold: Callable[[str], str] = letters
) -> list[str]:
    """One key a pair, the same for all pairs linked by sentences they share, as ``fold`` has them.

    ``columns`` are the two of a pair.
    """
    ends, sentences = sentence_numbers(rows, columns, fold)
    links = coo_array((np.ones(len(rows), bool), tuple(ends)), (len(sentences), len(sentences)))
    group = connected_components(links, directed=False)[1]
    # the key is the smallest sentence of a group, whatever the order of the rows
    smallest = pd.Series(sentences, dtype=object).groupby(group).min().to_numpy()
    return smallest[group[ends[0]]].tolist()


def worth(groups: np.ndarray) -> float:
    """How many independent rows those in these groups, by number, are worth: n² / sum(size²)."""
    return len(groups) ** 2 / (np.bincount(groups) ** 2).sum()


def linked_groups(
    pairs: pd.DataFrame, fewest: float, keys: Sequence | None = None
) -> tuple[np.ndarray | None, int]:
    """Each pair's group as a number, and how many pairs share their group with others.

    A group holds the pairs that are linked by sentences they share (as `folded`), or those of one
    key where ``keys`` has one a pair. They depend on each other, so resamples draw a group whole.
    The numbers are None where the groups are too few: `worth` less than ``fewest`` independent
    pairs.
    """
    keys = sentence_groups(pairs, fold=folded) if keys is None else keys
    groups = pd.factorize(np.array(keys, dtype=object))[0]
    sizes = np.bincount(groups)
    return (groups if worth(groups) >= fewest else None), int(sizes[sizes > 1].sum())


def split_apart(
    rows: pd.DataFrame, fractions: Sequence[float], seed: int, fold: Callable[[str], str] = letters
) -> tuple[list[pd.DataFrame], str]:
    """Parts of about these fractions, and what they do not share: ``sentences`` or ``pairs``.

    No pair, swapped or different only where ``fold`` does not look, is on two sides in either case.
    Each part's ``attrs["rows"]`` are its row numbers in ``rows``, from 0. The seed and the text
    alone decide. Raises UserError where even the pairs are too few.
    """
    with contextlib.suppress(UserError):  # too few groups
        parts = divided(rows, sentence_groups(rows, fold=fold), fractions, seed)
        wished = [fraction * len(rows) for fraction in fractions]
        if all(abs(len(p) - w) <= SLACK * w + 1 for p, w in zip(parts, wished, strict=True)):
            return parts, "sentences"
    texts = zip(*(rows[c].map(fold) for c in PAIR), strict=True)
    keys = [repr(sorted(pair)) for pair in texts]
    return divided(rows, keys, fractions, seed), "pairs"


def shared_sentences(part: pd.DataFrame, other: pd.DataFrame) -> int:
    """How many pairs of ``part`` have a sentence that stands in ``other`` too (as `letters`)."""
    there = {letters(s) for c in PAIR for s in other[c]}
    first, second = (part[c].map(letters).isin(there) for c in PAIR)
    return int((first | second).sum())
