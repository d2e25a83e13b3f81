"""The part that all recipes with a training share: settings, rows, loss, and the fit."""

import json
import math
import os
from pathlib import Path

import pandas as pd
import torch

from stsutils.data import text_columns, with_label_noise, with_random_negatives
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.ledger import Result, Run, canonical
from stsutils.losses import LOSSES, make_loss
from stsutils.methods.rank_teacher import LossParts, RankTeacher
from stsutils.recipes.models import encoder_of
from stsutils.recipes.rows import at_most, gold, rows_of, sentences_of
from stsutils.recipes.scoring import score
from stsutils.training import fit

#: What `fit` and `fit_head` take of complete settings under the same name.
FIT_SETTINGS = ("epochs", "batch_size", "lr", "warmup", "weight_decay", "clip", "precision")


def fit_settings(s: dict) -> dict:
    """The arguments of `fit` that any training has, from complete settings."""
    return {key: s[key] for key in FIT_SETTINGS} | {"progress": None}


def loss_of(s: dict, dimension: int, seed: int, teacher: torch.Tensor | None = None):
    """The loss of the settings; one on a teacher's rows gets the teacher's vectors."""
    loss = s["loss"]
    ranks = loss.get("name") in LOSSES and "teacher scores" in LOSSES[loss["name"]].data
    if ranks != bool(s.get("teacher")):
        raise UserError(
            f"loss {loss.get('name')!r} {'needs' if ranks else 'has no use for'} a teacher: "
            'set teacher to {"encoder": …, "pooling": …, "max_length": …} for a loss on rows only'
        )
    if loss.get("name") == "vector_mse" and s["teacher"]["corpus"]:
        raise UserError("vector_mse takes a teacher's vectors, not its ranks: leave out corpus")
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
    With RankEncoder's loss the means of its two parts (`LossParts`) join the curve.
    """
    # the rows, and for a loss on rows what the teacher makes of them
    rows = training_rows(s, seed) if rows is None else rows
    result.extra.setdefault("data_sha", {})[s["train"]] = rows.attrs.get("sha")
    columns, vectors = s.get("columns") and tuple(s["columns"]), None
    if s.get("teacher"):
        columns = columns or text_columns(rows)
        vectors = _taught(model, s, rows[columns[0]].tolist(), seed, result)
        rows = rows.drop(columns=["score", "label"], errors="ignore").assign(label=range(len(rows)))

    # the loss, whose parts are counted where it has two
    loss, parts = loss or loss_of(s, getattr(model, "dimension", 1), seed, vectors), None
    if getattr(loss, "name", "") == "rank_encoder":
        loss.function = parts = LossParts(loss.function)

    # what chooses the best weights
    validation = rows_of(s["validation"])

    def evaluate(encoder) -> dict[str, float]:
        metrics = {"validation": score(similarity(encoder, validation), validation)}
        return metrics | (parts.read() if parts else {})

    # the fit, which reads no text beyond the settings' length
    usual_length = model.max_length
    model.max_length = min(usual_length, s["max_length"])
    steps = -(-len(rows) // s["batch_size"])
    history = fit(
        model,
        rows,
        loss,
        evaluate=evaluate,
        evaluate_every=-(-steps // s["evaluations"]),
        loss_lr=s["loss_lr"],
        planned=planned,
        chunk=s["chunk"],
        columns=columns,
        seed=seed,
        checkpoint=unfinished({**s, "pooling": model.pooling, "start": model.sha()}, seed),
        **fit_settings(s),
    )
    model.max_length = usual_length

    result.metrics["validation"] = float(history["validation"].max())
    result.extra["training_seconds"] = round(float(history["seconds"].iloc[-1]), 1)
    # the history as a record keeps it: no seconds, nothing that is not a number
    lines = history.drop(columns=["seconds"]).round(6).to_dict("records")
    result.curve = [{k: v for k, v in line.items() if not math.isnan(v)} for line in lines]


def training_rows(s: dict, seed: int) -> pd.DataFrame:
    """The rows that complete settings train on."""
    rows = rows_of(s["train"], s["labels"])
    if s.get("at_least") is not None:
        rows = rows[gold(rows) >= s["at_least"]].reset_index(drop=True)
    rows = at_most(rows, s["rows"], seed)
    if s["negatives"] == "random":
        rows = with_random_negatives(rows, seed)
    return with_label_noise(rows, s["noise"], seed) if s.get("noise") else rows


def work_folder() -> Path:
    """Where lies what is unfinished or kept between runs: STSUTILS_WORK, or ``runs``."""
    return Path(os.environ.get("STSUTILS_WORK") or "runs")


def unfinished(s: dict, seed: int) -> Path:
    """Where a training of complete settings is kept until it is done.

    A training of minutes that is stopped goes on from there; one that ends leaves nothing.
    """
    return work_folder() / f"training-{Run('training', seed, s).id}.safetensors"


def begin(model) -> Result:
    """A result that knows which encoder it is about."""
    known = {"encoder_sha": model.sha(), "device": str(model.device), "data_sha": {}}
    return Result(metrics={}, extra=known)


def start(s: dict, device: str | None) -> tuple:
    """The encoder of complete settings, as it is, and a result that knows it."""
    encoder = encoder_of(s, device)
    return encoder, begin(encoder)


def _taught(model, s: dict, sentences: list[str], seed: int, result: Result):
    """The teacher's vectors of the training sentences; the student may start from its weights."""
    how = s["teacher"]
    key = canonical({k: how[k] for k in ("encoder", "pooling", "max_length", "training")})
    teacher, around = _teacher(key, seed, str(model.device), canonical(s))
    if how["training"]:
        result.extra["teacher_sha"] = teacher.sha()
    if how["continued"]:
        model.load_state_dict(teacher.state_dict())
    vectors, corpus = torch.from_numpy(teacher.encode(sentences)), how["corpus"]
    if not corpus:
        return vectors
    if corpus not in around:
        around[corpus] = torch.from_numpy(teacher.encode(sentences_of(rows_of(corpus))))
    return RankTeacher(vectors, around[corpus])


_trained: dict[tuple, tuple] = {}


def _teacher(key: str, seed: int, device: str, student: str):
    """A teacher by its complete settings, and its vectors by corpus, to be filled.

    The last one is kept, because many runs share it.
    """
    place = (key, seed, device)
    if place not in _trained:
        how = json.loads(key)
        teacher = encoder_of(how, device)
        if how["training"]:
            # its unfinished file is this student's: two students may train one teacher at once
            train(teacher, how["training"] | {"student": student}, seed, begin(teacher))
        _trained.clear()
        _trained[place] = teacher.eval(), {}
    return _trained[place]
