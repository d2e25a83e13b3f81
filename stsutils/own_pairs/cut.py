"""Rows to train, to choose and to test with, from one file."""

import numpy as np
import pandas as pd

from stsutils.data import overlap
from stsutils.data.components import folded, sentence_groups, shared_sentences, split_apart
from stsutils.data.label_kinds import Labels
from stsutils.errors import UserError

FRACTIONS = {"train": 0.6, "validation": 0.2, "test": 0.2}
FEWEST = 30  # different pairs of a file: below, a part would hold a handful
MOST = {"train": 200_000, "validation": 1000, "test": 5000}
TRIES = 20
FEWEST_GROUPS = 20  # with fewer, a bootstrap over groups says nothing


def cut(rows: pd.DataFrame, labels: Labels, where: str) -> tuple[dict[str, pd.DataFrame], dict]:
    """The three parts, and what is to be said about them.

    The first of some fixed seeds is taken for which every part has positive and other pairs. No
    pair is on two sides, and no sentence either where the pairs allow it. Rows are in random order.
    Where a pair stands in several rows, the first of them alone chooses and tests: counted twice, a
    pair would make the intervals too narrow. Raises UserError where the file is too small or too
    lopsided.
    """
    rows = _bare(rows, labels)
    first = _first_of_its_pair(rows)
    different = int(first.sum())
    if different < FEWEST:
        raise UserError(
            f"{where}: {len(rows)} row{'s' * (len(rows) != 1)}, different pairs: {different}; a "
            f"comparison needs {FEWEST} of them at least, to train, to choose and to test with: "
            "label more pairs"
        )
    for seed in range(TRIES):
        try:
            found, apart = split_apart(rows, list(FRACTIONS.values()), seed)
        except UserError:
            raise UserError(
                f"{where}: the {len(rows):,} rows hold too few different pairs to divide them; "
                "add other pairs"
            ) from None
        for part in found:
            del part.attrs["rows"]
        once = [found[0], *(part[first[part["row"]]] for part in found[1:])]
        if all(_both(part, labels) for part in once):
            break
    else:
        few = int((rows[labels.column] > labels.middle).sum())
        few, side = min((few, "above"), (len(rows) - few, "not above"))
        raise UserError(
            f"{where}, column {labels.column!r}: {few} of {len(rows):,} rows are {side} "
            f"{labels.middle:g}, too few to train, choose and test with; add more of them"
        )
    parts = {name: _some(part, MOST[name]) for name, part in zip(FRACTIONS, once, strict=True)}
    repeated = sum(map(len, found)) - sum(map(len, once))
    fixed = {"apart": apart, "seed": seed, "repeated": repeated}
    fixed["left_out"] = len(rows) - repeated - sum(map(len, parts.values()))
    return parts, fixed | facts(parts, labels)


def facts(parts: dict[str, pd.DataFrame], labels: Labels) -> dict:
    """How many pairs each part has, how many of them positive, and what the parts share.

    ``linked`` test pairs share sentences with others; ``drawn`` says what resamples draw.
    """
    train, test = parts["train"], parts["test"]
    groups, linked = groups_of(test)
    return {
        "linked": linked,
        "drawn": "pairs" if groups is None else "groups",
        "rows": {name: len(part) for name, part in parts.items()},
        "shared_pairs": overlap(train, test) + overlap(train, parts["validation"]),
        "shared_sentences": shared_sentences(test, train),
        "positives": {
            name: int((part[labels.column] > labels.middle).sum()) for name, part in parts.items()
        },
    }


def groups_of(test: pd.DataFrame) -> tuple[np.ndarray | None, int]:
    """The number of each test pair's group, and how many pairs are in a group with others.

    A group are the pairs linked by sentences they share. They depend on each other, so resamples
    draw them together. The numbers are None where the groups are too few for that: by their sizes
    they are worth n**2 / sum(size**2) independent pairs of n.
    """
    groups = pd.factorize(np.array(sentence_groups(test), dtype=object))[0]
    sizes = np.bincount(groups)
    enough = min(FEWEST_GROUPS, len(test) / 2)
    worth = len(test) ** 2 / (sizes**2).sum()
    return (groups if worth >= enough else None), int(sizes[sizes > 1].sum())


def _both(part: pd.DataFrame, labels: Labels) -> bool:
    positive = part[labels.column] > labels.middle
    return bool(positive.any() and not positive.all())


def _bare(rows: pd.DataFrame, labels: Labels) -> pd.DataFrame:
    """Text, label, and columns with the place in the file: ``row`` from 0, ``line`` if it has any.

    Not in ``attrs``: pandas copies those number by number at every step, which takes minutes with
    half a million rows.
    """
    bare = {c: rows[c].array for c in ("sentence1", "sentence2", labels.column)}
    bare |= {"row": np.arange(len(rows))}
    if "lines" in rows.attrs:
        bare["line"] = rows.attrs["lines"]
    return pd.DataFrame(bare)


def _first_of_its_pair(rows: pd.DataFrame) -> np.ndarray:
    """Whether no row before has the same two sentences (as `folded`), in either order."""
    both = (rows[c].map(folded) for c in ("sentence1", "sentence2"))
    return ~pd.Series([tuple(sorted(p)) for p in zip(*both, strict=True)]).duplicated().to_numpy()


def _some(part: pd.DataFrame, most: int) -> pd.DataFrame:
    """At most so many rows, in an order that depends on nothing but their number."""
    return part.reset_index(drop=True).sample(frac=1, random_state=0)[:most].reset_index(drop=True)
