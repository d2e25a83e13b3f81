"""Recipes: settings and a seed become numbers.

A recipe is a function ``recipe(settings, seed, device=None) -> Result``. Settings are plain JSON
and hold all that decides the numbers. A recipe whose numbers change gets the next digit in its
name, so old records stay what they say they are.
"""

import numpy as np
import pandas as pd
import torch

from stsutils.data import label_column, load, relabel, split
from stsutils.encoders import load_encoder
from stsutils.errors import UserError
from stsutils.evaluation import random_pair_cosine, similarity
from stsutils.ledger import Result
from stsutils.losses import LOSSES, on_cosines
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
    split by a fixed seed; no pair is on both sides.
    """
    place, _, part = name.partition("@")
    dataset, _, which = place.partition(":")
    rows = load(dataset, which or "test")
    if part:
        if part not in ("train", "choose"):
            raise UserError(f"{name}: after @ comes train or choose")
        rows = split(rows, (0.8, 0.2), seed=0)[part == "choose"]
    return relabel(rows, labels)


def finetune(settings: dict, seed: int, device: str | None = None) -> Result:
    """Fine-tune an encoder on pairs with one loss; Spearman on validation and test sets.

    Needed settings: ``encoder``, ``pooling``, ``train``, ``validation`` (names as in `rows_of`),
    ``test`` (a list of names), ``loss`` ({"name": …, and its own settings}), ``lr``, ``epochs``,
    ``batch_size``. Optional, with `FINETUNE_DEFAULTS`, which belong to the recipe: ``labels``
    relabels the training rows, ``gold`` the test rows (raw unless a study of gold
    labels says otherwise), ``rows`` keeps that many random training rows, ``evaluations`` is how
    often an epoch looks at validation; the weights with the best validation score are tested.

    Metrics: ``validation``, then one a test set under its name. Draws and predictions likewise.
    """
    unknown = set(settings) - set(FINETUNE_DEFAULTS) - FINETUNE_NEEDED
    missing = FINETUNE_NEEDED - set(settings)
    if unknown or missing:
        raise UserError(f"finetune settings: unknown {sorted(unknown)}, missing {sorted(missing)}")
    s = FINETUNE_DEFAULTS | settings
    train = rows_of(s["train"], s["labels"])
    if s["rows"] is not None and s["rows"] < len(train):
        keep = np.random.default_rng(seed).choice(len(train), s["rows"], replace=False)
        train = train.iloc[np.sort(keep)].reset_index(drop=True)
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
    lines = history.drop(columns=["seconds"]).round(6)
    result.curve = lines.astype(object).where(lines.notna(), None).to_dict("records")
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
    """Score `encoder` on the test sets into `result`."""
    for name in names:
        test = rows_of(name, gold)
        cosines = similarity(encoder, test)
        result.metrics[name] = _score(cosines, test)
        result.draws[name] = bootstrap_spearman(cosines, _gold(test), name)
        result.predictions[name] = cosines
        result.extra["data_sha"][name] = test.attrs.get("sha")


RECIPES = {"finetune-1": finetune, "raw-1": raw}
