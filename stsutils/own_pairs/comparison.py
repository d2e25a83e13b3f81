"""A file of labelled pairs in, a comparison of losses out."""

import json
import math
import shutil
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pandas as pd
import torch

from stsutils.data import check_file, content_sha, summary
from stsutils.data.label_kinds import Labels, label_kind
from stsutils.encoders import BiEncoder, load_encoder
from stsutils.errors import UserError
from stsutils.own_pairs import page, words
from stsutils.own_pairs.cut import cut, facts
from stsutils.own_pairs.fitting import chosen_losses
from stsutils.own_pairs.folder import PLAN, WORK, check_names, held, read_plan, write
from stsutils.own_pairs.numbers import Candidate, records_of, results
from stsutils.own_pairs.plan import Plan, choose, usual_epochs
from stsutils.own_pairs.trainings import (
    UNTRAINED,
    Trainings,
    declared,
    keep,
    measure,
    replace_folder,
)
from stsutils.run import run

# Tried in this order; a small encoder takes larger rates than one of BERT's size.
SMALL, LARGE = (3e-4, 1.5e-4, 6e-4), (4e-5, 2e-5, 8e-5)
UNKNOWN = 0.2  # share of unknown pieces from which on the encoder is doubted
MOST_SEEDS, MOST_EPOCHS = 64, 1000


def compare(
    file: str | Path,
    out: str | Path | None = None,
    *,
    losses: list[str] | None = None,
    budget: float = 10.0,
    encoder: str = "mini",
    pooling: str | None = None,
    seeds: int = 3,
    epochs: int | None = None,
    device: str | None = None,
    download: bool = False,
    progress: bool = True,
    say: Callable[[str], None] = lambda line: None,
) -> dict:
    """Train an encoder on somebody's own pairs with each fitting loss, and measure what came of it.

    The file is checked and cut into rows to train, to choose and to test with. Every loss gets the
    same rows, epochs, seeds, and number of learning rates to choose from. Rate and loss are chosen
    on the validation rows; the test rows only judge: a loss that they do not show to be better
    than no training is not recommended. The records lie in a ledger of the comparison's own.

    Args:
        file: a .csv, .tsv, .jsonl or .parquet file with sentence1, sentence2 and score or label.
        out: folder for the comparison [the file's name + "-compare"]. What is finished is kept
            there, and the same call goes on from it.
        losses: names from `stsutils.losses.LOSSES`, or ["all"] [the usual ones for the labels].
        budget: minutes. Epochs, rates, rows and seeds are cut until the trainings fit.
        encoder, pooling, download: as for `load_encoder`.
        seeds: trainings a loss at its best rate; two or more give intervals.
        epochs: at most so many [until about 4,000 pairs are seen, ten at most].
        device: cpu, cuda … [cuda if there is one].
        progress: show a bar with the time left.
        say: called with each line of news, such as `print`.

    Returns:
        All numbers, as they stand in ``out/results.json``. ``out/model`` holds the chosen model,
        ``out/report.html`` the report.

    Raises:
        UserError: a file that is wrong, too small or lopsided, a loss that does not fit, a folder
            with another comparison in it or at work, a budget that is too small, a full disk.
    """
    out = Path(out if out is not None else f"{Path(file).stem}-compare")
    check_names(file=str(file), out=str(out), encoder=encoder)
    rows = check_file(file)
    check_names(**{f"{file}: column": " ".join(map(str, rows.columns))})
    labels = label_kind(rows, str(file))
    specs = chosen_losses(labels, losses)
    if not 0 < budget < math.inf:
        raise UserError(f"the budget ({budget:g}) must be some minutes, more than 0")
    for what, number, most in (("seeds", seeds, MOST_SEEDS), ("epochs", epochs, MOST_EPOCHS)):
        if number is not None and not 1 <= number <= most:
            raise UserError(f"{what} ({number}) must be 1 to {most}")
    parts, cuts = cut(rows, labels, str(file))
    model = load_encoder(encoder, pooling=pooling, download=download)
    if model.pooling == "first_last_tokens":
        raise UserError("pooling first_last_tokens can't be saved; take mean, cls, max, first_last")
    device = _move(model, device)
    shas = {"rows": content_sha(rows), "encoder": model.sha()}
    question = shas | {"losses": specs, "seeds": seeds, "epochs": epochs, "budget": budget}
    with held(out):
        for line in words.found(labels, cuts, rows):
            say(line)
        if (share := _unknown(model, parts["train"])) > UNKNOWN:
            say(f"the encoder does not know {share:.0%} of the text: is it made for this language?")
        known = read_plan(out, question)
        if known is None:
            say("timing a few steps …")
            known = _plan(model, parts, len(specs), question)
            written = known | {"question": question, "plan": asdict(known["plan"])}
            write(out / PLAN, json.dumps(written, indent=1))
        plan = known["plan"]
        sizes = {"train": plan.rows, "validation": plan.validation, "test": plan.test}
        parts = {name: part.head(sizes[name]) for name, part in parts.items()}
        cuts |= facts(parts, labels)
        cuts["left_out"] = len(rows) - cuts["repeated"] - sum(cuts["rows"].values())
        say(words.planned(plan, len(specs), known["minutes"]))
        for note in known["notes"]:
            say(f"to fit {budget:g} minutes: {note}")

        own = Trainings(out / WORK, model, parts, labels)
        raw, trained = declared(specs, shas, plan)
        _make(own, raw, trained, plan.trainings * len(specs), device, progress, say)
        found = results(own, raw, trained, shas["rows"])
        _save_model(found["chosen"]["name"], own, out / "model")
        found |= {
            "data": _data(rows, labels, cuts, file),
            "encoder": {"name": encoder, "sha": shas["encoder"], "pooling": model.pooling},
            "plan": asdict(plan) | {"rates": list(plan.rates)},
            "notes": known["notes"],
            "budget": budget,
            "enough": known["enough"],
            "losses": specs,
        }
        found["recommendation"] = words.recommendation(found)
        write(out / "results.json", json.dumps(found, indent=1, ensure_ascii=False))
        write(out / "report.html", page.page(found))
    return found


