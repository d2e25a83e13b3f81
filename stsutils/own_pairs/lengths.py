"""Texts that are longer than an encoder reads: their ends are cut off, and that is to be said."""

import itertools
from collections import Counter
from collections.abc import Iterable

import pandas as pd

from stsutils.data import text_columns
from stsutils.encoders import BiEncoder

AT_ONCE = 10_000
SPARE = 8  # tokens that are no bytes of the text: special ones, the mark of a word's beginning


def cut_short(model: BiEncoder, texts: Iterable[str]) -> dict[str, int]:
    """How many texts there are, how many of them are cut, and after how many ``tokens``.

    Only a text with enough bytes is tokenised for it: a token is a byte of it at least.
    """
    most, times = model.max_length, Counter(texts)
    long = (text for text in times if len(text.encode("utf-8")) > most - SPARE)
    cut = 0
    while some := list(itertools.islice(long, AT_ONCE)):
        pieces_of = model.tokenizer(some, truncation=True, max_length=most + 1)["input_ids"]
        pairs = zip(some, pieces_of, strict=True)
        cut += sum(times[text] for text, pieces in pairs if len(pieces) > most)
    return {"cut": cut, "texts": times.total(), "tokens": most}


def cut_rows(model: BiEncoder, *tables: pd.DataFrame) -> dict[str, int]:
    """`cut_short` for the texts of tables of rows."""
    texts = (text for rows in tables for column in text_columns(rows) for text in rows[column])
    return cut_short(model, texts)


def cut_lines(counts: dict[str, int]) -> list[str]:
    """A line on the texts that are cut; none where all are read whole."""
    if not counts["cut"]:
        return []
    return [
        f"{counts['cut']:,} of {counts['texts']:,} texts are longer than the {counts['tokens']} "
        "tokens that the encoder reads: their ends are cut off. Shorten or split them, or take an "
        "encoder that reads more"
    ]
