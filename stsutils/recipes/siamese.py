"""Fine-tune with the head kept: trained alone first if asked for, and read beside the cosine."""

import numpy as np

from stsutils.data import RowsName
from stsutils.data.leaks import pair_keys
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.ledger import Result, canonical
from stsutils.methods.heads import fit_head, head_classes, head_scores
from stsutils.recipes.rows import gold, rows_of
from stsutils.recipes.scoring import add_ranks, add_share, score_tests
from stsutils.recipes.settings import recipe
from stsutils.recipes.training import begin, fit_settings, loss_of, start, train, training_rows


@recipe("siamese-1")
def siamese(s: dict, seed: int, device: str | None = None) -> Result:
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
    encoder, result = start(s, device)
    encoder.normalize = False  # a head reads the vectors' sizes; to the cosine they are nothing
    if first := s["before"]:
        # its unfinished file is this training's: two may have the same start at once
        train(encoder, first | {"student": canonical(s)}, seed, begin(encoder))
    loss = loss_of(s, encoder.dimension, seed)
    if stage := s["head_first"]:
        fit_head(encoder, training_rows(stage, seed), loss, seed=seed, **fit_settings(stage))
    rows = training_rows(s, seed)
    classes = 1 + int(gold(rows).max())  # how many, where labels are classes
    train(encoder, s, seed, result, rows=rows, loss=loss, planned=s["planned"])
    score_tests(encoder, s["test"], result)
    for name in s["by_head"]:
        rows, place = rows_of(name), RowsName.parse(name).place
        scores = head_scores(encoder, loss, rows)
        add_ranks(result, f"{name} by head", scores, gold(rows), place)
    for name in s["classes"]:
        rows = rows_of(name)
        right = head_classes(encoder, loss, rows, classes) == gold(rows)
        add_share(result, f"{name} accuracy", right, name)
    if s["apart"]:
        score_apart(encoder, s["apart"], result)
    return result


def score_apart(encoder, apart: dict, result: Result) -> None:
    """Spearman on the test pairs that stand in the rows ``from``, in either order, and the rest."""
    known = set(pair_keys(rows_of(apart["from"])))
    for name in apart["tests"]:
        rows = rows_of(name)
        inside = np.array([key in known for key in pair_keys(rows)])
        cosines = similarity(encoder, rows)
        for word, part in (("leaked", inside), ("unseen", ~inside)):
            if part.sum() < 30:
                raise UserError(f"{name}: {part.sum()} pairs are {word}; 30 are needed to score")
            metric = f"{name} {word}"
            add_ranks(result, metric, cosines[part], gold(rows)[part], metric)
