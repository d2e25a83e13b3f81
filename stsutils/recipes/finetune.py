"""An encoder as it is, one fine-tuned with a loss, and a model that reads pairs: each is tested."""

import numpy as np
import pandas as pd

from stsutils.data import text_columns
from stsutils.data.rows import content_sha
from stsutils.evaluation import similarity
from stsutils.ledger import Result, canonical
from stsutils.recipes.models import encoder_of, interaction_of
from stsutils.recipes.scoring import score_anisotropy, score_distributions, score_tests
from stsutils.recipes.settings import recipe
from stsutils.recipes.training import begin, start, train, training_rows


@recipe("raw-1")
def raw(s: dict, seed: int, device: str | None = None) -> Result:
    """An encoder as it is, without training; the seed changes nothing.

    Settings: ``encoder``, ``pooling`` (or "words": the mean of its input word vectors),
    ``max_length``, ``test`` (a list of names as `RowsName` has them); ``distributions`` looks at
    the cosines of two classes, ``layers`` keeps the first of the encoder's.
    Metrics: Spearman under each test set's name, and ``random_pair_cosine`` over the distinct
    sentences of the first set.
    """
    encoder, result = start(s, device)
    score_tests(encoder, s["test"], result)
    if s["distributions"]:
        score_distributions(s["test"], result)
    score_anisotropy(encoder, s["test"][0], result)
    return result


@recipe("finetune-1")
def finetune(s: dict, seed: int, device: str | None = None) -> Result:
    """Fine-tune an encoder with one loss; Spearman on validation and test sets.

    Needed settings: ``encoder``, ``pooling``, ``train``, ``validation`` (names as in `rows_of`),
    ``test`` (a list of names as `RowsName` has them), ``loss`` ({"name": …, and its own settings}),
    ``lr``, ``epochs``, ``batch_size``. Optional, with defaults in `stsutils.ledger.DEFAULTS`:
    ``labels`` relabels the training rows, ``rows`` keeps that many random ones, ``negatives``
    ("given" or "random") replaces the negative training pairs by random ones, ``evaluations`` is
    how often an epoch looks at validation; the weights with the best validation score are tested.
    ``columns`` names the text columns (SimCSE: one column twice), ``teacher`` the encoder that a
    loss on rows learns from, ``chunk`` caches gradients. ``test_dimensions`` tests the same weights
    once more with the first numbers of each vector alone. ``noise`` deals that share of the
    training labels out anew, ``labels_from`` ({"encoder": …, "pooling": …, "max_length": …})
    replaces them by this encoder's cosines. ``singly`` trains on each sentence alone, once, for a
    loss on a ``teacher``'s vectors. ``layers`` keeps the first of the encoder's. ``distributions``
    looks at the cosines of two classes, ``anisotropy`` at those of random pairs of the first test
    set's sentences.

    Metrics: ``validation``, then one a test set under its name (``<name> by <n> numbers`` for the
    first n). Draws and predictions likewise; a suite of more than four sets keeps no predictions.
    """
    encoder, result = start(s, device)
    rows = training_rows(s, seed)
    if s["labels_from"]:
        rows = labelled_by(s["labels_from"], rows, device)
    if s["singly"]:
        texts = pd.unique(rows[text_columns(rows)].to_numpy().ravel())
        attrs, rows = rows.attrs, pd.DataFrame({"sentence": texts})
        rows.attrs = attrs  # which rows these sentences are from
    train(encoder, s, seed, result, rows=rows)
    score_tests(encoder, s["test"], result)
    if s["distributions"]:
        score_distributions(s["test"], result)
    if s["anisotropy"]:
        score_anisotropy(encoder, s["test"][0], result)
    for length in s["test_dimensions"]:
        score_tests(encoder, s["test"], result, length)
    return result


_cosines: dict[tuple, np.ndarray] = {}


def labelled_by(teacher: dict, rows: pd.DataFrame, device: str | None) -> pd.DataFrame:
    """The same pairs with a teacher's cosines in place of their labels.

    They are kept, some kilobytes a set: all losses and seeds learn from the same.
    """
    key = canonical(teacher), content_sha(rows), device
    if key not in _cosines:
        _cosines[key] = similarity(encoder_of(teacher, device), rows)
    return rows.drop(columns=["score", "label"], errors="ignore").assign(score=_cosines[key])


@recipe("interaction-1")
def interaction(s: dict, seed: int, device: str | None = None) -> Result:
    """Fine-tune an interaction model with a loss on scores; Spearman on validation and test sets.

    Settings are those of any training (`stsutils.ledger.DEFAULTS`). The seed decides the new head,
    too. The losses: ``cosent`` on the scores as they come (a scale of 1 is the paper's code, 20
    its value for Eq. 10), ``binary_cross_entropy`` on labels from 0 to 1.
    """
    model = interaction_of(s, device, seed)
    model.packs = False  # the records of interaction-1 were read so; packed, dropout draws others
    result = begin(model)
    train(model, s, seed, result)
    score_tests(model, s["test"], result)
    return result
