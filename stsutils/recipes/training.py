"""The part that all recipes with a training share: settings, rows, loss, and the fit."""

import math
import os
from pathlib import Path

import pandas as pd
import torch

from stsutils.data import text_columns, with_random_negatives
from stsutils.encoders import load_encoder
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.ledger import Result, Run
from stsutils.losses import LOSSES, make_loss
from stsutils.recipes.models import best_device
from stsutils.recipes.rows import RELABELLED, check_name, rows_of, some
from stsutils.recipes.scoring import score
from stsutils.training import fit

NEEDED = {"encoder", "train", "validation", "loss", "lr", "epochs", "batch_size"}


def complete(settings: dict, defaults: dict, needed: set, recipe: str) -> dict:
    """The settings with their defaults; a UserError for what is unknown, missing or unreadable."""
    unknown, missing = set(settings) - set(defaults) - needed, needed - set(settings)
    if unknown or missing:
        raise UserError(f"{recipe} settings: unknown {sorted(unknown)}, missing {sorted(missing)}")
    return defaults | settings


def check_training(s: dict) -> None:
    """Refuse complete settings of a training that could not begin; nothing is loaded."""
    if s["negatives"] not in ("given", "random"):
        raise UserError(f"negatives are given or random, not {s['negatives']!r}")
    for key in ("labels", "gold"):
        if key in s and not RELABELLED.fullmatch(s[key]):
            raise UserError(f"{key}: labels cannot be read as {s[key]!r}")
    for name in (s["train"], s["validation"]):
        check_name(name)
    loss_of(s, dimension=2, seed=0)


def loss_of(s: dict, dimension: int, seed: int, teacher: torch.Tensor | None = None):
    """The loss of the settings; one on a teacher's rows gets the teacher's vectors."""
    loss = s["loss"]
    ranks = loss.get("name") in LOSSES and "teacher scores" in LOSSES[loss["name"]].data
    if ranks != bool(s["teacher"]):
        raise UserError(
            f"loss {loss.get('name')!r} {'needs' if ranks else 'has no use for'} a teacher: "
            'set teacher to {"encoder": …, "pooling": …, "max_length": …} for a loss on rows only'
        )
    return make_loss(loss if teacher is None else {**loss, "teacher": teacher}, dimension, seed)


def train(
    model,
    s: dict,
    seed: int,
    result: Result,
    *,
    rows: pd.DataFrame | None = None,
    loss=None,
    planned: float = 1.0,
) -> None:
    """Fit `model` in place by complete settings; the best validation score and curve to `result`.

    The teacher of a loss on rows reads the first text column; a row's number is then its label.
    A recipe may bring `rows` and a `loss` of its own making; `planned` is `fit`'s.
    """
    rows = training_rows(s, seed) if rows is None else rows
    choose = rows_of(s["validation"])
    columns, vectors = s["columns"] and tuple(s["columns"]), None
    if s["teacher"]:
        columns = columns or text_columns(rows)
        vectors = _teacher(s["teacher"], rows[columns[0]].tolist(), model.device)
        rows = rows.assign(label=range(len(rows)))
    result.extra["data_sha"] = {s["train"]: rows.attrs.get("sha")}
    steps = -(-len(rows) // s["batch_size"])
    history = fit(
        model,
        rows,
        loss or loss_of(s, model.dimension, seed, vectors),
        evaluate=lambda encoder: {"validation": score(similarity(encoder, choose), choose)},
        evaluate_every=-(-steps // s["evaluations"]),
        epochs=s["epochs"],
        batch_size=s["batch_size"],
        lr=s["lr"],
        warmup=s["warmup"],
        planned=planned,
        weight_decay=s["weight_decay"],
        clip=s["clip"],
        precision=s["precision"],
        chunk=s["chunk"],
        columns=columns,
        seed=seed,
        checkpoint=unfinished({**s, "pooling": model.pooling}, seed),
        progress=False,
    )
    result.metrics["validation"] = float(history["validation"].max())
    result.extra["training_seconds"] = round(float(history["seconds"].iloc[-1]), 1)
    result.curve = curve(history)


def training_rows(s: dict, seed: int) -> pd.DataFrame:
    """The rows that complete settings train on."""
    rows = some(rows_of(s["train"], s["labels"]), s["rows"], seed)
    return with_random_negatives(rows, seed) if s["negatives"] == "random" else rows


def unfinished(s: dict, seed: int) -> Path:
    """Where a training of complete settings is kept until it is done: STSUTILS_WORK, or ``runs``.

    A training of minutes that is stopped goes on from there; one that ends leaves nothing.
    """
    name = f"training-{Run('training', seed, s).id}.safetensors"
    return Path(os.environ.get("STSUTILS_WORK") or "runs") / name


def curve(history: pd.DataFrame) -> list[dict]:
    """The training history as a record keeps it: no seconds, nothing that is not a number."""
    lines = history.drop(columns=["seconds"]).round(6).to_dict("records")
    return [{k: v for k, v in line.items() if not math.isnan(v)} for line in lines]


def begin(model) -> Result:
    """A result that knows which encoder it is about."""
    return Result(metrics={}, extra={"encoder_sha": model.sha(), "device": str(model.device)})


def _teacher(settings: dict, sentences: list[str], device: torch.device) -> torch.Tensor:
    teacher = load_encoder(
        settings["encoder"], pooling=settings["pooling"], max_length=settings["max_length"]
    )
    teacher.to(device or best_device())
    return torch.from_numpy(teacher.encode(sentences))