def _make(own, raw, trained, total: int, device: str, progress: bool, say) -> None:
    """Make the records that are missing, and say before the hour if the labels look turned."""
    options = {"recipes": own.recipes, "ledger": own.ledger, "device": device}
    run(raw, "lab", **options, progress=False)
    (cell,) = raw.at("lab").values()
    scores = Candidate(UNTRAINED, records_of(cell, 1, own), seeds=1).numbers()
    if turned := words.turned(scores, own.labels.column):
        say(turned)
    before = run(trained, "lab", **options, dry_run=True).present
    if before:
        say(f"{before} of {total} trainings were finished before")
    try:
        run(trained, "lab", **options, progress=progress)
    except KeyboardInterrupt:
        kept = run(trained, "lab", **options, dry_run=True).present
        raise KeyboardInterrupt(
            f"stopped; {kept} of {total} trainings are kept in {own.folder.parent}, and the one "
            "that was running is saved. The same command goes on from there"
        ) from None


def _move(model: BiEncoder, device: str | None) -> str:
    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    try:
        model.to(device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:  # torch raises all three
        reason = str(error).splitlines()[0]
        raise UserError(f"device {device!r} can't be used here ({reason}); take cpu") from None
    return device


def _unknown(model: BiEncoder, rows: pd.DataFrame) -> float:
    """The share of the pieces of some sentences that the tokenizer has no number for."""
    some = rows["sentence1"].head(200).tolist()
    found = model.tokenizer(some, add_special_tokens=False, truncation=True)["input_ids"]
    pieces = [piece for sentence in found for piece in sentence]
    return pieces.count(model.tokenizer.unk_token_id) / max(1, len(pieces))


def _plan(model: BiEncoder, parts: dict, losses: int, question: dict) -> dict:
    """Time a short trial and choose what fits; ``enough`` are budgets that cut less."""
    started = time.perf_counter()
    cost = measure(model, parts["train"])
    sizes = [len(parts[name]) for name in ("train", "validation", "test")]
    rates = SMALL if model.dimension < 384 else LARGE
    epochs = question["epochs"] or usual_epochs(sizes[0])
    wish = Plan(*sizes, epochs, rates, question["seeds"])
    left = question["budget"] - (time.perf_counter() - started) / 60
    plan, notes = choose(wish, cost, losses, max(0.0, left))
    enough = {"rows": wish.least().budget(cost, losses), "all": wish.budget(cost, losses)}
    return {"plan": plan, "notes": notes, "minutes": plan.minutes(cost, losses), "enough": enough}


def _save_model(name: str, own: Trainings, folder: Path) -> None:
    if name == UNTRAINED:
        keep(own.encoder, folder)
        return
    fresh = folder.with_name(f".{folder.name}.tmp")
    shutil.copytree(own.folder / name, fresh)
    replace_folder(fresh, folder)


def _data(rows: pd.DataFrame, labels: Labels, cuts: dict, file: str | Path) -> dict:
    names = ("kind", "column", "low", "high", "middle", "positive")
    found = {"file": Path(file).name, "sha": content_sha(rows)}
    found |= {name: getattr(labels, name) for name in names}
    return found | {"summary": [list(line) for line in summary(rows)], "split": cuts}
