"""The sets that need no network and no folder: generated from fixed seeds, or hand-written."""

import functools

import pandas as pd

# Rows and seed of each split. The generator keeps the splits' sentences apart by itself.
SIZES = {"train": (4000, 11), "validation": (500, 12), "test": (1000, 13)}
_STORIES = {"train": 2000, "validation": 100, "test": 100}


def embedded(name: str, split: str) -> pd.DataFrame:
    """Rows of ``demo`` (graded), ``demo_hard`` (binary), ``demo_nli``, ``demo_stories``.

    Names in ``hand_`` are the hand-written sets, which have the split test only.
    """
    from stsutils.data import handwritten

    if name in handwritten.FILES:
        return handwritten.read(name)
    return _generated(name, split).copy()  # the caller may change its rows


@functools.cache  # generating takes a second, and a table asks many times
def _generated(name: str, split: str) -> pd.DataFrame:
    from stsutils.data.generator import generate_nli, generate_pairs, generate_stories

    n, seed = SIZES[split]
    if name == "demo_nli":
        return generate_nli(n, seed, split=split)
    if name == "demo_stories":
        return generate_stories(_STORIES[split], seed, split=split)
    if name == "demo_hard":
        return generate_pairs(n, seed, kind="binary", hard=0.9, split=split)
    return generate_pairs(n, seed, kind="graded", split=split)
