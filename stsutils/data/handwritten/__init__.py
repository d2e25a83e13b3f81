"""Sentences written one by one, with a reason for every label: readable files, no templates.

The files lie beside this module, tab-separated, one pair a line. The rules that the column
``reason`` refers to are in ``book/annotation_guidelines.md``; ``book/data_card_handwritten.md``
says who wrote and labelled them, and what they must not be used for.
"""

import csv
from pathlib import Path

import pandas as pd

from stsutils.data.rows import check_rows
from stsutils.errors import UserError

FILES = {
    "hand_graded": "graded.tsv",
    "hand_paraphrase": "paraphrase.tsv",
    "hand_nli": "nli.tsv",
    "hand_zh": "chinese.tsv",
}


def read(name: str) -> pd.DataFrame:
    """Rows of one hand-written set: sentence1, sentence2, score or label, id, …, reason.

    Raises UserError for an unknown name.
    """
    if name not in FILES:
        raise UserError(f"no hand-written set {name!r}; choose one of {', '.join(FILES)}")
    return check_rows(_table(FILES[name]), "pairs", where=FILES[name])


def second_pass() -> pd.DataFrame:
    """Both labels of every pair: id, first (before adjudication), label (of the second pass)."""
    rows = _table("second_pass.tsv")
    return rows.assign(first=rows["first"].astype(float), label=rows["label"].astype(float))


def _table(file: str) -> pd.DataFrame:
    # No quoting: a quotation mark is part of the sentence. No NA: "null" is a word.
    return pd.read_csv(
        Path(__file__).with_name(file),
        sep="\t",
        quoting=csv.QUOTE_NONE,
        keep_default_na=False,
        dtype=str,
        encoding="utf-8",
    )
