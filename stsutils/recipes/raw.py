"""An encoder as it is."""

from stsutils.ledger import Result
from stsutils.recipes.models import encoder_of
from stsutils.recipes.scoring import (
    score_anisotropy,
    score_distributions,
    score_tests,
)
from stsutils.recipes.settings import complete
from stsutils.recipes.training import begin


def raw(settings: dict, seed: int, device: str | None = None) -> Result:
    """An encoder as it is, without training; the seed changes nothing.

    Settings: ``encoder``, ``pooling`` (or "words": the mean of its input word vectors),
    ``max_length``, ``test`` (a list of names as `RowsName` has them); ``distributions`` looks at
    the cosines of two classes.
    Metrics: Spearman under each test set's name, and ``random_pair_cosine`` over the distinct
    sentences of the first set.
    """
    s = complete("raw-1", settings)
    encoder = encoder_of(s, device)
    result = begin(encoder)
    score_tests(encoder, s["test"], "raw", result)
    if s["distributions"]:
        score_distributions(s["test"], "raw", result)
    score_anisotropy(encoder, s["test"][0], result)
    return result
