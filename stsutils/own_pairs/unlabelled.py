"""Training on rows without labels: triplets, or pairs that are all similar."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

from stsutils.data import check_file, content_sha, kind_of, text_columns
from stsutils.data.components import shared_sentences, split_apart
from stsutils.encoders import BiEncoder, find_device, load_encoder, save
from stsutils.errors import UserError
from stsutils.evaluation.retrieval import ranks
from stsutils.evaluation.sts import pair_vectors
from stsutils.evaluation.triplets import right_triplets
from stsutils.ledger.store import BROKEN
from stsutils.losses import make_loss
from stsutils.own_pairs import lengths, news
from stsutils.own_pairs.card import FACTS
from stsutils.own_pairs.course import Course
from stsutils.own_pairs.folder import (
    EVENTS,
    PLAN,
    WORK,
    check_encoder,
    check_names,
    held,
    same_question,
    write,
)
from stsutils.own_pairs.seen import keep_seen
from stsutils.own_pairs.watching import check_watching, watched
from stsutils.provenance import versions
from stsutils.training import fit

LOSSES_FOR = {"triplets": ("info_nce", "triplet"), "pairs": ("info_nce",)}
FEWEST, MOST = 30, 5000  # rows of a file; rows to choose and to test with
DRAWS = 1000


def train_unlabelled(
    file: str | Path,
    out: str | Path,
    course: Course,
    *,
    encoder: str = "mini",
    pooling: str | None = None,
    download: bool = False,
    device: str | None = None,
    columns: str | None = None,
    tensorboard: bool = False,
    command: list[str] | None = None,
    progress: bool = True,
    say: Callable[[str], None] = lambda line: None,
) -> dict:
    """Train on triplets or on similar pairs; other sentences of the batch are the unlike ones.

    Six rows in ten train, two choose the epoch, two judge. The measure is the share of triplets
    whose positive is nearer than the negative, or recall@1 among the second sentences. Arguments as
    for `train`. Returns the numbers of ``out/results.json``; ``out/model`` is the trained encoder.
    """
    check_names(file=str(file), out=str(out), encoder=encoder)
    check_encoder(encoder, download)
    if tensorboard:
        check_watching()
    rows = check_file(file, columns=columns, labelled=False)
    kind, out, loss = kind_of(rows), Path(out), course.loss
    if loss not in LOSSES_FOR.get(kind, ()):
        fits = ", ".join(LOSSES_FOR.get(kind, ())) or "none"
        raise UserError(
            f"{file}: --loss {loss} does not fit {kind} without labels; fitting: {fits}"
        )
    rows = rows[text_columns(rows)].drop_duplicates().reset_index(drop=True)
    if len(rows) < FEWEST:
        raise UserError(f"{file}: {len(rows)} different rows; training needs {FEWEST} at least")
    columns_of_text = tuple(text_columns(rows))
    parts, apart = split_apart(rows, (0.6, 0.2, 0.2), 0, columns_of_text)
    training, choose, test = parts[0], parts[1].head(MOST), parts[2].head(MOST)
    shared = shared_sentences(test, training, columns_of_text)
    leaks = "no sentence is on two sides"
    if apart != "sentences":
        leaks = news.leaked_sentences(shared, "rows")
    model = load_encoder(encoder, pooling=pooling, download=download)
    model.to(find_device(device))
    question = {"rows": content_sha(rows), "encoder": model.sha()}
    question |= {"lr": course.rate(model.dimension), "epochs": course.epochs}
    question |= {"loss": {"name": loss} | course.settings, "batch_size": course.batch_size}
    made = make_loss(question["loss"], model.dimension)
    with held(out):
        stopping = {"patience": course.patience, "precision": course.precision}
        same_question(out / PLAN, question | stopping)
        if found := _finished(out):
            say("this training was finished before")
            return found
        sizes = f"{len(training):,} / {len(choose):,} / {len(test):,}"
        taken = "; without labels, every pair is taken as a similar one" * (kind == "pairs")
        say(f"{kind}: {sizes} to train / choose / test; {leaks}{taken}")
        too_long = lengths.cut_rows(model, rows)
        for line in lengths.told(too_long):
            say(line)
        say("scoring the untrained encoder …")
        before = right(model, test, kind)
        say(news.announced(course, question["lr"], len(training)))
        with watched(out / EVENTS / loss if tensorboard else None) as watch:
            fit(
                model,
                training,
                made,
                evaluate=lambda now: {"right": float(right(now, choose, kind).mean())},
                watch=watch,
                lr=question["lr"],
                epochs=course.epochs,
                batch_size=course.batch_size,
                **stopping,
                checkpoint=out / WORK / "checkpoint.safetensors",
                progress=progress,
            )
        after = right(model, test, kind)
        save(model, out / "model")
        if kind == "pairs":
            keep_seen(out / "model", training)
        found = {"file": Path(file).name, "rows": len(rows), "sha": question["rows"]}
        found |= {"measure": MEASURE[kind], "test_rows": len(test), "shared_rows": shared}
        found |= {"too_long": too_long}
        found |= _change(before, after)
        facts = {"stsutils": versions().get("stsutils"), "base": encoder, "loss": loss}
        facts |= {"rows_sha": found["sha"], "threshold": None}
        write(out / "model" / FACTS, json.dumps(facts, indent=1, ensure_ascii=False))
        card = (out / "model" / "README.md").read_text(encoding="utf-8").split("\n## Training")[0]
        write(out / "model" / "README.md", card + _section(found, question, command))
        # last: what has it is finished
        write(out / "results.json", json.dumps(found | {"plan": question}, indent=1))
    return found


def _finished(out: Path) -> dict | None:
    """The numbers of a finished training; None where there are none, or where the model is gone."""
    path = out / "results.json"
    if not (path.exists() and (out / "model" / FACTS).exists()):
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        as_text(found)  # it takes every number that is printed
        return {what: value for what, value in found.items() if what != "plan"}
    except BROKEN:
        raise UserError(f"{path} can't be read; delete it, and the same command trains") from None


MEASURE = {
    "triplets": "triplets whose positive is nearer than the negative, in a hundred",
    "pairs": "pairs whose second sentence is the nearest of all to the first, in a hundred",
}


def right(model: BiEncoder, rows: pd.DataFrame, kind: str) -> np.ndarray:
    """For each row whether the model is right, as numbers."""
    if kind == "triplets":
        return right_triplets(model, rows).astype(float)
    u, v = pair_vectors(model, rows)
    texts, every = (rows["sentence1"], rows["sentence2"]), np.ones(len(rows), bool)
    nearer = ranks(u, v, *texts, every)
    return (nearer == 0).astype(float) if len(nearer) else np.zeros(len(rows))


def _change(before: np.ndarray, after: np.ndarray) -> dict:
    """Means of both, and the difference with a bootstrap interval over the test rows.

    Where every row changed alike, or none did, all resamples are equal: that is no interval.
    """
    drawn = np.random.default_rng(0).integers(len(after), size=(DRAWS, len(after)))
    low, high = np.quantile((after - before)[drawn].mean(axis=1), [0.025, 0.975])
    said = {"untrained": float(before.mean()), "trained": float(after.mean())}
    verdict = "better" if low > 0 else "worse" if high < 0 else "not shown to be better"
    ends = (None, None) if low == high else (float(low), float(high))
    return said | dict(zip(("low", "high"), ends, strict=True)) | {"verdict": verdict}


def as_text(found: dict) -> str:
    """What came of it, in two lines."""
    gain = 100 * (found["trained"] - found["untrained"])
    shared = found.get("shared_rows", 0)
    span = "no interval, " + ("every test row changed alike" if gain else "no test row changed")
    if found["low"] is not None:
        span = f"95 % interval {100 * found['low']:+.1f} to {100 * found['high']:+.1f} "
        span += "(other test rows, this very model)"
    return (
        f"{found['measure'][0].upper()}{found['measure'][1:]}, {found['test_rows']:,} test rows: "
        f"{100 * found['untrained']:.1f} without training, {100 * found['trained']:.1f} with it.\n"
        f"Difference {gain:+.1f}, {span}: {found['verdict']}."
        + f" Test rows with a sentence that was trained on: {shared:,}."
        * bool(shared)
    )


def _section(found: dict, question: dict, command: list[str] | None) -> str:
    cut = "".join(f"{line}.\n\n" for line in lengths.told(found["too_long"]))
    settings = ", ".join(f"{k} {v}" for k, v in question["loss"].items())
    return (
        f"\n## Training\n\n{as_text(found)}\n\n{cut}"
        f"Loss: {settings}; learning rate {question['lr']:g}. "
        f"Rows: sha256 {found['sha'][:16]}….\n\nCommand: `{shlex.join(command or [])}`\n"
    )
