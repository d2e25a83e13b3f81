"""Fine-tune with the head kept: trained alone first if asked for, and read beside the cosine."""

import numpy as np
import pandas as pd

from stsutils.data import RowsName
from stsutils.data.leaks import pair_keys
from stsutils.data.noise import with_label_noise
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.ledger import Result, canonical
from stsutils.methods.heads import fit_head, head_classes, head_scores
from stsutils.recipes.models import encoder_of
from stsutils.recipes.rows import gold, rows_of, some
from stsutils.recipes.scoring import score_tests
from stsutils.recipes.settings import complete
from stsutils.recipes.training import begin, fitting, loss_of, train, training_rows
from stsutils.statistics import bootstrap_indices, bootstrap_spearman, spearman


def siamese(settings: dict, seed: int, device: str | None = None) -> Result:
    """Fine-tune a sentence encoder as `finetune` does; look at its head and at leaks, too.

    Needed settings are those of `finetune`, and so are most others. Beside them: ``before``
    (settings of a training by this recipe, without encoder, pooling and tests) is done first, with
    the same seed, and its best weights are the start; ``head_first``
    ({"train", "lr", "epochs", "batch_size", …}) trains the head alone on other rows before;
    ``at_least`` keeps training rows with that score or more; ``noise`` is the share of training
    labels that are dealt out anew; ``planned`` is `fit`'s; ``by_head`` names test sets that the
    head scores, ``classes`` those whose class it is asked for; ``apart`` ({"from": rows, "tests":
    some of ``test``}) scores by themselves the test pairs that stand in those rows, and the others.
    Vectors are not scaled to length 1, whatever the encoder's folder says: the papers' heads read
    pooled vectors as they come.

    Metrics: ``validation``, one a test set under its name (the cosine's Spearman), ``<name> by
    head``, ``<name> accuracy``, ``<name> leaked`` and ``<name> unseen``. Draws likewise.
    """
    s = complete("siamese-1", settings)
    encoder = encoder_of(s, device)
    result = begin(encoder)
    encoder.normalize = False  # a head reads the vectors' sizes; to the cosine they are nothing
    if own := s["before"]:
        # its unfinished file is this training's: two may have the same start at once
        named = own | {"student": canonical(s)}
        train(encoder, named, seed, begin(encoder), rows=chosen_rows(own, seed))
    loss = loss_of(s, encoder.dimension, seed)
    if s["head_first"]:
        stage = s["head_first"]
        fit_head(encoder, training_rows(stage, seed), loss, seed=seed, **fitting(stage))
    rows = chosen_rows(s, seed)
    number = 1 + int(gold(rows).max())  # of classes, where labels are classes
    train(encoder, s, seed, result, rows=rows, loss=loss, planned=s["planned"])
    score_tests(encoder, s["test"], "raw", result)
    for name in s["by_head"]:
        rows, place = rows_of(name), RowsName.parse(name).place
        scores, known = head_scores(encoder, loss, rows), gold(rows)
        result.metrics[f"{name} by head"] = float(spearman(scores, known))
        result.draws[f"{name} by head"] = bootstrap_spearman(scores, known, place)
    for name in s["classes"]:
        rows = rows_of(name)
        right = head_classes(encoder, loss, rows, number) == gold(rows)
        result.metrics[f"{name} accuracy"] = float(right.mean())
        draws = right[bootstrap_indices(name, len(right))].mean(axis=1)
        result.draws[f"{name} accuracy"] = draws
    if s["apart"]:
        score_apart(encoder, s["apart"], result)
    return result


def chosen_rows(s: dict, seed: int) -> pd.DataFrame:
    """The rows that complete settings of `siamese` train on."""
    rows = training_rows({**s, "rows": None}, seed)
    if s["at_least"] is not None:
        attrs = dict(rows.attrs)
        rows = rows[gold(rows) >= s["at_least"]].reset_index(drop=True)
        rows.attrs = attrs
    rows = some(rows, s["rows"], seed)
    return with_label_noise(rows, s["noise"], seed) if s["noise"] else rows


def score_apart(encoder, apart: dict, result: Result) -> None:
    """Spearman on the test pairs that stand in the rows ``from``, in either order, and the rest."""
    known = set(pair_keys(rows_of(apart["from"])))
    for name in apart["tests"]:
        rows = rows_of(name)
        inside = np.array([key in known for key in pair_keys(rows)])
        cosines = similarity(encoder, rows)
        for word, own in (("leaked", inside), ("unseen", ~inside)):
            if own.sum() < 30:
                raise UserError(f"{name}: {own.sum()} pairs are {word}; 30 are needed to score")
            labels, metric = gold(rows)[own], f"{name} {word}"
            result.metrics[metric] = float(spearman(cosines[own], labels))
            result.draws[metric] = bootstrap_spearman(cosines[own], labels, metric)
