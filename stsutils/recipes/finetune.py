"""Fine-tune a sentence encoder with one loss, then test it."""

from stsutils.ledger import Result
from stsutils.recipes.models import encoder_of
from stsutils.recipes.scoring import (
    score_anisotropy,
    score_distributions,
    score_tests,
)
from stsutils.recipes.settings import complete
from stsutils.recipes.training import begin, train


def finetune(settings: dict, seed: int, device: str | None = None) -> Result:
    """Fine-tune an encoder with one loss; Spearman on validation and test sets.

    Needed settings: ``encoder``, ``pooling``, ``train``, ``validation`` (names as in `rows_of`),
    ``test`` (a list of names as `RowsName` has them), ``loss`` ({"name": …, and its own settings}),
    ``lr``, ``epochs``, ``batch_size``. Optional, with defaults in `stsutils.ledger.DEFAULTS`:
    ``labels`` relabels the training rows, ``gold`` the test rows (raw unless a study of
    gold labels says otherwise), ``rows`` keeps that many random training rows, ``negatives``
    ("given" or "random") replaces the negative training pairs by random ones, ``evaluations`` is
    how often an epoch looks at validation; the weights with the best validation score are tested.
    ``columns`` names the text columns (SimCSE: one column twice), ``teacher`` the encoder that a
    loss on rows learns from, ``chunk`` caches gradients. ``test_poolings`` tests the same weights
    once more with each of these poolings, ``distributions`` looks at the cosines of two classes,
    ``anisotropy`` at those of random pairs of the first test set's sentences.

    Metrics: ``validation``, then one a test set under its name (``<name> by <pooling>`` for a
    second look). Draws and predictions likewise; a suite of more than four sets keeps no
    predictions.
    """
    s = complete("finetune-1", settings)
    encoder = encoder_of(s, device)
    result = begin(encoder)
    train(encoder, s, seed, result)
    score_tests(encoder, s["test"], s["gold"], result)
    if s["distributions"]:
        score_distributions(s["test"], s["gold"], result)
    if s["anisotropy"]:
        score_anisotropy(encoder, s["test"][0], result)
    for pooling in s["test_poolings"]:
        encoder.pooling = pooling
        score_tests(encoder, s["test"], s["gold"], result, by=pooling)
    return result
