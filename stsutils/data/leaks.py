"""The leak filter: no sentence pair of a test set may be trained on.

Source: the regression paper, Appendix A. A training pair is dropped when the same two strings
stand together in a test set, in either order, whatever their scores say. Strings are compared as
they are. Folding case and spaces changes nothing on STS-B and SICK-R; ignoring punctuation too
would drop about 80 pairs more.
"""

from collections.abc import Iterable

import pandas as pd

from stsutils.errors import UserError

STS_TESTS = ("sts12", "sts13", "sts14", "sts15", "sts16", "stsb", "sick_r")


def pair_keys(rows: pd.DataFrame) -> list[tuple[str, str]]:
    """One key a row, the same for (a, b) and (b, a)."""
    if not {"sentence1", "sentence2"} <= set(rows.columns):
        raise UserError(
            "the leak filter compares sentence pairs: rows need columns 'sentence1', 'sentence2'"
        )
    both = zip(rows["sentence1"].tolist(), rows["sentence2"].tolist(), strict=True)
    return [(a, b) if a <= b else (b, a) for a, b in both]


def remove_leaks(rows: pd.DataFrame, tests: Iterable[pd.DataFrame]) -> pd.DataFrame:
    """Training rows without the pairs that stand in any of the test sets, in either order.

    ``tests`` is a list of pair rows (one DataFrame is taken as a list of one). Row order is kept;
    pairs doubled inside ``rows`` stay doubled, as in the paper.
    """
    tests = [tests] if isinstance(tests, pd.DataFrame) else list(tests)
    seen = {key for test in tests for key in pair_keys(test)}
    kept = [key not in seen for key in pair_keys(rows)]
    result = rows[kept].reset_index(drop=True)
    result.attrs = {**rows.attrs, "leaks_removed": len(rows) - len(result)}
    return result


def overlap(a: pd.DataFrame, b: pd.DataFrame) -> int:
    """How many different sentence pairs two sets share, in either order."""
    return len(set(pair_keys(a)) & set(pair_keys(b)))


def merged_stsb_sick(
    split: str = "train", *, folder=None, download: bool | None = False
) -> pd.DataFrame:
    """The fine-grained training corpus of the regression paper, section 4.2 and Appendix A.

    STS-B train and SICK-R train, each without the pairs of the seven STS tests; SICK's 1–5 becomes
    5(s − 1)/4, so every score lies in [0, 5]. 991 + 4,404 = 5,395 pairs (the paper says 5,398).
    The split "all" is the same before the filter, 10,188 pairs. The column ``source`` says where a
    pair is from. ``load("stsb_sick", split)`` gives the same rows.
    """
    from stsutils.data.load import load

    def get(name: str, split: str) -> pd.DataFrame:
        return load(name, split, folder=folder, download=download)

    tests = [get(name, "test") for name in STS_TESTS] if split == "train" else []
    parts = []
    for name in ("stsb", "sick_r"):
        rows = remove_leaks(get(name, "train"), tests)[["sentence1", "sentence2", "score"]]
        if name == "sick_r":
            rows["score"] = 5 * (rows["score"] - 1) / 4
        parts.append(rows.assign(source=name))
    merged = pd.concat(parts, ignore_index=True)
    merged.attrs = {"name": "merged_stsb_sick", "split": split, "range": (0.0, 5.0)}
    return merged
