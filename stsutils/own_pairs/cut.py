"""Rows to train, to choose and to test with, from one file."""

import numpy as np
import pandas as pd

from stsutils.data.components import (
    linked_groups,
    pair_numbers,
    sentence_groups,
    shared_sentences,
    split_apart,
)
from stsutils.data.label_kinds import Labels, lonely
from stsutils.data.splitting import divided
from stsutils.errors import UserError

FRACTIONS = {"train": 0.6, "validation": 0.2, "test": 0.2}
FEWEST = 30  # different pairs of a file: below, a part would hold a handful
FEWEST_OWN = 6  # of a reader's own part: a fifth, as the cut would give
MOST = {"train": 200_000, "validation": 1000, "test": 5000}
TRIES = 20
FEWEST_GROUPS = 20  # with fewer, a bootstrap over groups says nothing
RARE = 50  # so many positive pairs stay, where there are as many, when a part is cut
GROUP = "group"  # the column of what `cut` keeps together


def cut(
    rows: pd.DataFrame,
    labels: Labels,
    where: str,
    own: dict[str, pd.DataFrame] | None = None,
    group: str | None = None,
) -> tuple[dict[str, pd.DataFrame], dict]:
    """The three parts, and what is to be said about them.

    The first of some fixed seeds is taken for which every part has positive and other pairs. No
    pair is on two sides, and no sentence either where the pairs allow it. Rows are in random order.
    Where a pair stands in several rows, the first of them alone chooses and tests: counted twice, a
    pair would make the intervals too narrow. ``own`` are the reader's own validation and test
    rows: ``rows`` lose the pairs that stand in them, and the validation rows those of the test
    rows, which stay whole. With ``group``, a column such as the number of a query, rows that have
    it in common stay on one side in place of those that share sentences. Raises UserError where the
    file is too small or too lopsided.
    """
    files = {"train": rows, **(own or {})}
    files = {name: bare(one, labels, group) for name, one in files.items()}
    for one, pairs in zip(files.values(), pair_numbers([*files.values()]), strict=True):
        one["pair"] = pairs
    # no pair is in two files
    total = _size(files)
    _drop_shared(files, where)
    leaked = total - _size(files)
    # of a pair in several rows the first alone chooses and tests
    files = {name: one.assign(first=~one["pair"].duplicated()) for name, one in files.items()}
    different = sum(int(one["first"].sum()) for one in files.values())
    if different < FEWEST:
        raise UserError(
            f"{where}: {total} row{'s' * (total != 1)}, different pairs: {different}; a "
            f"comparison needs {FEWEST} of them at least, to train, to choose and to test with: "
            "label more pairs"
        )
    for part, one in files.items():
        if part != "train" and (n := int(one["first"].sum())) < FEWEST_OWN:
            raise UserError(
                f"{where}: your own {part} file, different pairs: {n}; {FEWEST_OWN} are needed: "
                "label more pairs, or leave it out: a part of the file is taken"
            )
    # divide, then keep at most so many of each part
    divided, apart, seed = _divided(files, labels, where)
    repeated = total - leaked - _size(divided)
    whole, share = len(divided["train"]), float(positive(divided["test"], labels).mean())
    parts = {name: at_most(divided[name], MOST[name], labels) for name in FRACTIONS}
    sides = (("test", "train"), ("validation", "train"), ("test", "validation"))
    if own and apart == "sentences" and any(shared_sentences(parts[a], parts[b]) for a, b in sides):
        apart = "pairs"
    said = {"apart": apart, "seed": seed, "repeated": repeated, "leaked": leaked}
    said |= {"whole": whole, "share": share}  # before any cut: training pairs, positive test pairs
    said |= {"left_out": total - repeated - leaked - _size(parts)}
    return parts, said | facts(parts, labels)


def _size(files: dict[str, pd.DataFrame]) -> int:
    """How many rows there are in all."""
    return sum(map(len, files.values()))


def _drop_shared(files: dict[str, pd.DataFrame], where: str) -> None:
    """Drop rows whose pair, or group, stands in a file of the reader's own that judges.

    A pair that tests does not choose as well, and none of both is trained on. Raises UserError
    where nothing is left.
    """
    if {"validation", "test"} <= files.keys():
        files["validation"] = _fresh(files["validation"], files["test"])
        if files["validation"].empty:
            what = "group" if GROUP in files["test"] else "pair"
            raise UserError(
                f"{where}: every {what} of your own validation file stands in your own test file; "
                f"choose with other {what}s than you test with"
            )
    rows, *own = files.values()
    if own:
        files["train"] = _fresh(rows, pd.concat(own))
        if files["train"].empty:
            named = " or ".join(f"--{part}" for part in files if part != "train")
            raise UserError(
                f"{where}: every pair of it stands in your own file, too ({named}): nothing is "
                f"left to train with. Name other pairs, or leave {named} out: a part of it is taken"
            )


