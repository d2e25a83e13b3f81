"""Cut rows into parts that share no sentence pair."""

import hashlib
from collections.abc import Sequence

import pandas as pd

from stsutils.data.kinds import kind_of, text_columns
from stsutils.data.leaks import pair_keys
from stsutils.errors import UserError


def split(rows: pd.DataFrame, fractions: Sequence[float], seed: int) -> list[pd.DataFrame]:
    """Cut rows into parts of about the given fractions, by a fixed seed.

    For sets whose training split is missing: ``split(validation, (0.8, 0.2), seed=0)`` gives rows
    to train on and rows to choose by; say so beside the numbers. ``fractions`` sum to 1.

    A sentence pair, in either order, lands in one part only (triplets: the triplet; texts: the
    sentence; sentences: the document where ``doc_id`` is known), so a part may be a few rows off.
    Membership depends on the text and the seed, not on row order or a library's random numbers.
    Raises UserError for fractions that are not positive or do not sum to 1, or an empty part.
    """
    fractions = [float(fraction) for fraction in fractions]
    parts = divided(rows, _group_keys(rows), fractions, seed)
    for number, part in enumerate(parts, start=1):
        name = f"{rows.attrs.get('split', 'rows')}[part {number} of {fractions}, seed {seed}]"
        part.attrs = {**rows.attrs, "split": name}
    return parts


def divided(rows: pd.DataFrame, keys: Sequence, fractions: Sequence[float], seed: int) -> list:
    """The rows of each part, for one key a row: rows of one key stay together.

    Each part's ``attrs["rows"]`` are its row numbers in ``rows``, from 0. Raises UserError for
    fractions that are not positive or do not sum to 1, or an empty part.
    """
    if len(fractions) < 2 or min(fractions) <= 0 or abs(sum(fractions) - 1) > 1e-9:
        raise UserError(
            f"split: fractions must be positive and sum to 1, for example 0.8, 0.2; got {fractions}"
        )
    groups: dict[bytes, list[int]] = {}
    for row, key in enumerate(keys):
        digest = hashlib.sha256(f"{seed}\x1f{key!r}".encode("utf-8", "surrogatepass")).digest()
        groups.setdefault(digest, []).append(row)
    parts: list[list[int]] = [[] for _ in fractions]
    limits = [sum(fractions[: i + 1]) * len(keys) for i in range(len(fractions))]
    taken = part = 0
    for digest in sorted(groups):
        # The middle of the group decides: a big group goes where most of it belongs.
        while part < len(fractions) - 1 and taken + len(groups[digest]) / 2 > limits[part] + 1e-9:
            part += 1
        parts[part] += groups[digest]
        taken += len(groups[digest])
    if not all(parts):
        raise UserError(
            f"split: {len(keys)} rows in {len(groups)} groups are too few for the "
            f"fractions {fractions}; give fewer parts or more rows"
        )
    found = []
    for members in map(sorted, parts):
        part = rows.iloc[members].reset_index(drop=True)
        part.attrs = {**rows.attrs, "rows": members}
        found.append(part)
    return found


def _group_keys(rows: pd.DataFrame) -> list:
    kind = kind_of(rows)
    if kind == "pairs":
        return pair_keys(rows)
    if kind == "sentences" and "doc_id" in rows.columns:
        return rows["doc_id"].tolist()
    return list(zip(*(rows[column].tolist() for column in text_columns(rows)), strict=True))
