"""The surrogate: an encoder learns similarities from contexts, is tuned further, and tested."""

import copy

import numpy as np
from scipy import stats

from stsutils.data import RowsName
from stsutils.data.components import split_apart
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.evaluation.triplets import right_triplets
from stsutils.ledger import DEFAULTS, PREDICTED_SETS, Result
from stsutils.losses import cosine_mse, on_cosines
from stsutils.methods.contexts.scored import score_pairs
from stsutils.methods.contexts.similarity import READINGS
from stsutils.methods.contexts.surrogate import forget, harvested, pairs_of
from stsutils.recipes.contexts import (
    CHOICE,
    check_choice,
    context_models_settings,
    models_of,
    sets_of,
    work_folder,
)
from stsutils.recipes.models import encoder_of, interaction_of
from stsutils.recipes.rows import check_name, gold, rows_of
from stsutils.recipes.scoring import score_tests
from stsutils.recipes.training import (
    NEEDED,
    begin,
    check_training,
    complete,
    loss_of,
    train,
    unfinished,
)
from stsutils.statistics import bootstrap_indices, bootstrap_spearman, spearman
from stsutils.training import fit

SURROGATE_NEEDED = {"encoder", "pooling", "max_length"}
HARVEST_NEEDED = {"models", "pairs", "reading", "lr", "epochs", "batch_size"} | CHOICE
FOLDS = 10
#: The share of the harvested pairs that is learned from; the rest measures how well.
LEARNED = 0.95


def surrogate_settings(settings: dict) -> dict:
    """Complete settings of `surrogate`, checked without loading anything."""
    s = complete(settings, DEFAULTS["surrogate-1"], SURROGATE_NEEDED, "surrogate")
    if s["harvest"] is not None:
        more = {"construction": "two-step", "references": 0}
        s["harvest"] = h = complete(s["harvest"], more, HARVEST_NEEDED, "harvest")
        context_models_settings(h["models"])
        check_choice(h)
        if h["reading"] not in READINGS:
            raise UserError(f"scores are read {', '.join(READINGS)}, not {h['reading']!r}")
    if s["structure"] not in ("siamese", "interaction"):
        raise UserError("structure is siamese or interaction")
    if s["start"] not in ("pre-trained", "scratch"):
        raise UserError("start is pre-trained or scratch")
    s["then"] = [_training(s, own) for own in s["then"]]
    if s["folds"]:
        own = {**s["folds"], "validation": s["folds"].get("train")}
        s["folds"] = {k: v for k, v in _training(s, own).items() if k != "validation"}
    for name in (*s["test"], *s["triplets"]):
        check_name(name, scored=name in s["test"])
    if s["structure"] == "interaction" and (s["triplets"] or s["then"] or s["folds"]):
        raise UserError("an interaction model is tested on pairs as it is")
    return s


def _training(s: dict, own: dict) -> dict:
    defaults = {k: v for k, v in DEFAULTS["finetune-1"].items() if k not in ("test", "gold")}
    defaults = {k: v for k, v in defaults.items() if k not in ("test_poolings", "distributions")}
    defaults.pop("anisotropy")
    around = {"encoder": s["encoder"], "max_length": s["max_length"]}
    found = complete({**around, **own}, defaults, NEEDED, "surrogate training")
    check_training(found)
    return found


