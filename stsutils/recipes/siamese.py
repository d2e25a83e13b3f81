"""Fine-tune with the head kept: trained alone first if asked for, and read beside the cosine."""

import numpy as np
import pandas as pd

from stsutils.data import RowsName, with_label_noise
from stsutils.data.leaks import pair_keys
from stsutils.encoders import POOLINGS
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.ledger import DEFAULTS, Result, canonical
from stsutils.ledger.defaults import TRAINING
from stsutils.methods.heads import fit_head, head_classes, head_scores
from stsutils.recipes.models import encoder_of
from stsutils.recipes.rows import check_name, gold, rows_of, some
from stsutils.recipes.scoring import score_tests
from stsutils.recipes.training import (
    NEEDED,
    begin,
    check_training,
    complete,
    loss_of,
    train,
    training_rows,
)
from stsutils.statistics import bootstrap_indices, bootstrap_spearman, spearman

SIAMESE_NEEDED = NEEDED | {"pooling", "test"}
STAGE_NEEDED = {"train", "lr", "epochs", "batch_size"}
#: Settings that belong to the encoder or to stage 2 alone.
OUTER = ("encoder", "loss", "validation", "max_length")


def siamese_settings(settings: dict) -> dict:
    """Complete settings of `siamese`, checked without loading anything."""
    s = complete(settings, DEFAULTS["siamese-1"], SIAMESE_NEEDED, "siamese")
    check_training(s)
    if s["pooling"] not in POOLINGS:
        raise UserError(f"no pooling is called {s['pooling']!r}; there are {', '.join(POOLINGS)}")
    if not 0 <= s["noise"] <= 1 or not s["planned"] >= 1:
        raise UserError("siamese: noise is a share from 0 to 1, planned at least 1")
    headed = hasattr(loss_of(s, 2, 0), "parameters")
    if not headed and (s["head_first"] or s["by_head"] or s["classes"]):
        raise UserError(f"siamese: the loss {s['loss']['name']!r} has no head to train or to read")
    if s["head_first"]:
        allowed = {key: value for key, value in TRAINING.items() if key not in OUTER}
        own = complete(s["head_first"], allowed, STAGE_NEEDED, "siamese head_first")
        s["head_first"] = own | {key: s[key] for key in OUTER}
        check_training(s["head_first"])
    if s["before"]:
        around = {key: s[key] for key in ("encoder", "pooling", "max_length")}
        s["before"] = siamese_settings({**s["before"], **around, "test": []})
    if s["apart"] and set(s["apart"]) != {"from", "tests"}:
        raise UserError('siamese: apart is {"from": rows, "tests": a list of test sets}')
    if s["apart"]:
        check_name(s["apart"]["from"])
        if unknown := set(s["apart"]["tests"]) - set(s["test"]):
            raise UserError(f"siamese: apart has {sorted(unknown)}, which is not tested")
    for name in s["test"]:
        check_name(name, scored=True)
    for name in (*s["by_head"], *s["classes"]):
        check_name(name)
    return s


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
    s = siamese_settings(settings)
    encoder = encoder_of(s, device)
    result = begin(encoder)
    encoder.normalize = False  # a head reads the vectors' sizes; to the cosine they are nothing
    if own := s["before"]:
        # its unfinished file is this training's: two may have the same start at once
        named = own | {"student": canonical(s)}
        train(encoder, named, seed, begin(encoder), rows=chosen_rows(own, seed))
    loss = loss_of(s, encoder.dimension, seed)
    if s["head_first"]:
        own = s["head_first"]
        kept = ("epochs", "batch_size", "lr", "warmup", "weight_decay", "clip", "precision")
        how = {key: own[key] for key in kept}
        fit_head(encoder, training_rows(own, seed), loss, seed=seed, progress=None, **how)
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
