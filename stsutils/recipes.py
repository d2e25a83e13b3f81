"""Recipes: settings and a seed become numbers.

A recipe is a function ``recipe(settings, seed, device=None) -> Result``. Settings are plain JSON
and hold all that decides the numbers. A recipe whose numbers change gets the next digit in its
name, so old records stay what they say they are.
"""

import math

import numpy as np
import pandas as pd
import torch

from stsutils.data import entry, label_column, load, relabel, split, with_random_negatives
from stsutils.encoders import load_encoder
from stsutils.errors import UserError
from stsutils.evaluation import random_pair_cosine, similarity
from stsutils.ledger import Result
from stsutils.losses import LOSSES, on_cosines
from stsutils.methods.audit import describe, leaks
from stsutils.methods.clusters import clusters as measure_clusters
from stsutils.statistics import bootstrap_spearman, spearman
from stsutils.training import fit

FINETUNE_DEFAULTS = {
    "max_length": 128,
    "labels": "raw",
    "gold": "raw",
    "rows": None,
    "warmup": 0.1,
    "weight_decay": 0.01,
    "clip": 1.0,
    "precision": "float32",
    "evaluations": 1,
    "negatives": "given",
}
FINETUNE_NEEDED = {
    "encoder",
    "pooling",
    "train",
    "validation",
    "test",
    "loss",
    "lr",
    "epochs",
    "batch_size",
}


def rows_of(name: str, labels: str = "raw") -> pd.DataFrame:
    """Rows named ``set:split``, relabelled; ``set:validation@train`` is a fixed 80 % of a split.

    Where a train split is not to be had, ``@train`` (80 %) and ``@choose`` (20 %) divide another
    split by a fixed seed; no pair is on both sides. ``@3000`` keeps that many rows, chosen by a
    fixed seed (all, where there are fewer). ``set:split|binary>2.5`` relabels by name, in place of
    `labels`, so that one run can be scored against several readings of the gold labels.
    """
    place, _, how = name.partition("|")
    if how and labels not in ("raw", how):
        raise UserError(f"{name}: relabelled by name, and {labels!r} asked for beside it")
    place, _, part = place.partition("@")
    dataset, _, which = place.partition(":")
    rows = load(dataset, which or "test")
    if part in ("train", "choose"):
        rows = split(rows, (0.8, 0.2), seed=0)[part == "choose"]
    elif part.isdecimal() and int(part) > 1:
        rows = _some(rows, int(part), seed=0)
    elif part:
        raise UserError(f"{name}: after @ comes train or choose, or a number of rows")
    return relabel(rows, how or labels)


def _some(rows: pd.DataFrame, most: int | None, seed: int) -> pd.DataFrame:
    """At most `most` rows, chosen at random and left in their order."""
    if most is None or most >= len(rows):
        return rows
    keep = np.random.default_rng(seed).choice(len(rows), most, replace=False)
    return rows.iloc[np.sort(keep)].reset_index(drop=True)


