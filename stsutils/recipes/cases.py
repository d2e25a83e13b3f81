"""Cases: single pairs by their row, and our own, each judged by a threshold chosen beforehand."""

import numpy as np

from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.evaluation.decision import best_threshold
from stsutils.ledger import Result
from stsutils.recipes.rows import gold, rows_of
from stsutils.recipes.scoring import add_share
from stsutils.recipes.settings import recipe
from stsutils.recipes.training import start, train


@recipe("cases-1")
def cases(s: dict, seed: int, device: str | None = None) -> Result:
    """Train as `finetune` does, choose a threshold on validation, and judge pairs by it.

    Settings: those of `finetune`, all for pairs with the labels 0 and 1, and ``cases``
    ([set:split, row number] each), ``groups`` (names of small sets with a column ``operation``).
    The threshold has the best F1 on the validation rows; above it a pair counts as equivalent.

    Metrics: ``<set:split>:<row>`` is 1 where that pair is judged rightly, else 0, with the cosine
    less the threshold as ``… margin``; accuracy on the test sets and groups as ``<name> accuracy``,
    and by operation as ``<name> <operation>``; ``threshold``, ``validation``.
    """
    encoder, result = start(s, device)
    train(encoder, s, seed, result)
    validation = rows_of(s["validation"])
    threshold = best_threshold(similarity(encoder, validation), gold(validation) > 0)
    if threshold is None:
        raise UserError(f"{s['validation']}: a threshold needs rows of both classes")
    result.metrics["threshold"] = threshold
    for name, row in s["cases"]:
        rows = rows_of(name)
        if row >= len(rows):
            raise UserError(f"cases: {name} has {len(rows)} rows, so no row {row}")
        margin = float(similarity(encoder, rows.iloc[[row]])[0]) - threshold
        result.metrics[f"{name}:{row}"] = float((margin > 0) == (gold(rows)[row] > 0))
        result.metrics[f"{name}:{row} margin"] = margin
    for name in (*s["test"], *s["groups"]):
        rows = rows_of(name)
        right = (similarity(encoder, rows) > threshold) == (gold(rows) > 0)
        add_share(result, f"{name} accuracy", right, name)
        if name in s["groups"]:
            kinds = rows["operation"].to_numpy()
            for kind in np.unique(kinds):
                result.metrics[f"{name} {kind}"] = float(right[kinds == kind].mean())
    return result
