"""The surrogate: an encoder learns similarities from contexts, is tuned further, and tested."""

import copy

import numpy as np
from scipy import stats

from stsutils.data import RowsName
from stsutils.data.components import folded, split_apart
from stsutils.evaluation import similarity
from stsutils.evaluation.triplets import right_triplets
from stsutils.ledger import Result
from stsutils.losses import cosine_mse, on_cosines
from stsutils.methods.contexts.scored import score_pairs
from stsutils.methods.contexts.surrogate import forget, harvested, pairs_of
from stsutils.recipes.contexts import KEPT, models_of, sets_of
from stsutils.recipes.models import encoder_of, interaction_of
from stsutils.recipes.rows import gold, rows_of
from stsutils.recipes.scoring import add_ranks, add_share, score_tests
from stsutils.recipes.settings import recipe
from stsutils.recipes.training import begin, fit_settings, loss_of, train, unfinished, work_folder
from stsutils.statistics import bootstrap_indices
from stsutils.training import fit

FOLDS = 10
#: The share of the harvested pairs that is learned from; the rest measures how well.
LEARNED = 0.95


@recipe("surrogate-1")
def surrogate(s: dict, seed: int, device: str | None = None) -> Result:
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
    paired = s["structure"] == "interaction"
    model = interaction_of(s, device, seed) if paired else encoder_of(s, device)
    if s["start"] == "scratch":
        forget(model, seed)
    result = begin(model)
    if s["harvest"] is not None:
        _learn(model, s, seed, device, result)
    for training in s["then"]:
        train(model, training, seed, result)
    score_tests(model, s["test"], result)
    for name in s["test"]:
        rows, place = rows_of(name), RowsName.parse(name).place
        _add_pearson(result, f"{name} pearson", similarity(model, rows), gold(rows), place)
    for name in s["triplets"]:
        rows = rows_of(name)
        right = right_triplets(model, rows)
        result.extra["data_sha"][name] = rows.attrs.get("sha")
        add_share(result, name, right, name)
    if s["folds"]:
        _folds(model, s["folds"], seed, result)
    return result


def _learn(model, s: dict, seed: int, device: str | None, result: Result) -> None:
    """L2 regression on harvested similarities; what was learned of them to `result`."""
    h = s["harvest"]
    models = models_of(h["models"], seed, device)
    pairs = pairs_of(models.text, h["pairs"], seed)
    scored = score_pairs(sets_of(models, h, seed), pairs, work_folder() / KEPT)
    similarities = scored.similarity(h["reading"])
    result.metrics |= {"mean": float(similarities.mean()), "sd": float(similarities.std())}
    result.extra["models_sha"] = models.sha
    rows, cut = harvested(pairs, similarities), max(1, int(LEARNED * len(pairs)))
    history = fit(
        model,
        rows.iloc[:cut].reset_index(drop=True),
        on_cosines(cosine_mse),
        **{name: h[name] for name in ("epochs", "batch_size", "lr")},
        seed=seed,
        checkpoint=unfinished({**h, "pooling": s["pooling"], "start": model.sha()}, seed),
        progress=None,
    )
    rest = rows.iloc[cut:]
    if len(rest):
        result.metrics["L2"] = float(((similarity(model, rest) - rest["score"]) ** 2).mean())
    result.curve = history[["step", "loss"]].round(6).to_dict("records")


def _folds(model, s: dict, seed: int, result: Result) -> None:
    """Ten trainings from one start, each tested on the tenth it has not seen: their mean."""
    rows, name = rows_of(s["train"], s["labels"]), s["train"]
    parts, shared = split_apart(rows, (1 / FOLDS,) * FOLDS, seed=0, fold=folded)
    result.extra["data_sha"][name] = rows.attrs.get("sha")
    result.extra["folds share no"] = shared
    folds = Result(metrics={})
    for number, part in enumerate(parts):
        fold = copy.deepcopy(model)
        others = np.setdiff1d(np.arange(len(rows)), part.attrs["rows"])
        learned, loss = rows.iloc[others].reset_index(drop=True), loss_of(s, fold.dimension, seed)
        fit(fold, learned, loss, seed=seed, **fit_settings(s))
        cosines, place = similarity(fold, part), f"{name}, fold {number}"
        add_ranks(folds, f"folds {number}", cosines, gold(part), place)
        _add_pearson(folds, f"folds pearson {number}", cosines, gold(part), place)
    for metric in ("folds", "folds pearson"):
        of_folds = [f"{metric} {number}" for number in range(len(parts))]
        result.metrics[metric] = float(np.mean([folds.metrics[one] for one in of_folds]))
        result.draws[metric] = np.mean([folds.draws[one] for one in of_folds], axis=0)


def _add_pearson(result: Result, metric: str, cosines, labels, place: str) -> None:
    """Pearson's r and its draws to `result`; 0 where one side is constant."""

    def pearson(a: np.ndarray, b: np.ndarray) -> float:
        return 0.0 if np.ptp(a) == 0 or np.ptp(b) == 0 else float(stats.pearsonr(a, b)[0])

    drawn = bootstrap_indices(place, len(labels))
    result.metrics[metric] = pearson(cosines, labels)
    result.draws[metric] = np.array([pearson(cosines[i], labels[i]) for i in drawn])
