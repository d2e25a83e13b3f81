"""Word overlap: how alike two sentences are to someone who only counts their words."""

import re
from collections import Counter
from math import sqrt

import pandas as pd


def bag_cosine(sentence1: str, sentence2: str) -> float:
    """Cosine of two sentences' word counts (lower case; a to z and digits); 0 without a word."""
    a, b = (Counter(re.findall(r"[a-z0-9]+", text.lower())) for text in (sentence1, sentence2))
    norms = sqrt(sum(n * n for n in a.values())) * sqrt(sum(n * n for n in b.values()))
    return sum(n * b.get(word, 0) for word, n in a.items()) / norms if norms else 0.0


def word_overlap(rows: pd.DataFrame) -> pd.Series:
    """`bag_cosine` of each pair."""
    pairs = zip(rows["sentence1"], rows["sentence2"], strict=True)
    return pd.Series([bag_cosine(a, b) for a, b in pairs], index=rows.index)
