"""Word overlap: how alike two sentences are to someone who only counts their words."""

import re
from functools import lru_cache
from math import sqrt

import pandas as pd


@lru_cache(maxsize=4096)
def _counts(text: str) -> tuple[dict[str, int], float]:
    counts: dict[str, int] = {}
    for word in re.findall(r"[a-z0-9]+", text.lower()):
        counts[word] = counts.get(word, 0) + 1
    return counts, sqrt(sum(count * count for count in counts.values()))


def bag_cosine(sentence1: str, sentence2: str) -> float:
    """Cosine of two sentences' word counts (lower case, letters and digits); 0 without a word."""
    (a, norm_a), (b, norm_b) = _counts(sentence1), _counts(sentence2)
    if not norm_a or not norm_b:
        return 0.0
    return sum(count * b.get(word, 0) for word, count in a.items()) / (norm_a * norm_b)


def word_overlap(rows: pd.DataFrame) -> pd.Series:
    """`bag_cosine` of each pair."""
    pairs = zip(rows["sentence1"], rows["sentence2"], strict=True)
    return pd.Series([bag_cosine(a, b) for a, b in pairs], index=rows.index)
