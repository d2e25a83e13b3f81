"""What a recipe's settings may be: one table of keys, read once and before anything is loaded.

`complete` fills in the defaults (`stsutils.ledger.DEFAULTS`), refuses what is unknown or missing,
and gives each value to the check of its key. The check of a training inside of other settings
(``training``, ``teacher``, ``before``, ``then`` …) completes it, so no recipe completes or checks
anything again.
"""

import functools
from collections.abc import Callable, Mapping
from typing import NamedTuple

from stsutils.encoders import POOLINGS
from stsutils.errors import UserError
from stsutils.ledger import DEFAULTS
from stsutils.ledger.defaults import TRAINING
from stsutils.methods.contexts.context_sets import CONSTRUCTIONS
from stsutils.methods.contexts.similarity import READINGS
from stsutils.recipes.models import PROMPT, WORDS
from stsutils.recipes.rows import RELABELLED, TASKS, check_name
from stsutils.recipes.training import loss_of

READER = ("encoder", "pooling", "max_length")
TRAINED = ("encoder", "train", "validation", "loss", "lr", "epochs", "batch_size")
CHOICE = ("size", "shortlist", "chunks")
#: Recipe, or kind of training inside of one → the settings that must be given.
NEEDED = {
    "finetune-1": (*TRAINED, "pooling", "test"),
    "cases-1": (*TRAINED, "pooling", "cases", "groups"),
    "interaction-1": (*TRAINED, "test"),
    "siamese-1": (*TRAINED, "pooling", "test"),
    "raw-1": (*READER, "test"),
    "transfer-1": READER,
    "rank-vectors-1": (*READER, "corpus", "test"),
    "clusters-1": (*READER, "train", "test", "labels", "rows"),
    "memory-1": ("layers", "width", "heads", "inner", "vocabulary", "sentences", "length"),
    "context-models-1": (
        *("text", "held_out", "sentences", "pieces", "longest", "triples", "precision", "counts"),
        *("discriminator", "generator"),
    ),
    "contexts-1": ("models", "test", *CHOICE),
    "surrogate-1": READER,
    "training": TRAINED,
    "teacher": READER,
    "labels_from": READER,
    "head_first": ("train", "lr", "epochs", "batch_size"),
    "harvest": ("models", "pairs", "reading", "lr", "epochs", "batch_size", *CHOICE),
}
#: What the training of a head shares with the training around it, and what it may say itself.
AROUND_HEAD = ("encoder", "loss", "validation", "max_length")
OF_HEAD = ("labels", "rows", "warmup", "weight_decay", "clip", "precision", "negatives")
#: What no training in folds has: they take all rows as they are, and the length around them.
NOT_IN_FOLDS = ("rows", "negatives", "columns", "teacher", "loss_lr", "chunk", "max_length")
NOT_IN_FOLDS += ("evaluations",)
#: The same → the other settings, and what they are where they are not given.
USUAL = DEFAULTS | {
    "training": TRAINING,
    "teacher": {"corpus": None, "training": None, "continued": False},
    "head_first": {key: TRAINING[key] for key in OF_HEAD},
    "harvest": {"construction": "two-step"},
}
#: Recipe → its function, as `recipe` registers it.
RECIPES: dict[str, Callable] = {}


def recipe(name: str) -> Callable:
    """Register the recipe of this name: whoever calls it, it gets its settings complete."""

    def register(function: Callable) -> Callable:
        @functools.wraps(function)
        def called(settings: dict, seed: int, device: str | None = None):
            return function(complete(name, settings), seed, device)

        RECIPES[name] = called
        return called

    return register


class Place(NamedTuple):
    """Where a value stands: in what, under which key, beside which other settings."""

    recipe: str
    key: str
    s: dict