def finetune(settings: dict, seed: int, device: str | None = None) -> Result:
    """Fine-tune an encoder on pairs with one loss; Spearman on validation and test sets.

    Needed settings: ``encoder``, ``pooling``, ``train``, ``validation`` (names as in `rows_of`),
    ``test`` (a list of names), ``loss`` ({"name": …, and its own settings}), ``lr``, ``epochs``,
    ``batch_size``. Optional, with `FINETUNE_DEFAULTS`, which belong to the recipe: ``labels``
    relabels the training rows, ``gold`` the test rows (raw unless a study of gold
    labels says otherwise), ``rows`` keeps that many random training rows, ``negatives`` ("given"
    or "random") replaces the negative training pairs by random ones, ``evaluations`` is how
    often an epoch looks at validation; the weights with the best validation score are tested.

    Metrics: ``validation``, then one a test set under its name. Draws and predictions likewise.
    """
    unknown = set(settings) - set(FINETUNE_DEFAULTS) - FINETUNE_NEEDED
    missing = FINETUNE_NEEDED - set(settings)
    if unknown or missing:
        raise UserError(f"finetune settings: unknown {sorted(unknown)}, missing {sorted(missing)}")
    s = FINETUNE_DEFAULTS | settings
    if s["negatives"] not in ("given", "random"):
        raise UserError(f"negatives are given or random, not {s['negatives']!r}")
    train = _some(rows_of(s["train"], s["labels"]), s["rows"], seed)
    if s["negatives"] == "random":
        train = with_random_negatives(train, seed)
    choose = rows_of(s["validation"])
    encoder = load_encoder(s["encoder"], pooling=s["pooling"], max_length=s["max_length"])
    encoder.to(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    sources = {
        "encoder_sha": encoder.sha(),
        "data_sha": {s["train"]: train.attrs.get("sha")},
        "device": str(encoder.device),
    }
    steps = -(-len(train) // s["batch_size"])
    history = fit(
        encoder,
        train,
        make_loss(s["loss"]),
        evaluate=lambda model: {"validation": _score(similarity(model, choose), choose)},
        evaluate_every=-(-steps // s["evaluations"]),
        epochs=s["epochs"],
        batch_size=s["batch_size"],
        lr=s["lr"],
        warmup=s["warmup"],
        weight_decay=s["weight_decay"],
        clip=s["clip"],
        precision=s["precision"],
        seed=seed,
        progress=False,
    )
    result = Result(metrics={"validation": float(history["validation"].max())}, extra=sources)
    _test(encoder, s["test"], s["gold"], result)
    lines = history.drop(columns=["seconds"]).round(6).to_dict("records")
    result.curve = [{k: v for k, v in line.items() if not math.isnan(v)} for line in lines]
    sources["training_seconds"] = round(float(history["seconds"].iloc[-1]), 1)
    return result


def make_loss(settings: dict):
    """A loss from {"name": …, its settings}, lifted to embeddings."""
    name = settings["name"]
    if name not in LOSSES:
        raise UserError(f"no loss is called {name!r}; there are: {', '.join(LOSSES)}")
    function, _ = LOSSES[name]
    return on_cosines(function, **{k: v for k, v in settings.items() if k != "name"})


def _gold(rows: pd.DataFrame) -> np.ndarray:
    return rows[label_column(rows)].to_numpy()


def _score(cosines: np.ndarray, rows: pd.DataFrame) -> float:
    return float(spearman(cosines, _gold(rows)))


def raw(settings: dict, seed: int, device: str | None = None) -> Result:
    """An encoder as it is, without training; the seed changes nothing.

    Settings: ``encoder``, ``pooling``, ``max_length``, ``test`` (a list of names as in `rows_of`).
    Metrics: Spearman under each test set's name, and ``random_pair_cosine`` over the distinct
    sentences of the first set.
    """
    encoder = load_encoder(
        settings["encoder"], pooling=settings["pooling"], max_length=settings["max_length"]
    )
    encoder.to(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    result = Result(metrics={}, extra={"encoder_sha": encoder.sha(), "device": str(encoder.device)})
    result.extra["data_sha"] = {}
    _test(encoder, settings["test"], "raw", result)
    rows = rows_of(settings["test"][0])
    distinct = list(dict.fromkeys([*rows["sentence1"], *rows["sentence2"]]))
    result.metrics["random_pair_cosine"] = random_pair_cosine(encoder.encode(distinct))
    return result


def _test(encoder, names: list[str], gold: str, result: Result) -> None:
    """Score `encoder` on the test sets into `result`.

    Names that differ in the gold labels only (``…|binary>2.5``) share cosines and resamples.
    """
    for name in names:
        test, place = rows_of(name, gold), name.partition("|")[0]
        if place not in result.predictions:
            result.predictions[place] = similarity(encoder, test)
            result.extra["data_sha"][place] = test.attrs.get("sha")
        cosines = result.predictions[place]
        result.metrics[name] = _score(cosines, test)
        result.draws[name] = bootstrap_spearman(cosines, _gold(test), place)


CLUSTERS_NEEDED = {"encoder", "pooling", "max_length", "train", "test", "labels", "rows"}


def clusters(settings: dict, seed: int, device: str | None = None) -> Result:
    """An untrained encoder's differences u − v: are positives nearer, and what can a line tell?

    Settings: ``encoder``, ``pooling``, ``max_length``; ``train`` and ``test`` (names as in
    `rows_of`), both relabelled to 0/1 by ``labels``; ``rows`` training rows for the probes, chosen
    by the seed. Metrics: those of `stsutils.methods.clusters.clusters`; the curve is the
    histogram of distances on the test rows.
    """
    if set(settings) != CLUSTERS_NEEDED:
        raise UserError(f"clusters settings: needed are {', '.join(sorted(CLUSTERS_NEEDED))}")
    s = settings
    encoder = load_encoder(s["encoder"], pooling=s["pooling"], max_length=s["max_length"])
    encoder.to(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    train, test = _some(rows_of(s["train"], s["labels"]), s["rows"], seed), s["test"]
    parts = [train, rows_of(test, s["labels"])]
    vectors = [[encoder.encode(r[c].tolist()) for c in ("sentence1", "sentence2")] for r in parts]
    scores, metrics, histogram = measure_clusters(
        (*vectors[0], _gold(parts[0])), (*vectors[1], _gold(parts[1]))
    )
    gold = _gold(parts[1])
    result = Result(
        metrics=metrics | {name: float(spearman(score, gold)) for name, score in scores.items()},
        draws={name: bootstrap_spearman(score, gold, test) for name, score in scores.items()},
        curve=histogram,
        extra={"encoder_sha": encoder.sha(), "device": str(encoder.device)},
    )
    names = (s["train"], test)
    result.extra["data_sha"] = {n: r.attrs.get("sha") for n, r in zip(names, parts, strict=True)}
    return result


def audit(settings: dict, seed: int, device: str | None = None) -> Result:
    """Count what is in the data; no model, and neither seed nor device changes anything.

    Settings: ``{"set": …, "split": …}`` for the metrics of `describe`, or ``{"leak": [a, b, …]}``
    (names as ``set:split``) for those of `leaks`, the first name against all others. A copy that
    is not the whole official split is refused: its counts would say nothing about the set.
    """
    if set(settings) == {"leak"} and len(settings["leak"]) > 1:
        names = list(settings["leak"])
    elif set(settings) == {"set", "split"}:
        names = [f"{settings['set']}:{settings['split']}"]
    else:
        raise UserError(f"audit settings: {settings}; give set and split, or leak: two names")
    rows = [load(*name.split(":", 1)) for name in names]
    for name, one in zip(names, rows, strict=True):
        if one.attrs.get("copy", "whole") != "whole":
            raise UserError(
                f"{name}: the local file is a {one.attrs['copy']} copy, so its counts are not the "
                "set's; unset STSUTILS_DATA and allow the download (STSUTILS_DOWNLOAD=1)"
            )
    if "leak" in settings:
        metrics = leaks(rows[0], rows[1:])
    else:
        metrics = describe(rows[0], words=entry(settings["set"]).language != "zh")
    shas = {name: one.attrs["sha"] for name, one in zip(names, rows, strict=True)}
    return Result(metrics, extra={"data_sha": shas, "device": "cpu"})


RECIPES = {"finetune-1": finetune, "raw-1": raw, "audit-1": audit, "clusters-1": clusters}
