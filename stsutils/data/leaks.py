"""The leak filter: no sentence pair of a test set may be trained on.

Source: the regression paper, Appendix A. A training pair is dropped when the same two strings
stand together in a test set, in either order, whatever their scores say. Strings are compared as
they are. Folding case and spaces changes nothing on STS-B and SICK-R; ignoring punctuation too
would drop about 80 pairs more.
"""

from collections.abc import Iterable

import pandas as pd

from stsutils.errors import UserError


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
    return rows[[key not in seen for key in pair_keys(rows)]].reset_index(drop=True)


def overlap(a: pd.DataFrame, b: pd.DataFrame) -> int:
    """How many different sentence pairs two sets share, in either order."""
    return len(set(pair_keys(a)) & set(pair_keys(b)))
