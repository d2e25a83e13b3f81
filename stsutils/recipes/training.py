"""The part that all recipes with a training share: settings, rows, loss, and the fit."""

import functools
import json
import math
import os
from pathlib import Path

import pandas as pd
import torch

from stsutils.data import text_columns, with_random_negatives
from stsutils.encoders import find_device
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.ledger import Result, Run, canonical
from stsutils.ledger.defaults import TRAINING
from stsutils.losses import LOSSES, make_loss
from stsutils.methods.rank_teacher import LossParts, RankTeacher
from stsutils.recipes.models import encoder_of
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
    if s["teacher"]:
        teacher_settings(s["teacher"])


def teacher_settings(settings: dict) -> dict:
    """Complete settings of a teacher, checked without loading anything.

    Needed: ``encoder``, ``pooling``, ``max_length``. ``corpus`` (a name of sentences): it teaches
    by rank vectors around them, not by cosines. ``training`` (settings of a training, or None): it
    is trained first, with the seed of the run. ``continued``: the student starts from its weights.
    """
    usual = {"corpus": None, "training": None, "continued": False}
    s = complete(settings, usual, {"encoder", "pooling", "max_length"}, "teacher")
    if s["corpus"]:
        check_name(s["corpus"])
    if s["training"]:
        own = {"encoder": s["encoder"], "max_length": s["max_length"], **s["training"]}
        s["training"] = complete(own, TRAINING, NEEDED, "teacher training")
        check_training(s["training"])
    return s


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
    With RankEncoder's loss the means of its two parts since the last look (`LossParts`) join the
    curve.
    """
    rows = training_rows(s, seed) if rows is None else rows
    choose = rows_of(s["validation"])
    columns, vectors = s["columns"] and tuple(s["columns"]), None
    if s["teacher"]:
        columns = columns or text_columns(rows)
        vectors = _taught(model, s, rows[columns[0]].tolist(), seed, result)
        rows = rows.drop(columns=["score", "label"], errors="ignore").assign(label=range(len(rows)))
    result.extra["data_sha"] = {s["train"]: rows.attrs.get("sha")}
    steps = -(-len(rows) // s["batch_size"])
    loss, parts = loss or loss_of(s, getattr(model, "dimension", 1), seed, vectors), None
    if getattr(loss, "name", "") == "rank_encoder":
        loss.function = parts = LossParts(loss.function)

    def evaluate(encoder) -> dict[str, float]:
        found = {"validation": score(similarity(encoder, choose), choose)}
        return found | (parts.read() if parts else {})

    usual = model.max_length
    model.max_length = min(usual, s["max_length"])
    history = fit(
        model,
        rows,
        loss,
        evaluate=evaluate,
        evaluate_every=-(-steps // s["evaluations"]),
        epochs=s["epochs"],
        batch_size=s["batch_size"],
        lr=s["lr"],
        loss_lr=s["loss_lr"],
        warmup=s["warmup"],
        planned=planned,
        weight_decay=s["weight_decay"],
        clip=s["clip"],
        precision=s["precision"],
        chunk=s["chunk"],
        columns=columns,
        seed=seed,
        checkpoint=unfinished({**s, "pooling": model.pooling, "start": model.sha()}, seed),
        progress=None,
    )
    model.max_length = usual
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


def _taught(model, s: dict, sentences: list[str], seed: int, result: Result):
    """The teacher's vectors of the training sentences; the student may start from its weights."""
    own = teacher_settings(s["teacher"])
    device = str(model.device or find_device())
    key = canonical({k: own[k] for k in ("encoder", "pooling", "max_length", "training")})
    teacher = _teacher(key, seed, device, canonical(s))
    if own["training"]:
        result.extra["teacher_sha"] = teacher.sha()
    if own["continued"]:
        model.load_state_dict(teacher.state_dict())
    vectors = torch.from_numpy(teacher.encode(sentences))
    if not own["corpus"]:
        return vectors
    return RankTeacher(vectors, _around(key, seed, device, own["corpus"]))


_trained: dict[tuple, object] = {}


def _teacher(key: str, seed: int, device: str, student: str):
    """A teacher by its complete settings; the last one is kept, because many runs share it."""
    place = (key, seed, device)
    if place not in _trained:
        own = json.loads(key)
        teacher = encoder_of(own, device)
        if own["training"]:
            # its unfinished file is this student's: two students may train one teacher at once
            train(teacher, own["training"] | {"student": student}, seed, begin(teacher))
        _trained.clear()
        _trained[place] = teacher.eval()
    return _trained[place]


@functools.lru_cache(maxsize=1)
def _around(key: str, seed: int, device: str, corpus: str) -> torch.Tensor:
    """A teacher's vectors of a corpus' distinct sentences."""
    return torch.from_numpy(_trained[key, seed, device].encode(sentences_of(corpus)))


def sentences_of(name: str) -> list[str]:
    """The distinct sentences of named rows, in their order."""
    rows = rows_of(name)
    return list(dict.fromkeys(text for column in text_columns(rows) for text in rows[column]))