def _fresh(rows: pd.DataFrame, judging: pd.DataFrame) -> pd.DataFrame:
    """Rows whose pair, and whose group, is none of those that judge."""
    keep = ~rows["pair"].isin(judging["pair"])
    if GROUP in rows:
        keep &= ~rows[GROUP].isin(judging[GROUP])
    return rows[keep].reset_index(drop=True)


def _divided(files: dict[str, pd.DataFrame], labels: Labels, where: str) -> tuple:
    """All three parts, what they do not share, and the seed that decided."""
    rows, own = files["train"], files.keys() - {"train"}
    wanted = {name: share for name, share in FRACTIONS.items() if name not in own}
    shares = [share / sum(wanted.values()) for share in wanted.values()]
    for seed in range(TRIES):
        try:
            divided, apart = apart_by(rows, shares, seed)
        except UserError:
            what = "groups" if GROUP in rows else "pairs"
            linked = " (those with a pair in common are one)" * (GROUP in rows)
            raise UserError(
                f"{where}: the {len(rows):,} rows hold too few different {what}{linked} to divide "
                f"them; add other {what}"
            ) from None
        parts = {}
        for name, part in (files | dict(zip(wanted, divided, strict=True))).items():
            counted = part if name == "train" else part[part["first"]]
            parts[name] = counted.drop(columns=["pair", "first"])
            parts[name].attrs = {}
        lopsided = {name for name in parts if not 0 < positive(parts[name], labels).mean() < 1}
        if not lopsided:
            return parts, apart, seed
        if lopsided & own:
            raise UserError(
                f"{where}: your own {min(lopsided & own)} file has no label on one side of "
                f"{labels.middle:g}; add such pairs, or bring your files to one scale"
            )
    first = rows[rows["first"]]
    few = int(positive(first, labels).sum())
    few, side = min((few, "above"), (len(first) - few, "not above"))
    mend = "add more of them" + ", or bring your files to one scale" * bool(own)
    if len(first) < len(rows):
        mend += "; of a pair's rows only the first counts here: --repeats mean takes their mean"
    mend = "; ".join(lonely(labels, rows) or [mend])
    raise UserError(
        f"{where}, column {labels.column!r}: {few} of {len(first):,} pairs are {side} "
        f"{labels.middle:g}, too few to train, choose and test with; {mend}"
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
        "shared_sentences": shared_sentences(test, train),
        "positives": {name: int(positive(part, labels).sum()) for name, part in parts.items()},
    }


def groups_of(test: pd.DataFrame) -> tuple[np.ndarray | None, int]:
    """`linked_groups` by the column ``group``, else by the sentences that pairs share."""
    return linked_groups(test, min(FEWEST_GROUPS, len(test) / 2), test.get(GROUP))


def positive(part: pd.DataFrame, labels: Labels) -> np.ndarray:
    """Which rows count as positive."""
    return (part[labels.column] > labels.middle).to_numpy()


def bare(rows: pd.DataFrame, labels: Labels, group: str | None) -> pd.DataFrame:
    """Text, label, and columns with the place in the file: ``row`` from 0, ``line`` if it has any.

    Not in ``attrs``: pandas copies those number by number at every step, which takes minutes with
    half a million rows.
    """
    bare = {c: rows[c].array for c in ("sentence1", "sentence2", labels.column)}
    bare |= {"row": np.arange(len(rows))}
    if "lines" in rows.attrs:
        bare["line"] = rows.attrs["lines"]
    if group is not None:
        names = rows[group].astype(str).str.strip()  # a number may be 7 in one file, 7.0 in another
        bare[GROUP] = names.str.replace(r"^(-?\d+)\.0+$", r"\1", regex=True).array
    return pd.DataFrame(bare)


def at_most(part: pd.DataFrame, most: int, labels: Labels) -> pd.DataFrame:
    """At most so many rows, in an order that depends on nothing but their number.

    The share of positive ones stays; where they are rare, more of them stay: up to `RARE`, or half.
    """
    order = pd.Series(range(len(part))).sample(frac=1, random_state=0).to_numpy()
    if len(order) > most:
        high = positive(part, labels)[order]
        places, others = np.flatnonzero(high), np.flatnonzero(~high)
        n = max(round(most * high.mean()), min(len(places), RARE, most // 2))
        order = order[np.sort(np.concatenate([places[:n], others[: most - n]]))]
    return part.iloc[order].reset_index(drop=True)


def apart_by(rows: pd.DataFrame, shares: list[float], seed: int) -> tuple[list, str]:
    """Parts of these shares and what they do not have in common: groups, sentences or pairs."""
    if len(shares) == 1:
        return [rows], "groups" if GROUP in rows else "sentences"
    if GROUP not in rows:
        return split_apart(rows, shares, seed)
    # a pair that stands in two groups links them
    links = pd.DataFrame({GROUP: "g " + rows[GROUP], "pair": pair_numbers([rows])[0].astype(str)})
    keys = sentence_groups(links, (GROUP, "pair"))
    return divided(rows, keys, shares, seed), "groups"
