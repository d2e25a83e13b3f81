"""What settings are refused, for which words, before any data or model is loaded."""

import pytest

from stsutils.ledger import DEFAULTS
from stsutils.recipes import CHECKS, RECIPES, rows
from stsutils.recipes.settings import KEY_CHECKS as KEYS
from stsutils.recipes.settings import NEEDED, USUAL, complete

READER = {"encoder": "tiny", "pooling": "mean", "max_length": 32}
LOSS = {"loss": {"name": "cosent"}}
TRAINING = {"train": "demo:train", "validation": "demo:validation@60", "lr": 1e-3, "epochs": 1}
TRAINING |= {"batch_size": 16, **LOSS}
FIRST = {"train": "demo_nli:train", "lr": 1e-2, "epochs": 1, "batch_size": 16}
MODELS = {"text": "demo_stories:test", "held_out": "demo_stories:validation", "sentences": 700}
MODELS |= {"pieces": 300, "longest": 16, "triples": 300, "precision": "float32", "counts": True}
MODELS |= {"discriminator": {}, "generator": {}}
HARVEST = {"models": MODELS, "size": 4, "shortlist": 8, "chunks": 20, "pairs": 30}
HARVEST |= {"reading": "centred", "lr": 1e-3, "epochs": 1, "batch_size": 8}
SIAMESE = {**READER, **TRAINING, "loss": {"name": "smooth_k2"}, "test": ["demo:test"]}
SIAMESE |= {"head_first": FIRST, "before": {**TRAINING, "at_least": 4.0}, "by_head": ["demo:test"]}
SIAMESE |= {"apart": {"from": "demo:train", "tests": ["demo:test"]}}
CLUSTERS = {**READER, "train": "demo:train", "test": "demo:test", "labels": "unit", "rows": 9}
AROUND = {**READER, "corpus": "demo_stories:validation"}
TAUGHT = {**TRAINING, "train": "demo_stories:train", "columns": ["sentence", "sentence"]}
TAUGHT |= {"loss": {"name": "rank_encoder"}, "teacher": {**AROUND, "training": TRAINING}}
#: Settings that each recipe takes, nested ones among them.
TAKEN = {
    "finetune-1": {**READER, **TRAINING, "test": ["demo:test"]},
    "cases-1": {**READER, **TRAINING, "cases": [["demo:test", 3]], "groups": ["demo:test"]},
    "interaction-1": {"encoder": "tiny", **TRAINING, "test": ["demo:test#mean"]},
    "siamese-1": SIAMESE,
    "raw-1": {**READER, "pooling": "words", "test": ["demo:test|binary>2.5#wmean"]},
    "transfer-1": {**READER, "pooling": "prompt", "training": TRAINING},
    "rank-vectors-1": {**AROUND, "test": ["demo:test"], "training": TAUGHT},
    "clusters-1": CLUSTERS,
    "memory-1": dict.fromkeys(NEEDED["memory-1"], 4),
    "context-models-1": MODELS,
    "contexts-1": {k: HARVEST[k] for k in ("models", "size", "shortlist", "chunks")}
    | {"test": ["demo:test"], "sizes": [2]},
    "surrogate-1": {**READER, "harvest": HARVEST, "then": [TRAINING], "folds": FIRST | LOSS},
    "audit-1": {"leak": ["demo:test", "demo:train"]},
}


@pytest.fixture(autouse=True)
def nothing_is_loaded(monkeypatch):
    monkeypatch.setattr(rows, "load", None)


@pytest.mark.parametrize("recipe", RECIPES)
def test_working_settings_are_taken(recipe):
    CHECKS[recipe](TAKEN[recipe])


def test_a_training_within_is_completed_once_and_for_all():
    s = complete("rank-vectors-1", TAKEN["rank-vectors-1"])
    teacher = s["training"]["teacher"]
    assert teacher["training"]["max_length"] == s["training"]["max_length"] == 32
    assert teacher["training"]["warmup"] == 0.1
    assert teacher["continued"] is False
    s = complete("siamese-1", TAKEN["siamese-1"])
    assert s["before"]["test"] == []
    assert s["before"]["noise"] == 0.0
    assert s["head_first"]["loss"] == s["loss"]
    s = complete("surrogate-1", TAKEN["surrogate-1"])
    assert [one["encoder"] for one in (*s["then"], s["folds"])] == ["tiny", "tiny"]
    assert s["harvest"]["construction"] == "two-step"


def test_each_recipe_and_each_key_is_in_the_table():
    kinds = {"training", "teacher", "labels_from", "head_first", "harvest"}
    assert set(NEEDED) - kinds == set(RECIPES) - {"audit-1"}
    assert set(DEFAULTS) <= set(RECIPES)
    known = {key for kind in NEEDED for key in (*NEEDED[kind], *USUAL.get(kind, ()))}
    assert set(KEYS) <= known
    for kind, usual in USUAL.items():
        assert not set(usual) & set(NEEDED[kind]), "what has a default is not needed"


def teacher(**changes):
    """A teacher in the training of rank vectors."""
    return {"training": {**TAKEN["rank-vectors-1"]["training"], "teacher": {**READER, **changes}}}


