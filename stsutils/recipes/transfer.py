"""Transfer tasks: what a classifier can read off fixed sentence vectors."""

import numpy as np

from stsutils.evaluation import transfer as classify
from stsutils.ledger import Result
from stsutils.recipes.rows import FOLDED, gold, parts_of, rows_of
from stsutils.recipes.scoring import add_share
from stsutils.recipes.settings import recipe
from stsutils.recipes.training import start, train


@recipe("transfer-1")
def transfer(s: dict, seed: int, device: str | None = None) -> Result:
    """Accuracy of a logistic regression on an encoder's fixed vectors, task by task.

    Settings: ``encoder``, ``pooling``, ``max_length``; ``training`` (those of `finetune` that say
    how it is trained first, or None: as it is). ``tasks``, ``folds``, ``inner`` (folds that choose
    the regularisation), ``grid`` and ``task_rows`` have SentEval's protocol as default. A pair
    (MRPC) is classified by |u − v| and u·v together. The seed decides the training alone.

    Metrics: accuracy under each task's name; ``validation`` where there was a training.
    """
    encoder, result = start(s, device)
    if s["training"] is not None:
        train(encoder, s["training"], seed, result)
    for task in s["tasks"]:
        names = parts_of(task, s["task_rows"])
        parts = {part: _features(encoder, name, result) for part, name in names.items()}
        right = _judge(task, parts, s)
        add_share(result, task, right, names.get("test") or names["all"])
    return result


def _judge(task: str, parts: dict, s: dict) -> np.ndarray:
    """Whether each test row is right."""
    if task in FOLDED:
        return classify.cross_validated(*parts["all"], s["folds"], s["inner"], s["grid"])
    if "validation" in parts:
        model = classify.by_validation(parts["train"], parts["validation"], s["grid"])
    else:
        model = classify.by_folds(s["inner"], s["grid"])
    return classify.classified(parts["train"], parts["test"], model)


def _features(encoder, name: str, result: Result) -> tuple[np.ndarray, np.ndarray]:
    rows = rows_of(name)
    result.extra["data_sha"][name] = rows.attrs.get("sha")
    labels = gold(rows).astype(int)
    if "sentence" in rows:
        return encoder.encode(rows["sentence"].tolist()), labels
    u, v = (encoder.encode(rows[column].tolist()) for column in ("sentence1", "sentence2"))
    return np.hstack([np.abs(u - v), u * v]), labels
