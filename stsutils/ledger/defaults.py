"""What a recipe takes where its settings say nothing. A default stands in no record's settings.

So a training has one id, whether its settings name a default or not. Of the trainings that a
recipe has inside itself (``then``, ``before``, ``head_first``) no default is named by hand: there
it would make another id. A default never changes: old records were made with it. A recipe that
needs another one takes the next digit in its name.
"""

from collections.abc import Mapping

TRAINING = {
    "max_length": 128,
    "labels": "raw",
    "rows": None,
    "loss_lr": None,
    "warmup": 0.1,
    "weight_decay": 0.01,
    "clip": 1.0,
    "precision": "float32",
    "evaluations": 1,
    "negatives": "given",
    "columns": None,
    "teacher": None,
    "chunk": None,
}
#: Recipe → setting → default; a recipe that is not here has none.
DEFAULTS = {
    "finetune-1": TRAINING
    | {
        "distributions": False,
        "anisotropy": False,
        "test_dimensions": [],
        "noise": 0.0,
        "labels_from": None,
        "singly": False,
        "layers": None,
    },
    "cases-1": TRAINING | {"test": []},
    "interaction-1": {k: v for k, v in TRAINING.items() if k not in ("columns", "teacher")},
    "siamese-1": TRAINING
    | {
        "at_least": None,
        "noise": 0.0,
        "planned": 1.0,
        "before": None,
        "head_first": None,
        "by_head": [],
        "classes": [],
        "apart": None,
    },
    "raw-1": {"distributions": False, "layers": None},
    "rank-vectors-1": {
        "layers": None,
        "training": None,
        "weights": [0.1],
        "corpus_sizes": [],
        "study": None,
    },
    "contexts-1": {"construction": "two-step", "references": 0, "sizes": []},
    "surrogate-1": {
        "start": "pre-trained",
        "structure": "siamese",
        "harvest": None,
        "then": [],
        "test": [],
        "triplets": [],
        "folds": None,
    },
    "transfer-1": {  # SentEval's protocol
        "tasks": ["mr", "cr", "subj", "mpqa", "sst2", "trec", "mrpc"],
        "folds": 10,
        "inner": 10,
        "grid": [0.25, 0.5, 1.0, 2.0, 4.0, 8.0],
        "task_rows": None,
        "training": None,
    },
}


def with_defaults(recipe: str, settings: Mapping) -> dict:
    """The settings with the recipe's defaults filled in, also those of a training within."""
    found = {**DEFAULTS.get(recipe, {}), **settings}
    if isinstance(found.get("training"), Mapping):
        found["training"] = {**_usual(found), **found["training"]}
    return found


def without_defaults(recipe: str, settings: Mapping) -> dict:
    """The settings without what equals its default, also in a training within."""
    found = _without(DEFAULTS.get(recipe, {}), settings)
    if isinstance(found.get("training"), Mapping):
        found["training"] = _without(_usual(found), found["training"])
    return found


def _usual(settings: Mapping) -> dict:
    """A training within has the defaults of any, and the encoder of the settings around it."""
    around = {key: settings[key] for key in ("encoder", "max_length") if key in settings}
    return TRAINING | around


def _without(defaults: Mapping, settings: Mapping) -> dict:
    return {k: v for k, v in settings.items() if k not in defaults or not _same(v, defaults[k])}


def _same(a, b) -> bool:
    """Equal as JSON: 1 is 1.0 here, because both train alike, but 1 is not true."""
    return a == b and isinstance(a, bool) == isinstance(b, bool)