REFUSED = [
    # keys
    ("finetune-1", {"epoch": 2}, r"finetune settings: unknown \['epoch'\]"),
    ("interaction-1", {"pooling": "cls"}, r"unknown \['pooling'\]"),
    ("clusters-1", {"epochs": 1}, r"clusters settings: unknown \['epochs'\]"),
    ("memory-1", {"depth": 1}, r"memory settings: unknown \['depth'\]"),
    ("context-models-1", {"step": 1}, r"unknown \['step'\]"),
    ("transfer-1", {"training": {**TRAINING, "tests": []}}, r"transfer training .*\['tests'\]"),
    ("rank-vectors-1", teacher(corpora="x"), r"teacher settings: unknown \['corpora'\]"),
    ("rank-vectors-1", teacher(training={"lr": 1.0}), "teacher training settings: .*missing"),
    ("siamese-1", {"head_first": {"train": "demo_nli:train"}}, r"\['batch_size', 'epochs', 'lr'\]"),
    ("siamese-1", {"head_first": FIRST | {"encoder": "mini"}}, r"unknown \['encoder'\]"),
    ("siamese-1", {"head_first": FIRST | {"chunk": 8}}, r"unknown \['chunk'\]"),
    ("siamese-1", {"before": FIRST}, r"missing \['loss', 'validation'\]"),
    ("surrogate-1", {"folds": LOSS}, r"surrogate training settings: .*missing .*'train'"),
    ("surrogate-1", {"folds": FIRST | LOSS | {"rows": 9}}, "folds: .* has no setting rows"),
    ("surrogate-1", {"harvest": {"pairs": 3}}, "harvest settings: .*missing"),
    # rows and how they are read
    ("finetune-1", {"train": "demo:dev"}, "has the splits"),
    ("finetune-1", {"train": None}, "train: rows are named set:split, not None"),
    ("finetune-1", {"test": [5]}, "test: rows are named set:split, not 5"),
    ("finetune-1", {"labels": None}, "labels: labels cannot be read as None"),
    ("finetune-1", {"train": "demos:train"}, "did you mean demo"),
    ("finetune-1", {"test": ["demo:test#median"]}, "after # comes mean or wmean"),
    ("finetune-1", {"test": ["demo:test|half"]}, "cannot be read as 'half'"),
    ("finetune-1", {"labels": "halves"}, "labels: labels cannot be read"),
    ("finetune-1", {"validation": "demo:validation@some"}, "after @ comes train, choose"),
    ("finetune-1", {"negatives": "hard"}, "negatives is one of given, random, not 'hard'"),
    ("cases-1", {"groups": ["demo:dev"]}, "has the splits"),
    ("siamese-1", {"head_first": FIRST | {"train": "demo_nli:dev"}}, "has the splits"),
    ("siamese-1", {"classes": ["demo_nli:test#mean"]}, "nothing is scored here"),
    ("rank-vectors-1", {"corpus": "demo_stories:dev"}, "has the splits"),
    ("rank-vectors-1", {"test": ["demo:test#mean"]}, "nothing is scored here"),
    ("rank-vectors-1", teacher(corpus="demo_stories:dev"), "has the splits"),
    ("surrogate-1", {"triplets": ["demo:test#mean"]}, "nothing is scored here"),
    # losses and teachers
    ("finetune-1", {"loss": {"name": "list_net"}}, "needs a teacher"),
    ("finetune-1", {"teacher": READER}, "has no use for a teacher"),
    ("rank-vectors-1", {"training": TAUGHT | {"loss": {"name": "vector_mse"}}}, "not its ranks"),
    ("finetune-1", {"loss": {"name": "cosine"}}, "No loss is called"),
    ("finetune-1", {"loss": {"name": "cosent", "scales": 1}}, "no setting scales"),
    # choices
    ("finetune-1", {"pooling": "median"}, "pooling is one of mean, cls, .* not 'median'"),
    ("transfer-1", {"tasks": ["sst5"]}, "tasks is one of mr, cr, .* not 'sst5'"),
    ("contexts-1", {"construction": "best"}, "construction is one of two-step"),
    ("surrogate-1", {"start": "half"}, "start is one of pre-trained, scratch"),
    ("surrogate-1", {"structure": "both"}, "structure is one of siamese, interaction"),
    ("surrogate-1", {"harvest": HARVEST | {"reading": "best"}}, "one of raw, centred, not"),
    ("audit-1", {"split": "test"}, "give set and split"),
]


@pytest.mark.parametrize(("recipe", "changes", "message"), REFUSED)
def test_settings_are_refused(refused, recipe, changes, message):
    refused(message, CHECKS[recipe], TAKEN[recipe] | changes)


@pytest.mark.parametrize("recipe", NEEDED)
def test_a_setting_that_is_needed_is_asked_for(refused, recipe):
    for key in NEEDED[recipe]:
        others = {k: v for k, v in TAKEN.get(recipe, {}).items() if k != key}
        refused(rf"missing .*'{key}'", complete, recipe, others)


def test_a_recipe_refuses_before_it_begins(refused):
    for recipe, make in RECIPES.items():
        refused(r"epoch|audit settings", make, {**TAKEN[recipe], "epoch": 2}, 0)
