"""The sets that come with the package: generated rows as parquet, hand-written ones as tsv.

`book/demo_rows/make.py` makes the generated rows, `book/data_card_generated.md` describes them.
`book/data_card_handwritten.md` says who wrote and labelled the others, and what they are not for;
the rules that their column ``reason`` refers to are in `book/annotation_guidelines.md`.
"""

import csv
from pathlib import Path

import pandas as pd

HERE = Path(__file__).parent


def embedded(name: str, split: str) -> pd.DataFrame:
    """The cells of an embedded set's split."""
    path = HERE / f"{name}-{split}.parquet"
    return pd.read_parquet(path) if path.is_file() else _tsv(name)


def second_pass() -> pd.DataFrame:
    """Both labels of every hand-written pair: id, first (before adjudication), label (second)."""
    return _tsv("second_pass").astype({"first": float, "label": float})


def _tsv(name: str) -> pd.DataFrame:
    # No quoting: a quotation mark is part of the sentence. No NA: "null" is a word.
    options = {"sep": "\t", "quoting": csv.QUOTE_NONE, "keep_default_na": False, "dtype": str}
    return pd.read_csv(HERE / f"{name}.tsv", encoding="utf-8", **options)
