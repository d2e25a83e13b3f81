"""Rows to train, to choose and to test with, from one file."""

import pandas as pd

from stsutils.data import overlap
from stsutils.data.components import shared_sentences, split_apart
from stsutils.data.label_kinds import Labels
from stsutils.errors import UserError

FRACTIONS = {"train": 0.6, "validation": 0.2, "test": 0.2}
FEWEST = 30  # rows of a file: below, a part would hold a handful
MOST = {"train": 200_000, "validation": 1000, "test": 5000}
TRIES = 20


def cut(rows: pd.DataFrame, labels: Labels, where: str) -> tuple[dict[str, pd.DataFrame], dict]:
    """The three parts, and what is to be said about them.

    The first of some fixed seeds is taken for which every part has positive and other pairs. No
    pair is on two sides, and no sentence either where the pairs allow it. Rows are in random order.
    Raises UserError where the file is too small or too lopsided.
    """
    if len(rows) < FEWEST:
        raise UserError(
            f"{where}: {len(rows)} row{'s' * (len(rows) != 1)}; a comparison needs {FEWEST} at "
            "least, to train, to choose and to test with: label more pairs"
        )
    for seed in range(TRIES):
        try:
            found, apart = split_apart(rows, list(FRACTIONS.values()), seed)
        except UserError:
            raise UserError(
                f"{where}: the {len(rows):,} rows hold too few different pairs to divide them; "
                "add other pairs"
            ) from None
        if all(_both(part, labels) for part in found):
            break
    else:
        few = int((rows[labels.column] > labels.middle).sum())
        few, side = min((few, "above"), (len(rows) - few, "not above"))
        raise UserError(
            f"{where}, column {labels.column!r}: {few} of {len(rows):,} rows are {side} "
            f"{labels.middle:g}, too few to train, choose and test with; add more of them"
        )
    parts = {name: _some(part, MOST[name]) for name, part in zip(FRACTIONS, found, strict=True)}
    train, test = parts["train"], parts["test"]
    return parts, {
        "rows": {name: len(part) for name, part in parts.items()},
        "left_out": len(rows) - sum(map(len, parts.values())),
        "apart": apart,
        "seed": seed,
        "shared_pairs": overlap(train, test) + overlap(train, parts["validation"]),
        "shared_sentences": shared_sentences(test, train),
        "positives": {
            name: int((part[labels.column] > labels.middle).sum()) for name, part in parts.items()
        },
    }


def _both(part: pd.DataFrame, labels: Labels) -> bool:
    positive = part[labels.column] > labels.middle
    return bool(positive.any() and not positive.all())


def _some(part: pd.DataFrame, most: int) -> pd.DataFrame:
    """At most so many rows, in an order that depends on nothing but their number."""
    places = part.reset_index(drop=True).sample(frac=1, random_state=0).index[:most]
    chosen = part.iloc[places].reset_index(drop=True)
    chosen.attrs = {**part.attrs, "rows": [part.attrs["rows"][place] for place in places]}
    return chosen
