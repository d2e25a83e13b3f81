"""Transfer tasks: what a classifier can read off fixed sentence vectors."""

import numpy as np

from stsutils.encoders import POOLINGS
from stsutils.errors import UserError
from stsutils.evaluation import transfer as classify
from stsutils.ledger import DEFAULTS, Result
from stsutils.ledger.defaults import TRAINING
from stsutils.recipes.models import PROMPT, WORDS, encoder_of
from stsutils.recipes.rows import check_name, gold, rows_of
from stsutils.recipes.training import NEEDED, begin, check_training, complete, train
from stsutils.statistics import bootstrap_indices

#: How each task is judged: by folds over all rows, or by the set's own splits.
FOLDED = ("mr", "cr", "subj", "mpqa")
SPLIT = {"sst2": "validation", "trec": None, "mrpc": None}
TASKS = (*FOLDED, *SPLIT)
TRANSFER_NEEDED = {"encoder", "pooling", "max_length"}


def transfer_settings(settings: dict) -> dict:
    """Complete settings of `transfer`, checked without loading anything."""
    s = complete(settings, DEFAULTS["transfer-1"], TRANSFER_NEEDED, "transfer")
    if s["pooling"] not in (*POOLINGS, WORDS, PROMPT):
        raise UserError(f"no pooling is called {s['pooling']!r}; there are {', '.join(POOLINGS)}")
    if (other := s["test_pooling"]) and (other not in POOLINGS or s["pooling"] in (WORDS, PROMPT)):
        raise UserError(
            f"no pooling is called {other!r} in the tasks after {s['pooling']!r}; both are of "
            f"{', '.join(POOLINGS)}"
        )
    if unknown := set(s["tasks"]) - set(TASKS):
        raise UserError(f"no transfer task is called {sorted(unknown)}; there are {TASKS}")
    if s["training"] is not None:
        own = {"encoder": s["encoder"], "max_length": s["max_length"], **s["training"]}
        s["training"] = complete(own, TRAINING, NEEDED, "transfer training")
        check_training(s["training"])
    for task in s["tasks"]:
        for part in parts_of(task, s["task_rows"]).values():
            check_name(part)
    return s


def parts_of(task: str, rows: int | None) -> dict[str, str]:
    """The names of a task's rows; `rows` cuts those to be trained on, and those to be folded."""
    cut = f"@{rows}" if rows else ""
    if task in FOLDED:
        return {"all": f"{task}:all{cut}"}
    found = {"train": f"{task}:train{cut}", "test": f"{task}:test"}
    if SPLIT[task]:
        found["validation"] = f"{task}:{SPLIT[task]}"
    return found


def transfer(settings: dict, seed: int, device: str | None = None) -> Result:
    """Accuracy of a logistic regression on an encoder's fixed vectors, task by task.

    Settings: ``encoder``, ``pooling``, ``max_length``; ``training`` (those of `finetune` that say
    how it is trained first, or None: as it is); ``test_pooling`` pools otherwise in the tasks than
    in training. ``tasks``, ``folds``, ``inner`` (folds that choose the regularisation), ``grid``
    and ``task_rows`` have SentEval's protocol as default. A pair (MRPC) is classified by |u − v|
    and u·v together. The seed decides the training alone.

    Metrics: accuracy under each task's name; ``validation`` where there was a training.
    """
    s = transfer_settings(settings)
    encoder = encoder_of(s, device)
    result = begin(encoder)
    result.extra["data_sha"] = {}
    if s["training"] is not None:
        train(encoder, s["training"], seed, result)
    if s["test_pooling"]:
        encoder.pooling = s["test_pooling"]
    for task in s["tasks"]:
        names = parts_of(task, s["task_rows"])
        parts = {part: _features(encoder, name, result) for part, name in names.items()}
        right = _judge(task, parts, s)
        judged = names.get("test") or names["all"]
        result.metrics[task] = float(right.mean())
        result.draws[task] = right[bootstrap_indices(judged, len(right))].mean(axis=1)
    return result


def _judge(task: str, parts: dict, s: dict) -> np.ndarray:
    """Whether each test row is right."""
    if task in FOLDED:
        return classify.cross_validated(*parts["all"], s["folds"], s["inner"], s["grid"])
    if "validation" in parts:
        strength = classify.by_validation(parts["train"], parts["validation"], s["grid"])
    else:
        strength = classify.choose(*parts["train"], s["inner"], s["grid"])
    return classify.classified(parts["train"], parts["test"], strength)


def _features(encoder, name: str, result: Result) -> tuple[np.ndarray, np.ndarray]:
    rows = rows_of(name)
    result.extra["data_sha"][name] = rows.attrs.get("sha")
    labels = gold(rows).astype(int)
    if "sentence" in rows:
        return encoder.encode(rows["sentence"].tolist()), labels
    u, v = (encoder.encode(rows[column].tolist()) for column in ("sentence1", "sentence2"))
    return np.hstack([np.abs(u - v), u * v]), labels