def surrogate(settings: dict, seed: int, device: str | None = None) -> Result:
    """Harvest similarities, learn them, tune further, test.

    Settings: ``encoder``, ``pooling``, ``max_length``; ``start`` ("pre-trained", or "scratch": the
    same shape with random weights), ``structure`` ("siamese", or "interaction": both sentences read
    together); ``harvest``: ``models``, ``size``, ``shortlist``, ``chunks`` as in `contexts`,
    ``pairs``, ``reading`` (of Eq. 4), ``lr``, ``epochs``, ``batch_size`` of the L2 regression, or
    None: nothing is harvested, which is the row to compare with; ``then``: trainings that follow,
    each with settings of `finetune`; ``test`` (names as `RowsName` has them), ``triplets`` (names
    of triplets), ``folds`` (a training whose ``train`` is cut into ten parts that share no
    sentence: trained on nine, tested on one, ten times).

    Metrics: Spearman under each name of ``test``, Pearson as ``<name> pearson``; accuracy under
    each name of ``triplets``; ``folds`` and ``folds pearson``, means over the ten;
    ``L2`` on harvested pairs that were not learned from, and the ``mean`` and ``sd`` of the
    harvested similarities; ``validation`` of the last training that follows.
    """
    s = surrogate_settings(settings)
    if s["structure"] == "interaction":
        model = interaction_of(s, device, seed)
    else:
        model = encoder_of(s, device)
    if s["start"] == "scratch":
        forget(model, seed)
    result = begin(model)
    result.extra["data_sha"] = {}
    if s["harvest"] is not None:
        _learn(model, s, seed, device, result)
    shas = dict(result.extra["data_sha"])
    for own in s["then"]:
        train(model, own, seed, result)
        shas |= result.extra["data_sha"]
    result.extra["data_sha"] = shas
    score_tests(model, s["test"], "raw", result)
    for name in s["test"]:
        rows, place = rows_of(name), RowsName.parse(name).place
        cosines, known = similarity(model, rows), gold(rows)
        result.metrics[f"{name} pearson"] = _pearson(cosines, known)
        drawn = bootstrap_indices(place, len(known))
        result.draws[f"{name} pearson"] = np.array([_pearson(cosines[i], known[i]) for i in drawn])
    if len(s["test"]) > PREDICTED_SETS:
        result.predictions = {}
    for name in s["triplets"]:
        rows = rows_of(name)
        right = right_triplets(model, rows)
        result.extra["data_sha"][name] = rows.attrs.get("sha")
        result.metrics[name] = float(right.mean())
        result.draws[name] = right[bootstrap_indices(name, len(right))].mean(axis=1)
    if s["folds"]:
        _folds(model, s["folds"], seed, result)
    return result


def _learn(model, s: dict, seed: int, device: str | None, result: Result) -> None:
    """L2 regression on harvested similarities; what was learned of them to `result`."""
    h = s["harvest"]
    models = models_of(h["models"], seed, device)
    pairs = pairs_of(models.text, h["pairs"], seed)
    scored = score_pairs(sets_of(models, h, seed), pairs, work_folder(), h["references"])
    found = scored.similarity(h["reading"])
    result.metrics |= {"mean": float(found.mean()), "sd": float(found.std())}
    result.extra["models_sha"] = models.sha
    rows, cut = harvested(pairs, found), max(1, int(LEARNED * len(pairs)))
    history = fit(
        model,
        rows.iloc[:cut].reset_index(drop=True),
        on_cosines(cosine_mse),
        epochs=h["epochs"],
        batch_size=h["batch_size"],
        lr=h["lr"],
        seed=seed,
        checkpoint=unfinished({**h, "pooling": s["pooling"], "start": model.sha()}, seed),
        progress=None,
    )
    rest = rows.iloc[cut:]
    if len(rest):
        result.metrics["L2"] = float(((similarity(model, rest) - rest["score"]) ** 2).mean())
    lines = history[["step", "loss"]].round(6).to_dict("records")
    result.curve = lines


def _folds(model, own: dict, seed: int, result: Result) -> None:
    """Ten trainings from one start, each tested on the tenth it has not seen."""
    rows, name = rows_of(own["train"], own["labels"]), own["train"]
    parts, shared = split_apart(rows, (1 / FOLDS,) * FOLDS, seed=0)
    result.extra["data_sha"][name] = rows.attrs.get("sha")
    result.extra["folds share no"] = shared
    numbers = {"folds": [], "folds pearson": []}
    draws = {"folds": [], "folds pearson": []}
    for number, part in enumerate(parts):
        fold = copy.deepcopy(model)
        mine = np.setdiff1d(np.arange(len(rows)), part.attrs["rows"])
        fit(
            fold,
            rows.iloc[mine].reset_index(drop=True),
            loss_of(own, fold.dimension, seed),
            epochs=own["epochs"],
            batch_size=own["batch_size"],
            lr=own["lr"],
            warmup=own["warmup"],
            weight_decay=own["weight_decay"],
            clip=own["clip"],
            precision=own["precision"],
            seed=seed,
            progress=None,
        )
        cosines, known = similarity(fold, part), gold(part)
        drawn = bootstrap_indices(f"{name}, fold {number}", len(known))
        numbers["folds"].append(spearman(cosines, known))
        draws["folds"].append(bootstrap_spearman(cosines, known, f"{name}, fold {number}"))
        numbers["folds pearson"].append(_pearson(cosines, known))
        draws["folds pearson"].append([_pearson(cosines[i], known[i]) for i in drawn])
    for metric, found in numbers.items():
        result.metrics[metric] = float(np.mean(found))
        result.draws[metric] = np.mean(draws[metric], axis=0)


def _pearson(a: np.ndarray, b: np.ndarray) -> float:
    """Pearson's r; 0 where one side is constant."""
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        return 0.0
    return float(stats.pearsonr(a, b)[0])