def complete(recipe: str, settings: Mapping, name: str = "") -> dict:
    """The settings of a recipe with its defaults, checked without loading anything.

    A UserError names the settings (as `name`, or the recipe's), the key, and what is wrong.
    """
    needed, usual = NEEDED[recipe], USUAL.get(recipe, {})
    unknown = sorted(set(settings) - set(usual) - set(needed))
    missing = sorted(set(needed) - set(settings))
    if unknown or missing:
        name = name or recipe.removesuffix("-1")
        raise UserError(f"{name} settings: unknown {unknown}, missing {missing}")
    s = {**usual, **settings}
    for key, check in KEY_CHECKS.items():
        left_out = s.get(key) is None and usual.get(key) is None and key not in needed
        if not left_out:
            s[key] = check(s[key], Place(recipe, key, s))
    if "loss" in s:
        loss_of(s, dimension=2, seed=0)  # which refuses a loss that cannot be made
    return s


def listed(value) -> list:
    """One value, or several, as a list."""
    return list(value) if isinstance(value, list | tuple) else [value]


# Checks of a value by its key: each gives the value back, completed


def names(value, at: Place):
    """One name of rows, or several; a set that is scored may have a protocol."""
    scored = at.key == "test" and at.recipe not in ("rank-vectors-1", "clusters-1")
    for name in listed(value):
        if not isinstance(name, str):
            raise UserError(f"{at.key}: rows are named set:split, not {name!r}")
        check_name(name, scored)
    return value


def readings(value, at: Place):
    """A way to read labels."""
    if not isinstance(value, str) or not RELABELLED.fullmatch(value):
        raise UserError(f"{at.key}: labels cannot be read as {value!r}")
    return value


def one_of(*choices: str) -> Callable:
    """The check that a value, or each of several, is one of these words."""

    def check(value, at: Place):
        for one in listed(value):
            if one not in choices:
                raise UserError(f"{at.key} is one of {', '.join(choices)}, not {one!r}")
        return value

    return check


def trainings(value, at: Place):
    """One training, or several, whose encoder and length are those around them unless they say."""
    if isinstance(value, list | tuple):
        return [trainings(one, at) for one in value]
    around = {key: at.s[key] for key in ("encoder", "max_length")}
    return complete("training", around | value, f"{at.recipe.removesuffix('-1')} training")


def folds(value, at: Place):
    """How many folds, or a training that is done in each; nothing chooses its weights."""
    if type(value) is int:
        return value
    s = trainings({**value, "validation": value.get("train")}, at)
    usual = TRAINING | {"max_length": at.s["max_length"]}
    if given := [key for key in NOT_IN_FOLDS if s[key] != usual[key]]:
        raise UserError(f"folds: a training in each fold has no setting {', '.join(given)}")
    return s


def head_first(value, at: Place):
    """The training of a head alone."""
    stage = complete("head_first", value, "siamese head_first")
    return trainings(stage | {key: at.s[key] for key in AROUND_HEAD}, at)


def before(value, at: Place):
    """A whole training by the same recipe that comes first, without tests."""
    return complete(at.recipe, {**value, **{key: at.s[key] for key in READER}, "test": []})


def within(value, at: Place):
    """Settings inside of others, of the kind that their key names."""
    return complete("context-models-1" if at.key == "models" else at.key, value)


KEY_CHECKS: dict[str, Callable] = {
    **dict.fromkeys(("train", "validation", "test", "text", "held_out", "corpus"), names),
    **dict.fromkeys(("triplets", "by_head", "classes", "groups"), names),
    "labels": readings,
    "pooling": one_of(*POOLINGS, WORDS, PROMPT),
    "negatives": one_of("given", "random"),
    "structure": one_of("siamese", "interaction"),
    "start": one_of("pre-trained", "scratch"),
    "construction": one_of(*CONSTRUCTIONS),
    "reading": one_of(*READINGS[:2]),  # the third wants references
    "tasks": one_of(*TASKS),
    # settings inside of settings
    **dict.fromkeys(("teacher", "labels_from", "models", "harvest"), within),
    "training": trainings,
    "then": trainings,
    "folds": folds,
    "head_first": head_first,
    "before": before,
}
