"""Rows to train, to choose and to test with, from one file."""

import numpy as np
import pandas as pd

from stsutils.data import overlap
from stsutils.data.components import (
    pair_numbers,
    sentence_groups,
    shared_sentences,
    split_apart,
    worth,
)
from stsutils.data.label_kinds import Labels
from stsutils.errors import UserError

FRACTIONS = {"train": 0.6, "validation": 0.2, "test": 0.2}
FEWEST = 30  # different pairs of a file: below, a part would hold a handful
MOST = {"train": 200_000, "validation": 1000, "test": 5000}
TRIES = 20
FEWEST_GROUPS = 20  # with fewer, a bootstrap over groups says nothing


def cut(
    rows: pd.DataFrame, labels: Labels, where: str, own: dict[str, pd.DataFrame] | None = None
) -> tuple[dict[str, pd.DataFrame], dict]:
    """The three parts, and what is to be said about them.

    The first of some fixed seeds is taken for which every part has positive and other pairs. No
    pair is on two sides, and no sentence either where the pairs allow it. Rows are in random order.
    Where a pair stands in several rows, the first of them alone chooses and tests: counted twice, a
    pair would make the intervals too narrow. ``own`` are the reader's own validation and test
    rows: ``rows`` lose the pairs that stand in them, and the validation rows those of the test
    rows, which stay whole. Raises UserError where the file is too small or too lopsided.
    """
    rows, own = _bare(rows, labels), {p: _bare(r, labels) for p, r in (own or {}).items()}
    total = len(rows) + sum(map(len, own.values()))
    mine, *theirs = pair_numbers([rows, *own.values()])
    # own files: a pair that tests must not choose as well, and none of both is trained on
    if len(own) == 2:
        fresh = ~np.isin(theirs[0], theirs[1])
        if not fresh.any():
            raise UserError(
                f"{where}: every pair of your own validation file stands in your own test file; "
                "choose with other pairs than you test with"
            )
        own["validation"] = own["validation"][fresh].reset_index(drop=True)
        theirs[0] = theirs[0][fresh]
    if own:
        keep = ~np.isin(mine, np.concatenate(theirs))
        if not keep.any():
            named = " or ".join(f"--{part}" for part in own)
            raise UserError(
                f"{where}: every pair of it stands in your own file, too ({named}): nothing is "
                f"left to train with. Name other pairs, or leave {named} out: a part of it is taken"
            )
        rows, mine = rows[keep].reset_index(drop=True), mine[keep]
    leaked = total - len(rows) - sum(map(len, own.values()))
    # a pair in several rows chooses and tests once
    first = pd.Series(_first(mine), index=rows["row"].to_numpy())
    own = {part: own[part][_first(pairs)] for part, pairs in zip(own, theirs, strict=True)}
    different = int(first.sum()) + sum(map(len, own.values()))
    if different < FEWEST:
        raise UserError(
            f"{where}: {total} row{'s' * (total != 1)}, different pairs: {different}; a "
            f"comparison needs {FEWEST} of them at least, to train, to choose and to test with: "
            "label more pairs"
        )
    # divide, then keep at most so many of each part
    parts, apart, seed = _divided(rows, labels, where, first, own)
    repeated = total - leaked - sum(map(len, parts.values()))
    parts = {name: _some(parts[name], MOST[name]) for name in FRACTIONS}
    sides = (("test", "train"), ("validation", "train"), ("test", "validation"))
    if own and any(shared_sentences(parts[a], parts[b]) for a, b in sides):
        apart = "pairs"
    fixed = {"apart": apart, "seed": seed, "repeated": repeated, "leaked": leaked}
    gone = repeated + leaked + sum(map(len, parts.values()))
    return parts, fixed | {"left_out": total - gone} | facts(parts, labels)


def _divided(rows, labels: Labels, where: str, first: pd.Series, own: dict) -> tuple:
    """All three parts, what they do not share, and the seed that decided."""
    wanted = {name: share for name, share in FRACTIONS.items() if name not in own}
    shares = [share / sum(wanted.values()) for share in wanted.values()]
    for seed in range(TRIES):
        if len(wanted) == 1:
            divided, apart = [rows], "sentences"
        else:
            try:
                divided, apart = split_apart(rows, shares, seed)
            except UserError:
                raise UserError(
                    f"{where}: the {len(rows):,} rows hold too few different pairs to divide them; "
                    "add other pairs"
                ) from None
        for part in divided:
            part.attrs.pop("rows", None)
        parts = dict(zip(wanted, divided, strict=True)) | own
        for name in wanted:
            if name != "train":
                parts[name] = parts[name][first[parts[name]["row"]].to_numpy()]
        lopsided = [name for name in parts if not _both(parts[name], labels)]
        if not lopsided:
            return parts, apart, seed
        if set(lopsided) & set(own):
            raise UserError(
                f"{where}: your own {lopsided[-1]} file has no label on one side of "
                f"{labels.middle:g}; add such pairs"
            )
    few = int((rows[labels.column] > labels.middle).sum())
    few, side = min((few, "above"), (len(rows) - few, "not above"))
    raise UserError(
        f"{where}, column {labels.column!r}: {few} of {len(rows):,} rows are {side} "
        f"{labels.middle:g}, too few to train, choose and test with; add more of them"
    )


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
        "shared_pairs": overlap(train, test)
        + overlap(train, parts["validation"])
        + overlap(parts["validation"], test),
        "shared_sentences": shared_sentences(test, train),
        "positives": {
            name: int((part[labels.column] > labels.middle).sum()) for name, part in parts.items()
        },
    }


def groups_of(test: pd.DataFrame) -> tuple[np.ndarray | None, int]:
    """The number of each test pair's group, and how many pairs are in a group with others.

    A group are the pairs linked by sentences they share. They depend on each other, so resamples
    draw them together. The numbers are None where the groups are too few for that (`worth`).
    """
    groups = pd.factorize(np.array(sentence_groups(test), dtype=object))[0]
    sizes = np.bincount(groups)
    enough = min(FEWEST_GROUPS, len(test) / 2)
    return (groups if worth(groups) >= enough else None), int(sizes[sizes > 1].sum())


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


def _first(pairs: np.ndarray) -> np.ndarray:
    """Whether no earlier row has the same pair."""
    return ~pd.Series(pairs).duplicated().to_numpy()


def _some(part: pd.DataFrame, most: int) -> pd.DataFrame:
    """At most so many rows, in an order that depends on nothing but their number."""
    order = pd.Series(range(len(part))).sample(frac=1, random_state=0)[:most]
    return part.iloc[order.to_numpy()].reset_index(drop=True)
