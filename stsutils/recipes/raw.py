"""An encoder as it is."""

from stsutils.encoders import POOLINGS
from stsutils.errors import UserError
from stsutils.ledger import DEFAULTS, Result
from stsutils.recipes.models import WORDS, encoder_of
from stsutils.recipes.rows import check_name
from stsutils.recipes.scoring import (
    score_anisotropy,
    score_distributions,
    score_tests,
)
from stsutils.recipes.training import begin, complete


def raw_settings(settings: dict) -> dict:
    """Complete settings of `raw`, checked without loading anything."""
    needed = {"encoder", "pooling", "max_length", "test"}
    s = complete(settings, DEFAULTS["raw-1"], needed, "raw")
    if s["pooling"] not in (*POOLINGS, WORDS):
        raise UserError(f"no pooling is called {s['pooling']!r}; there are {', '.join(POOLINGS)}")
    for name in s["test"]:
        check_name(name, scored=True)
    return s


def raw(settings: dict, seed: int, device: str | None = None) -> Result:
    """An encoder as it is, without training; the seed changes nothing.

    Settings: ``encoder``, ``pooling`` (or "words": the mean of its input word vectors),
    ``max_length``, ``test`` (a list of names as `RowsName` has them); ``distributions`` looks at
    the cosines of two classes.
    Metrics: Spearman under each test set's name, and ``random_pair_cosine`` over the distinct
    sentences of the first set.
    """
    s = raw_settings(settings)
    encoder = encoder_of(s, device)
    result = begin(encoder)
    result.extra["data_sha"] = {}
    score_tests(encoder, s["test"], "raw", result)
    if s["distributions"]:
        score_distributions(s["test"], "raw", result)
    score_anisotropy(encoder, s["test"][0], result)
    return result
