"""The surrogate: an encoder learns similarities from contexts, is tuned further, and tested."""

import copy

import numpy as np
from scipy import stats

from stsutils.data import RowsName
from stsutils.data.components import split_apart
from stsutils.evaluation import similarity
from stsutils.evaluation.triplets import right_triplets
from stsutils.ledger import PREDICTED_SETS, Result
from stsutils.losses import cosine_mse, on_cosines
from stsutils.methods.contexts.scored import score_pairs
from stsutils.methods.contexts.surrogate import forget, harvested, pairs_of
from stsutils.recipes.contexts import models_of, sets_of, work_folder
from stsutils.recipes.models import encoder_of, interaction_of
from stsutils.recipes.rows import gold, rows_of
from stsutils.recipes.scoring import score_tests
from stsutils.recipes.settings import complete
from stsutils.recipes.training import begin, fitting, loss_of, train, unfinished
from stsutils.statistics import bootstrap_indices, bootstrap_spearman, spearman
from stsutils.training import fit

FOLDS = 10
#: The share of the harvested pairs that is learned from; the rest measures how well.
LEARNED = 0.95


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
    s = complete("surrogate-1", settings)
    if s["structure"] == "interaction":
        model = interaction_of(s, device, seed)
    else:
        model = encoder_of(s, device)
    if s["start"] == "scratch":
        forget(model, seed)
    result = begin(model)
    if s["harvest"] is not None:
        _learn(model, s, seed, device, result)
    for training in s["then"]:
        train(model, training, seed, result)
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
            seed=seed,
            **fitting(own),
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
