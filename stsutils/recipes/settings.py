"""What a recipe's settings may be: one table of keys, read once and before anything is loaded.

`complete` fills in the defaults (`stsutils.ledger.DEFAULTS`), refuses what is unknown or missing,
and gives each value to the check of its key. The check of a training inside of other settings
(``training``, ``teacher``, ``before``, ``then`` …) completes it, so no recipe completes or checks
anything again.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from stsutils.encoders import POOLINGS
from stsutils.errors import UserError
from stsutils.ledger import DEFAULTS
from stsutils.ledger.defaults import TRAINING
from stsutils.methods.contexts.context_sets import CONSTRUCTIONS
from stsutils.methods.contexts.similarity import READINGS
from stsutils.methods.objectives import check_objective
from stsutils.recipes.models import PROMPT, WORDS
from stsutils.recipes.rows import RELABELLED, TASKS, check_name, parts_of
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
    "pretraining-1": ("corpus", "objective", "tokens", "tune"),
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
#: What the training of a head shares with the training around it.
AROUND_HEAD = ("encoder", "loss", "validation", "max_length")
#: The same → the other settings, and what they are where they are not given.
USUAL = DEFAULTS | {
    "training": TRAINING,
    "teacher": {"corpus": None, "training": None, "continued": False},
    "labels_from": {},
    "head_first": {key: value for key, value in TRAINING.items() if key not in AROUND_HEAD},
    "harvest": {"construction": "two-step", "references": 0},
}


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
    for key, check in CHECKS.items():
        left_out = s.get(key) is None and usual.get(key) is None and key not in needed
        if not left_out:
            s[key] = check(s[key], Place(recipe, key, s))
    RULES.get(recipe, lambda s: None)(s)
    return s


def listed(value) -> list:
    """One value, or several, as a list."""
    return list(value) if isinstance(value, list | tuple) else [value]


# Checks of a value by its key: each gives the value back, completed


def names(value, at: Place):
    """One name of rows, or several; a set that is scored may have a protocol."""
    if at.recipe == "pretraining-1":  # its corpus may be a file
        return value
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


def poolings(value, at: Place):
    """One pooling, or several; some recipes also know what stands in the place of one."""
    others = {"raw-1": (WORDS,), "finetune-1": (WORDS,), "rank-vectors-1": (PROMPT,)}
    others |= dict.fromkeys(("cases-1", "siamese-1"), ())
    for pooling in listed(value):
        if pooling not in (*POOLINGS, *others.get(at.recipe, (WORDS, PROMPT))):
            there = ", ".join(POOLINGS)
            raise UserError(f"{at.key}: no pooling is called {pooling!r}; there are {there}")
    return value


def one_of(*choices: str) -> Callable:
    """The check that a value is one of these words."""

    def check(value, at: Place):
        if value not in choices:
            raise UserError(f"{at.key} is one of {', '.join(choices)}, not {value!r}")
        return value

    return check


def tasks(value, at: Place):
    """Transfer tasks."""
    for task in value:
        if task not in TASKS:
            raise UserError(f"no transfer task is called {task!r}; there are {', '.join(TASKS)}")
        names(list(parts_of(task, at.s["task_rows"]).values()), at)
    return value


def cases(value, at: Place):
    """Pairs, each as the name of its rows and its number in them."""
    for name, row in value:
        check_name(name)
        if type(row) is not int or row < 0:
            raise UserError(f"cases: {name} has no row {row!r}")
    return value


def apart(value, at: Place):
    """Some of the test sets, and the rows that their pairs may stand in."""
    if set(value) != {"from", "tests"}:
        raise UserError('siamese: apart is {"from": rows, "tests": a list of test sets}')
    if unknown := set(value["tests"]) - set(at.s["test"]):
        raise UserError(f"siamese: apart has {sorted(unknown)}, which is not tested")
    check_name(value["from"])
    return value


def objectives(value, at: Place):
    """A task of pre-training."""
    check_objective(value)
    return value


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
    return trainings({**value, "validation": value.get("train")}, at)


def head_first(value, at: Place):
    """The training of a head alone."""
    stage = complete("head_first", value, "siamese head_first")
    return trainings(stage | {key: at.s[key] for key in AROUND_HEAD}, at)


def before(value, at: Place):
    """A whole training by the same recipe that comes first, without tests."""
    return complete(at.recipe, {**value, **{key: at.s[key] for key in READER}, "test": []})


def tunes(value, at: Place):
    """Name → a fine-tuning of the encoder that is pre-trained; no test set is looked at."""
    blank = {"encoder": "mini", "test": []}
    return {name: complete("finetune-1", blank | own) for name, own in value.items()}


def within(kind: str) -> Callable:
    """The check of settings of this kind inside of others."""
    return lambda value, at: complete(kind, value)


CHECKS: dict[str, Callable] = {
    **dict.fromkeys(("train", "validation", "test", "text", "held_out", "corpus"), names),
    **dict.fromkeys(("triplets", "by_head", "classes", "groups"), names),
    **dict.fromkeys(("labels", "gold"), readings),
    **dict.fromkeys(("pooling", "test_poolings", "test_pooling"), poolings),
    "negatives": one_of("given", "random"),
    "structure": one_of("siamese", "interaction"),
    "start": one_of("pre-trained", "scratch"),
    "construction": one_of(*CONSTRUCTIONS),
    "reading": one_of(*READINGS),
    "tasks": tasks,
    "cases": cases,
    "apart": apart,
    "objective": objectives,
    # settings inside of settings
    "teacher": within("teacher"),
    "labels_from": within("labels_from"),
    "models": within("context-models-1"),
    "harvest": within("harvest"),
    "training": trainings,
    "then": trainings,
    "folds": folds,
    "head_first": head_first,
    "before": before,
    "tune": tunes,
}


# Rules that only several settings together can break


def fitting_loss(s: dict) -> None:
    """A loss that can be made, with a teacher where it needs one."""
    loss_of(s, dimension=2, seed=0)


def fitting_training(s: dict) -> None:
    """A loss that can be made, a share of noise, and lengths that a vector can be cut to."""
    fitting_loss(s)
    if not 0 <= s["noise"] <= 1:
        raise UserError(f"finetune: noise is a share from 0 to 1, not {s['noise']}")
    if not all(type(length) is int and length > 0 for length in s["test_dimensions"]):
        lengths = s["test_dimensions"]
        raise UserError(f"finetune: test_dimensions are whole numbers from 1, not {lengths}")


def fitting_head(s: dict) -> None:
    """A head is trained or read only where the loss has one."""
    if not 0 <= s["noise"] <= 1 or not s["planned"] >= 1:
        raise UserError("siamese: noise is a share from 0 to 1, planned at least 1")
    headed = hasattr(loss_of(s, 2, 0), "parameters")
    if not headed and (s["head_first"] or s["by_head"] or s["classes"]):
        raise UserError(f"siamese: the loss {s['loss']['name']!r} has no head to train or to read")


def whole_numbers(s: dict) -> None:
    """All of a shape."""
    if any(type(value) is not int or value < 1 for value in s.values()):
        raise UserError(f"memory settings: whole numbers from 1, not {s}")


def fitting_tasks(s: dict) -> None:
    """Another pooling in the tasks only where there is one in training."""
    if s["test_pooling"] and not {s["pooling"], s["test_pooling"]} <= set(POOLINGS):
        raise UserError(
            f"no pooling is called {s['test_pooling']!r} in the tasks after {s['pooling']!r}; "
            f"both are of {', '.join(POOLINGS)}"
        )


def fitting_ranks(s: dict) -> None:
    """Weights, sizes and a study that rank vectors can have."""
    if not all(0 < weight < 1 for weight in s["weights"]):
        raise UserError(f"weights of rank vectors lie between 0 and 1, not {s['weights']}")
    if any(type(size) is not int or size < 2 for size in s["corpus_sizes"]):
        raise UserError(f"sizes of a corpus are whole numbers from 2, not {s['corpus_sizes']}")
    if s["study"] and s["study"] not in s["test"]:
        raise UserError(f"study: {s['study']} is none of the test sets {', '.join(s['test'])}")


def rising(s: dict) -> None:
    """A choice of contexts that can be made."""
    if not 1 <= s["size"] <= s["shortlist"] <= s["chunks"]:
        raise UserError("size, shortlist and chunks must rise")
    if not all(1 <= size <= s["size"] for size in s.get("sizes", ())):
        raise UserError(f"sizes {s['sizes']} lie from 1 to size ({s['size']})")


def pairs_alone(s: dict) -> None:
    """An interaction model reads two sentences as one text, so it can do nothing else."""
    if s["structure"] == "interaction" and (s["triplets"] or s["then"] or s["folds"]):
        raise UserError("an interaction model is tested on pairs as it is")


RULES: dict[str, Callable[[dict], None]] = {
    "finetune-1": fitting_training,
    **dict.fromkeys(("cases-1", "interaction-1", "training"), fitting_loss),
    "siamese-1": fitting_head,
    "transfer-1": fitting_tasks,
    "rank-vectors-1": fitting_ranks,
    "memory-1": whole_numbers,
    "contexts-1": rising,
    "harvest": rising,
    "surrogate-1": pairs_alone,
}
